import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { EMPTIED_REVISIONS, FILLED_TABLES, type OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { describeStore } from '#lib/testing/suites/store/store-suite';
import { openSqliteStore } from './open-store.ts';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { openSqliteForReading, openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import type { Store } from './store.ts';

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
  for (const table of FILLED_TABLES) emptying.exec(`delete from ${table}`);
  emptying.exec(EMPTIED_REVISIONS);
  emptying.close();
  const reading = openSqliteForReading(path);
  return {
    store,
    db: reading.db,
    rewrite: async (statement) => {
      const { plain } = openSqliteForWriting(path);
      plain.exec(statement);
      plain.close();
    },
    reopen: async () => {
      await store.close();
      return open();
    },
    openAnother: async () => {
      const another = await openSqliteStore({ dataDir, root: PROJECT_ROOT });
      onTestFinished(() => another.close());
      return another;
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
