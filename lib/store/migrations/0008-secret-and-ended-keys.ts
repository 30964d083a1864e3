import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which master secret a database belongs to, and the keys that went with their accounts. Instants are epoch milliseconds. */
export function secretAndEndedKeys(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('secret_fingerprint')
        .addColumn('secret', 'text', (column) => column.primaryKey())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('ended_key')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('ended_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  };
}
