import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import type { Engine } from '#lib/store/engine/engine';
import { takeMigrationLock } from '#lib/store/engine/migration-lock';
import type { Schema } from '#lib/store/engine/schema';
import { createTables } from './create-tables.ts';

/** Every migration in order, by name. Once a version is published with one, it is never edited. */
const MIGRATIONS: Readonly<Record<string, (db: Kysely<unknown>, engine: Engine) => Promise<void>>> = {
  '0001-tables': createTables,
};

const NAMES = Object.keys(MIGRATIONS);

/** The newest migration of this version of the program. */
export const NEWEST_MIGRATION = NAMES.at(-1);

/**
 * How the tables of a database fit this version: there are none, they fit, a migration is missing, or another version made them that
 * this one cannot follow.
 */
export type TablesState = 'none' | 'current' | 'behind' | 'newer' | 'older';

/** The state of a database that has been through migrations of these names. */
export function tablesStateOf(applied: readonly string[]): TablesState {
  const [first = ''] = NAMES;
  if (applied.length === 0) return 'none';
  if (!applied.includes(first)) return 'older';
  if (applied.some((name) => !NAMES.includes(name))) return 'newer';
  return applied.length < NAMES.length ? 'behind' : 'current';
}

/** The state of a database. */
export async function readTablesState(db: Kysely<Schema>, engine: Engine): Promise<TablesState> {
  const { rows: found } = await FIND_TABLE[engine].execute(db);
  if (!found[0]?.is_there) return 'none';
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name limit 10000`.execute(db);
  return tablesStateOf(rows.map(({ name }) => name));
}

const FIND_TABLE = {
  sqlite: sql<{ is_there: number }>`
    select count(*) as is_there from sqlite_master where name = 'kysely_migration'`,
  postgres: sql<{ is_there: boolean }>`select to_regclass('kysely_migration') is not null as is_there`,
} as const;

/** Why a database cannot be written by this version, `place` in words; null if it can, if need be after it was migrated. */
export function otherVersion(state: TablesState, place: string): DatabaseUnavailable | null {
  if (state === 'newer') {
    return new DatabaseUnavailable(
      `A newer version of this program has changed the database ${place}, and it alone may write there; start that version.`,
      'newer',
    );
  }
  if (state !== 'older') return null;
  return new DatabaseUnavailable(
    `An older version of this program made the database ${place}, and this one cannot read it; start that version, or move the database elsewhere to begin with a new one.`,
    'refused',
  );
}

/**
 * Brings the tables up to date under the engine's write lock: of several processes that start at once, one migrates and the
 * others wait. Throws when a migration fails; nothing of it remains.
 */
export async function migrateToLatest(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const migrations = Object.entries(MIGRATIONS).map(
    ([name, up]) => [name, { up: (here: Kysely<unknown>) => up(here, engine) }] as const,
  );
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const migrate = async (here: Kysely<Schema>) => {
    const { error } = await new Migrator({ db: here, provider }).migrateToLatest();
    if (error) throw error;
  };
  if (engine === 'sqlite') return migrate(db);
  await db.transaction().execute(async (transaction) => {
    // Kysely takes it as well, but only after it has made its own tables; why it cannot make those it does not say.
    await takeMigrationLock<Schema>(transaction);
    await sql`create table made_first ()`.execute(transaction);
    await sql`drop table made_first`.execute(transaction);
    await migrate(transaction);
  });
}
