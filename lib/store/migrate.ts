import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Engine } from './engine.ts';
import { migrationsOf } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';

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
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(engine) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
