import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { OpenEmptyStore } from '#lib/testing/empty-store';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { describeStore } from '#lib/testing/store-suite';
import { openSqliteStore, SQLITE_FILE } from './open-store.ts';
import { openSqliteForReading, openSqliteForWriting } from './sqlite-database.ts';
import type { Store } from './store.ts';

/** In the order in which rows that others point to come last. */
const TABLES = [
  'obs_day',
  'obs_revision',
  'body',
  'series',
  'config_history',
  'source_state',
  'api_key',
  'account',
];

const dataDir = mkdtempSync(join(tmpdir(), 'crossrate-test-'));
const path = join(dataDir, SQLITE_FILE);
let opened: Store | null = null;

describeStore('SQLite', openEmptyStore);

afterAll(async () => {
  await opened?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starting a writer thread takes longer than most tests, so one goes on from test to test with an emptied database. */
async function openEmptyStore(): ReturnType<OpenEmptyStore> {
  const store = opened ?? (await open());
  const emptying = openSqliteForWriting(path).plain;
  for (const table of TABLES) emptying.exec(`delete from ${table}`);
  emptying.exec('update revision set n = 0');
  emptying.close();
  const reading = openSqliteForReading(path);
  return {
    store,
    db: reading.db,
    reopen: async () => {
      await store.close();
      return open();
    },
    dispose: async () => {
      reading.plain.close();
    },
  };
}

async function open(): Promise<Store> {
  const store = await openSqliteStore({ dataDir, root: PROJECT_ROOT });
  await store.writable;
  opened = {
    ...store,
    close: () => {
      opened = null;
      return store.close();
    },
  };
  return opened;
}
