import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which master secret a database belongs to. */
export function secretAndEndedKeys(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('secret_fingerprint')
        .addColumn('secret', 'text', (column) => column.primaryKey())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .execute();
    },
  };
}
