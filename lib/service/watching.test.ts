import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openMasterSecret } from '#lib/account/secrets/master-secret';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { openService } from '#lib/testing/worlds/own-service';
import { openWatching } from './watching.ts';

/** However busy the machine is. */
const NOTED_WITHIN = { timeout: 30_000 };

const PAIR = '/v1/rates/pair?from=EUR&to=USD';

describe.each([
  ['SQLite', () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await freshDatabase() })],
])('the process that polls, on %s', (_engine, variables) => {
  it('notes a crossing with the figure and the version that the pair is answered with', async () => {
    const dataDir = throwAwayFolder();
    const service = await openService({
      DATA_DIR: dataDir,
      SOURCES: 'ecb',
      CLOCK: '2026-04-14T08:00:00Z',
      ...(await variables()),
    });
    const { store, catchUp } = service;
    const publish = async (day: string, rate: number) => {
      await storeFixings(store, aFixingBatch({ [day]: { 'EUR/USD': rate } }));
      await catchUp();
    };
    const watching = openWatching({ ...service, secretOf: openMasterSecret(dataDir, undefined) });
    await publish('2026-04-10', 1.1);
    const accountId = await store.write.ensureAccount({ email: 'ada@example.org', nowMs: 0 });
    const rule = { kind: 'above', threshold: 1.15 } as const;
    const createdAt = new Date(0).toISOString();
    const watch = { id: 'one', base: 'EUR', quote: 'USD', rule, createdAt, isBeyond: false };
    const event = { accountId, atMs: 0, kind: 'watch-added', keyId: null, keyName: null, address: null };
    await store.write.addPairWatch({ watch, ofAccountMax: 1, event: { ...event, detail: null } });
    const led = watching.lead();
    onTestFinished(() => led.stop());
    await publish('2026-04-13', 1.1684);
    watching.look();
    const noted = await vi.waitFor(async () => {
      const [found] = await store.readPairWatches(accountId);
      expect(found?.isBeyond).toBe(true);
      return found;
    }, NOTED_WITHIN);
    const answer = await service.answerInside('member', PAIR);
    const version = answer.headers.get('x-data-version');
    const { rate, source } = asPairAnswer(await answer.json());
    expect(noted).toMatchObject({ id: 'one', rule, crossed: { rate, source, version } });
  });
});

/** An answer of 200, whose form other tests hold. */
function asPairAnswer(body: unknown) {
  return body as { readonly rate: number; readonly source: string };
}
