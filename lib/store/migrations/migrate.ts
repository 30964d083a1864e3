import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Engine } from '#lib/store/engine/engine';
import { takeMigrationLock } from '#lib/store/engine/migration-lock';
import { migrationsOf } from './migrations.ts';
import type { Schema } from '#lib/store/engine/schema';

/** The names of this version's migrations in order. */
export function knownMigrations(engine: Engine): readonly string[] {
  return Object.keys(migrationsOf(engine));
}

/** The newest migration of this version of the program. */
export function newestMigration(engine: Engine): string | undefined {
  return knownMigrations(engine).at(-1);
}

/**
 * Brings the tables up to date under the engine's write lock: of several processes that start at once, one migrates and the
 * others wait. Throws when a migration fails; nothing of it remains.
 */
export async function migrateToLatest(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const provider = { getMigrations: async () => migrationsOf(engine) };
  const migrate = async (here: Kysely<Schema>) => {
    const { error } = await new Migrator({ db: here, provider }).migrateToLatest();
    if (error) throw error;
  };
  if (engine === 'sqlite') return migrate(db);
  await db.transaction().execute(async (transaction) => {
    // Kysely takes it as well, but only after it has made its own tables; why it cannot make those it does not say.
    await takeMigrationLock(transaction);
    await sql`create table made_first ()`.execute(transaction);
    await sql`drop table made_first`.execute(transaction);
    await migrate(transaction);
  });
}

/** The names of the migrations that a database has been through, in order; none for an empty one. */
export async function appliedMigrations(db: Kysely<Schema>, engine: Engine): Promise<readonly string[]> {
  const { rows: found } = await FIND_TABLE[engine].execute(db);
  if (!found[0]?.is_there) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name limit 10000`.execute(db);
  return rows.map(({ name }) => name);
}

const FIND_TABLE = {
  sqlite: sql<{ is_there: number }>`
    select count(*) as is_there from sqlite_master where name = 'kysely_migration'`,
  postgres: sql<{ is_there: boolean }>`select to_regclass('kysely_migration') is not null as is_there`,
} as const;
