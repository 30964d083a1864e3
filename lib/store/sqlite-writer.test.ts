import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aFixingBatch, servedRate } from '#lib/testing/worlds/empty-store';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { openSqliteStore, openWritableStore } from './open-store.ts';
import { MADE_FILE, SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import type { Store } from './store.ts';
import { storeFixings } from '#lib/testing/builders/stored-batches';

const FIRST = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } });
const REVISED = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.2 } });

describe('the embedded database written from the thread that reads it', () => {
  it('makes its tables, and shows what was written to every other opener', async () => {
    const dataDir = throwAwayFolder();
    const here = await open(dataDir);
    expect(await storeFixings(here, FIRST)).toEqual({ imported: 1, revised: 0 });
    expect(await servedRate(here, 'EUR/USD')).toBe(1.1684);
    expect(await servedRate(await openBeside(dataDir), 'EUR/USD')).toBe(1.1684);
  });

  it('carries out writes in the order in which they were asked for, also after one that failed', async () => {
    const store = await open(throwAwayFolder());
    const asked = await Promise.allSettled([
      storeFixings(store, FIRST),
      storeFixings(store, twice()),
      storeFixings(store, REVISED),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await servedRate(store, 'EUR/USD')).toBe(1.2);
  });

  it('finishes the writes that were asked for before it is closed, and folds the log into the file', async () => {
    const dataDir = throwAwayFolder();
    const store = await open(dataDir);
    const asked = storeFixings(store, FIRST);
    await store.close();
    await store.close();
    expect(await asked).toEqual({ imported: 1, revised: 0 });
    expect(readdirSync(dataDir)).toEqual([MADE_FILE, SQLITE_FILE]);
  });

  it('waits for a writer in another process or thread, and the other for it', async () => {
    const dataDir = throwAwayFolder();
    const [here, beside] = [await open(dataDir), await openBeside(dataDir)];
    const accounts = [here, beside, here, beside].map((store, index) =>
      store.write.ensureAccount({ email: `${index}@b.co`, nowMs: 0 }),
    );
    expect(new Set(await Promise.all(accounts)).size).toBe(4);
  });

  it('writes nothing to the database of a newer version', async () => {
    const dataDir = throwAwayFolder();
    const first = await open(dataDir);
    await storeFixings(first, FIRST);
    await first.close();
    const { plain } = openSqliteForWriting(join(dataDir, SQLITE_FILE));
    plain.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '')");
    plain.close();
    const store = await open(dataDir);
    await expect(storeFixings(store, REVISED)).rejects.toThrow(/^A newer version of this program/);
    expect(await servedRate(store, 'EUR/USD')).toBe(1.1684);
    const location = { dataDir, root: PROJECT_ROOT, databaseUrl: null };
    await expect(openWritableStore(location, 'here')).rejects.toThrow(/^A newer version of this program/);
  });
});

/** Two figures for one pair and instant, which no validation lets through. */
function twice() {
  const { seriesIndexes, instantsMs, rates, ...rest } = aFixingBatch({ '2026-04-14': { 'EUR/USD': 1.3 } });
  return {
    ...rest,
    seriesIndexes: new Uint32Array([...seriesIndexes, ...seriesIndexes]),
    instantsMs: new Float64Array([...instantsMs, ...instantsMs]),
    rates: new Float64Array([...rates, ...rates]),
  };
}

async function open(dataDir: string): Promise<Store> {
  const store = await openSqliteStore({ dataDir, root: PROJECT_ROOT }, 'here');
  onTestFinished(() => store.close());
  return store;
}

async function openBeside(dataDir: string): Promise<Store> {
  const store = await openSqliteStore({ dataDir, root: PROJECT_ROOT });
  onTestFinished(() => store.close());
  return store;
}
