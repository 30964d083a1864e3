import { sql } from 'kysely';
import { afterAll, onTestFinished } from 'vitest';
import { EMPTIED_REVISIONS, FILLED_TABLES, type OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { describeStore } from '#lib/testing/suites/store/store-suite';
import { connectForReading } from '#lib/store/engine/postgres-database';
import { openPostgresStore } from './postgres-store.ts';
import type { Store } from './store.ts';

let databaseUrl: string | null = null;
let opened: Store | null = null;

describeStore('PostgreSQL', openEmptyStore);

afterAll(() => opened?.close());

/** One database goes on from test to test, emptied. */
async function openEmptyStore(): ReturnType<OpenEmptyStore> {
  databaseUrl ??= await freshDatabase();
  const store = opened ?? (await open(databaseUrl));
  const own = connectForReading(databaseUrl);
  await sql.raw(`truncate ${FILLED_TABLES.join(', ')}`).execute(own.plainDb);
  await sql.raw(EMPTIED_REVISIONS).execute(own.plainDb);
  const url = databaseUrl;
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
    dispose: own.close,
  };
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
