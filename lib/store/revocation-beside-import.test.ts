import { expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '#lib/domain/iso-day';
import { TEST_NOW } from '#lib/testing/builders';
import { aFixingBatch, anApiKeyRow } from '#lib/testing/empty-store';
import { freshDatabase } from '#lib/testing/fresh-database';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { openSqliteStore } from './open-store.ts';
import { connectForReading } from './postgres-database.ts';
import { openPostgresStore } from './postgres-store.ts';
import type { Store } from './store.ts';

const nowMs = TEST_NOW.getTime();

/** A revocation holds in every process within this time. */
const HOLDS_WITHIN_MS = 2000;

/** More than any source publishes in its history. */
const DAYS = 7000;
const PAIRS = Array.from({ length: 30 }, (_, n) => `EUR/A${String.fromCodePoint(65 + (n % 26))}${n % 10}`);

it('a revocation in PostgreSQL waits neither for imports of its process nor for those of others', async () => {
  const databaseUrl = await freshDatabase();
  const store = await openPostgresStore(databaseUrl);
  onTestFinished(() => store.close());
  await makeKey(store);
  const other = connectForReading(databaseUrl);
  onTestFinished(() => other.close());
  let isImported = false;
  const importing = await other.db.transaction().execute(async () => {
    const load = store.write.storeFixings(aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } })).then(() => {
      isImported = true;
    });
    expect(await store.write.revokeApiKey({ id: 'k', nowMs })).toBe(true);
    expect(isImported).toBe(false);
    // In an object: the promise itself would be awaited before the transaction ends.
    return { load };
  });
  await importing.load;
});

it('a revocation in SQLite holds within two seconds beside an import of twenty years', async ({
  annotate,
}) => {
  const store = await openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT });
  onTestFinished(() => store.close());
  await makeKey(store);
  const figures = Object.fromEntries(PAIRS.map((pair, n) => [pair, 1 + n / 100]));
  const days = Object.fromEntries(
    Array.from({ length: DAYS }, (_, n) => [
      new Date(nowMs - n * DAY_MS).toISOString().slice(0, 10),
      figures,
    ]),
  );
  const load = store.write.storeFixings(aFixingBatch(days));
  const startMs = performance.now();
  expect(await store.write.revokeApiKey({ id: 'k', nowMs })).toBe(true);
  const tookMs = performance.now() - startMs;
  await annotate(`${Math.round(tookMs)} ms`);
  expect(tookMs).toBeLessThan(HOLDS_WITHIN_MS);
  await load;
});

async function makeKey(store: Store): Promise<void> {
  const accountId = await store.write.ensureAccount({ email: 'ada@example.org', nowMs });
  await store.write.insertApiKey({ key: anApiKeyRow(accountId, 'k'), nowMs });
}
