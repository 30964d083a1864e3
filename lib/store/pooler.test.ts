import { expect, it, onTestFinished } from 'vitest';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { aCheck, aPoll } from '#lib/testing/builders/store-suite-builders';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { findPgBouncer, startPooler } from '#lib/testing/databases/pgbouncer';
import { aFixingBatch, servedRate } from '#lib/testing/worlds/empty-store';
import { openPostgresStore } from './postgres-store.ts';

/** Fewer than two processes ask for at once. */
const CONNECTIONS = 3;

const LOADS = 8;

it('two processes migrate, load by COPY, poll and read through PgBouncer in transaction mode', async ({
  skip,
}) => {
  const binary = findPgBouncer();
  if (binary === null) return skip('pgbouncer is not installed on this machine');
  const direct = await freshDatabase();
  const pooler = await startPooler(binary, direct, CONNECTIONS);
  onTestFinished(pooler.stop);
  const url = pooler.throughPooler(direct);
  const stores = await Promise.all([openPostgresStore(url), openPostgresStore(url)]);
  for (const store of stores) onTestFinished(store.close);
  const works = Array.from({ length: LOADS }, async (_, n) => {
    for (const store of stores) {
      const day = `2026-04-${String(n + 1).padStart(2, '0')}`;
      await storeFixings(store, aFixingBatch({ [day]: { 'EUR/USD': (110 + n) / 100 } }));
      await store.write.storePoll(aPoll({ check: aCheck() }));
      await Promise.all([store.readRevisions(), store.listApiKeys(), store.readSourceStates()]);
    }
  });
  await Promise.all(works);
  for (const store of stores) {
    expect(await servedRate(store, 'EUR/USD')).toBe(1.17);
    expect((await store.readRevisions()).rateSources.get('ecb')).toBe(LOADS);
  }
});
