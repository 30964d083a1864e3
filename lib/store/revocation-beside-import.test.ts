import { expect, it, onTestFinished } from 'vitest';
import { TEST_NOW } from '#lib/testing/builders/builders';
import { aFixingBatch, anApiKeyRow } from '#lib/testing/worlds/empty-store';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { connectForReading } from '#lib/store/engine/postgres/postgres-database';
import { openPostgresStore } from './postgres-store.ts';
import type { Store } from './store.ts';
import { storeFixings } from '#lib/testing/builders/stored-batches';

const nowMs = TEST_NOW.getTime();

it('a revocation in PostgreSQL waits neither for imports of its process nor for those of others', async () => {
  const databaseUrl = await freshDatabase();
  const store = await openPostgresStore(databaseUrl);
  onTestFinished(() => store.close());
  await makeKey(store);
  const other = connectForReading(databaseUrl);
  onTestFinished(() => other.close());
  let isImported = false;
  const importing = await other.db.transaction().execute(async () => {
    const load = storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } })).then(() => {
      isImported = true;
    });
    expect(await store.write.revokeApiKey({ id: 'k', nowMs })).toBe(true);
    expect(isImported).toBe(false);
    // In an object: the promise itself would be awaited before the transaction ends.
    return { load };
  });
  await importing.load;
});

async function makeKey(store: Store): Promise<void> {
  const accountId = await store.write.ensureAccount({ email: 'ada@example.org', nowMs });
  await store.write.insertApiKey({ key: anApiKeyRow(accountId, 'k'), nowMs });
}
