import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The addresses at which spreadsheets read one question of an account each. Instants are epoch milliseconds. */
export function feedLinks(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('feed_link')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .addColumn('question', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('feed_link_of_account')
        .on('feed_link')
        .columns(['account_id', 'created_at'])
        .execute();
    },
  };
}
