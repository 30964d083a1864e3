import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { connectForWriting } from '#lib/store/engine/postgres/postgres-database';
import { insertArrays } from '#lib/store/engine/postgres/postgres-stage';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { insertRows } from '#lib/store/engine/sqlite/sqlite-stage';
import { openWritableStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import type { BulkDatabase } from './filled-market.ts';

/** A store on a new database, with a way past it for more rows than polls bring in a test. */
export interface BulkStore {
  readonly store: Store;
  readonly bulk: BulkDatabase;
  /** Folds what was written in bulk into the database, as time would. */
  readonly settle: () => Promise<void>;
}

/** Such a store on each engine; it is closed when the test ends. */
export const BULK_STORES = [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
] as const satisfies readonly (readonly [string, () => Promise<BulkStore>])[];

async function openSqlite(): Promise<BulkStore> {
  const dataDir = throwAwayFolder();
  const store = await openWritableStore({ dataDir, databaseUrl: null, root: PROJECT_ROOT });
  onTestFinished(() => store.close());
  const { db, plain } = openSqliteForWriting(join(dataDir, SQLITE_FILE));
  onTestFinished(() => db.destroy());
  plain.pragma('synchronous = off');
  return {
    store,
    bulk: { db, writeRows: async (rows) => plain.transaction(() => insertRows(plain, rows))() },
    settle: async () => void plain.pragma('wal_checkpoint(TRUNCATE)'),
  };
}

async function openPostgres(): Promise<BulkStore> {
  const databaseUrl = await freshDatabase();
  const store = await openWritableStore({ dataDir: '', databaseUrl, root: PROJECT_ROOT });
  onTestFinished(() => store.close());
  const { plainDb, newestClient, close } = connectForWriting(databaseUrl, 'rates');
  onTestFinished(close);
  return {
    store,
    bulk: { db: plainDb, writeRows: (rows) => insertArrays(newestClient(), rows) },
    settle: async () => {
      await sql`vacuum analyze`.execute(plainDb);
    },
  };
}
