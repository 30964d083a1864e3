import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '#lib/store/engine/engine';
import { numberedTable } from './table-shapes.ts';

/** Addresses of accounts that messages are sent to, and the messages. Instants are epoch milliseconds; truth values are 0 and 1. */
export function webhooks(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('webhook')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) =>
          column.notNull().references('account.id').onDelete('cascade'),
        )
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('secret', 'text', (column) => column.notNull())
        .addColumn('wants_watches', 'integer', (column) => column.notNull())
        .addColumn('wants_status', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('next_try_at', 'bigint')
        .addColumn('changes_seen', 'integer', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('webhook_of_account').on('webhook').column('account_id').execute();
      await numberedTable(db, engine, 'webhook_message')
        .addColumn('webhook_id', 'text', (column) =>
          column.notNull().references('webhook.id').onDelete('cascade'),
        )
        .addColumn('message_id', 'text', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('payload', 'text', (column) => column.notNull())
        .addColumn('made_at', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('last_try_at', 'bigint')
        .addColumn('status', 'integer')
        .addColumn('sentence', 'text')
        .execute();
      await db.schema
        .createIndex('webhook_message_of_webhook')
        .on('webhook_message')
        .columns(['webhook_id', 'id'])
        .execute();
      await sql`
        create index webhook_message_waiting on webhook_message (webhook_id, id) where state = 'waiting'`.execute(
        db,
      );
    },
  };
}
