import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import type { Schema } from '#lib/store/engine/schema';
import { openSqliteStore } from '#lib/store/open-store';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { connectForReading } from '#lib/store/engine/postgres/postgres-database';
import { openPostgresStore } from '#lib/store/postgres-store';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import type { Store } from '#lib/store/store';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { PROJECT_ROOT } from '#lib/testing/run-script';

/** A database of one engine for all tests of a file. */
export interface AccountStores {
  readonly engine: 'SQLite' | 'PostgreSQL';
  /** The store with no account in it. */
  readonly openEmpty: () => Promise<Store>;
  /** Which of some secret texts are anywhere in the database, its files or its rows. */
  readonly searchFor: (texts: readonly string[]) => Promise<readonly string[]>;
}

/** In the order in which rows that others point to come last. */
const TABLES = [
  'webhook_message',
  'webhook',
  'pair_watch',
  'feed_link',
  'key_usage',
  'trail',
  'auth_token',
  'auth_two_factor',
  'auth_session',
  'auth_account',
  'auth_verification',
  'auth_user',
  'api_key',
  'account',
] as const satisfies readonly (keyof Schema)[];

/** One SQLite file, emptied from test to test: starting a writer thread takes longer than most tests. */
export function sqliteAccountStores(): AccountStores {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossrate-accounts-'));
  const path = join(dataDir, SQLITE_FILE);
  let opened: Store | null = null;
  afterAll(async () => {
    await opened?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    engine: 'SQLite',
    openEmpty: async () => {
      opened ??= await openSqliteStore({ dataDir, root: PROJECT_ROOT }, 'here');
      await opened.writable;
      const { plain } = openSqliteForWriting(path);
      for (const table of TABLES) plain.exec(`delete from ${table}`);
      plain.close();
      return opened;
    },
    searchFor: async (texts) => {
      const files = existsSync(dataDir) ? readdirSync(dataDir) : [];
      const bytes = files.map((name) => readFileSync(join(dataDir, name)));
      return texts.filter((text) => bytes.some((file) => file.includes(text)));
    },
  };
}

/** One PostgreSQL database, emptied from test to test. */
export function postgresAccountStores(): AccountStores {
  let opened: {
    readonly store: Store;
    readonly own: ReturnType<typeof connectForReading>;
  } | null = null;
  afterAll(async () => {
    await opened?.store.close();
    await opened?.own.close();
  });
  const open = async () => {
    const url = await freshDatabase();
    opened = { store: await openPostgresStore(url), own: connectForReading(url) };
    return opened;
  };
  return {
    engine: 'PostgreSQL',
    openEmpty: async () => {
      const { store, own } = opened ?? (await open());
      // Truncating makes files anew for each table and index, which takes longer than most tests.
      await sql.raw(TABLES.map((table) => `delete from ${table}`).join('; ')).execute(own.plainDb);
      return store;
    },
    searchFor: async (texts) => {
      const { own } = opened ?? (await open());
      const rows: string[] = [];
      for (const table of TABLES) {
        const found = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(
          own.plainDb,
        );
        rows.push(...found.rows.map(({ text }) => text));
      }
      return texts.filter((text) => rows.some((row) => row.includes(text)));
    },
  };
}
