import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApiKey, revokeByPrefix } from '#lib/account/keys/api-keys';
import { type Service, startService } from '#lib/service';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { PROJECT_ROOT } from '#lib/testing/worlds/service-bench';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { storeFixings } from '#lib/testing/builders/stored-batches';

const dispatch = await openExportedDispatch();

/** Within this time a commit holds in every process of a database. */
const NOTICED_WITHIN_MS = 2000;

const TRIALS = 5;

/** Between two looks: looking on and on would take a processor from the two services. */
const LOOK_MS = 5;

describe('two services on one PostgreSQL database', () => {
  it('accept a key that the other made, and refuse it once the other revoked it, within two seconds', async ({
    annotate,
  }) => {
    const [one, other] = await startTwo();
    for (let trial = 1; trial <= TRIALS; trial += 1) {
      const key = await makeKey(one, `trial ${trial}`);
      const madeMs = await msUntil(async () => (await statusOf(other, key)) === 200);
      const revoked = await revokeByPrefix(one.store, key, new Date());
      expect(revoked).toMatchObject({ ok: true });
      const revokedMs = await msUntil(async () => (await statusOf(other, key)) === 401);
      await annotate(`accepted after ${Math.round(madeMs)} ms, refused after ${Math.round(revokedMs)} ms`);
      expect(Math.max(madeMs, revokedMs)).toBeLessThan(NOTICED_WITHIN_MS);
    }
  });

  it('tell the first use of a key that the other answered within two seconds', async ({ annotate }) => {
    const [one, other] = await startTwo();
    const key = await makeKey(one, 'watched');
    await msUntil(async () => (await statusOf(other, key)) === 200);
    const ms = await msUntil(async () => (await one.store.listApiKeys())[0]?.last_used_at !== null);
    await annotate(`seen after ${Math.round(ms)} ms`);
    expect(ms).toBeLessThan(NOTICED_WITHIN_MS);
  });

  it('serve figures that the other stored within two seconds, under the same version', async ({
    annotate,
  }) => {
    const [one, other] = await startTwo();
    const before = other.snapshot().version;
    await storeFixings(one.store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } }));
    const ms = await msUntil(async () => other.snapshot().version !== before);
    await annotate(`noticed after ${Math.round(ms)} ms`);
    expect(ms).toBeLessThan(NOTICED_WITHIN_MS);
    await one.catchUp();
    expect(one.snapshot().version).toBe(other.snapshot().version);
  });

  it('that load one document at once count each figure once', async () => {
    const [one, other] = await startTwo();
    const batch = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 } });
    const corrected = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.17, 'EUR/JPY': 186.75 } });
    for (const [document, expected] of [
      [batch, [2, 0]],
      [corrected, [0, 1]],
    ] as const) {
      const loads = [one, other, one, other].map(({ store }) => storeFixings(store, document));
      const counts = await Promise.all(loads);
      const total = [
        counts.reduce((sum, { imported }) => sum + imported, 0),
        counts.reduce((sum, { revised }) => sum + revised, 0),
      ];
      expect(total).toEqual(expected);
    }
  });
});

async function startTwo(): Promise<readonly [Service, Service]> {
  const variables = {
    DATABASE_URL: await freshDatabase(),
    DATA_DIR: throwAwayFolder(),
    CLOCK: '2026-04-14T08:00:00Z',
    LOG_LEVEL: 'silent',
    SOURCES: 'ecb',
    ROLE: 'web',
  };
  // At once, as on a first start of several machines: one migrates and the other waits.
  const [one, other] = await Promise.all([
    startService(variables, PROJECT_ROOT),
    startService(variables, PROJECT_ROOT),
  ]);
  onTestFinished(async () => {
    await one.close();
    await other.close();
  });
  return [one, other];
}

async function makeKey({ store }: Service, name: string): Promise<string> {
  const wish = { email: 'ada@example.org', name, lifetime: 'none', limitPerMinute: null } as const;
  const made = await createApiKey(store, wish, new Date());
  if (!made.ok) throw new Error(made.error.sentence);
  return made.value;
}

async function statusOf(service: Service, key: string): Promise<number> {
  const url = 'http://localhost/v1/rates/sources?from=EUR&to=USD';
  const { status } = await dispatch(service, new Request(url, { headers: { 'X-API-Key': key } }));
  return status;
}

/** The test's time-out ends it. */
async function msUntil(isSo: () => Promise<boolean>): Promise<number> {
  const startMs = performance.now();
  while (!(await isSo())) await pause(LOOK_MS);
  return performance.now() - startMs;
}
