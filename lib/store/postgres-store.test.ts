import { sql } from 'kysely';
import { afterAll, onTestFinished } from 'vitest';
import { EMPTIED_REVISIONS, FILLED_TABLES, type OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { describeStore } from '#lib/testing/suites/store/store-suite';
import { connectForReading } from '#lib/store/engine/postgres/postgres-database';
import { openPostgresStore } from './postgres-store.ts';
import type { Store } from './store.ts';

/** The database of all tests, and a way past the store. */
interface Database {
  readonly url: string;
  readonly own: ReturnType<typeof connectForReading>;
}

let database: Database | null = null;
let opened: Store | null = null;

/** Truncating makes files anew for each table and index, which takes longer than most tests. */
const EMPTYING = FILLED_TABLES.map((table) => `delete from ${table}`).join('; ');

describeStore('PostgreSQL', openEmptyStore);

afterAll(async () => {
  await opened?.close();
  await database?.own.close();
});

/** One database goes on from test to test, emptied. */
async function openEmptyStore(): ReturnType<OpenEmptyStore> {
  database ??= await openDatabase();
  const { url, own } = database;
  const store = opened ?? (await open(url));
  await sql.raw(EMPTYING).execute(own.plainDb);
  await sql.raw(EMPTIED_REVISIONS).execute(own.plainDb);
  return {
    store,
    db: own.db,
    rewrite: async (statement) => {
      await sql.raw(statement).execute(own.plainDb);
    },
    reopen: async () => {
      await store.close();
      return open(url);
    },
    openAnother: async () => {
      const another = await openPostgresStore(url);
      onTestFinished(() => another.close());
      return another;
    },
    dispose: async () => {},
  };
}

async function openDatabase(): Promise<Database> {
  const url = await freshDatabase();
  return { url, own: connectForReading(url) };
}

async function open(url: string): Promise<Store> {
  const store = await openPostgresStore(url);
  opened = {
    ...store,
    close: () => {
      opened = null;
      return store.close();
    },
  };
  return opened;
}
