import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Signed receipts, the figures that each stands on, and the public keys that signed them. Instants are epoch milliseconds. */
export function receipts(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('receipt_key')
        .addColumn('n', 'integer', (column) => column.primaryKey())
        .addColumn('kid', 'text', (column) => column.notNull().unique())
        .addColumn('x', 'text', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('receipt')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('issued_at', 'bigint', (column) => column.notNull())
        .addColumn('jws', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('receipt_leg')
        .addColumn('receipt_id', 'text', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('series_id', 'integer', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('rate', 'double precision', (column) => column.notNull())
        .addColumn('body_id', 'integer')
        .addPrimaryKeyConstraint('receipt_leg_key', ['receipt_id', 'position'])
        .addForeignKeyConstraint('receipt_leg_receipt', ['receipt_id'], 'receipt', ['id'])
        .execute();
      await db.schema
        .createIndex('receipt_leg_figure')
        .on('receipt_leg')
        .columns(['series_id', 'at'])
        .execute();
    },
  };
}
