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

const RULES = {
  above: { kind: 'above', threshold: 1.15 },
  moved: { kind: 'moved', percent: 5, days: 7 },
} as const;

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
    const watching = openWatching({
      ...service,
      secretOf: openMasterSecret(dataDir, undefined),
      ask: (address) => service.answerInside('member', address),
    });
    await publish('2026-04-10', 1.1);
    const accountId = await store.write.ensureAccount({ email: 'ada@example.org', nowMs: 0 });
    for (const [id, rule] of Object.entries(RULES)) {
      const watched = { base: 'EUR', quote: 'USD', rule };
      const found = await watching.reader.lookAt(watched, watching.reader.snapshot());
      const watch = { ...watched, id, accountId, createdAtMs: 0, isBeyond: found?.reading?.isBeyond ?? null };
      const event = { accountId, atMs: 0, kind: 'watch-added', keyId: null, keyName: null, address: null };
      await store.write.addPairWatch({ watch, ofAccountMax: 2, event: { ...event, detail: null } });
    }
    const led = watching.lead();
    onTestFinished(() => led.stop());
    await publish('2026-04-13', 1.1684);
    watching.look();
    const noted = await vi.waitFor(async () => {
      const crossings = await store.readCrossings({ accountId, sinceMs: 0 });
      expect(crossings).toHaveLength(2);
      return Object.fromEntries(crossings.map((crossing) => [crossing.watchId, crossing]));
    }, NOTED_WITHIN);
    const answer = await service.answerInside('member', PAIR);
    const version = answer.headers.get('x-data-version');
    const { rate, source } = asPairAnswer(await answer.json());
    expect(noted['above']).toMatchObject({ rate, source, version, against: null });
    expect(noted['moved']).toMatchObject({ rate: 1.1684, version, against: { rate: 1.1 } });
    expect(noted['moved']?.against?.day).toBe('2026-04-12');
  });
});

/** An answer of 200, whose form other tests hold. */
function asPairAnswer(body: unknown) {
  return body as { readonly rate: number; readonly source: string };
}
