import type { Migration } from 'kysely/migration';
import type { Engine } from '#lib/store/engine';
import { firstTables } from './0001-first-tables.ts';

/** Every migration in order, by name. One is never edited after it is merged. */
export function migrationsOf(engine: Engine): Record<string, Migration> {
  return {
    '0001-first-tables': firstTables(engine),
  };
}
