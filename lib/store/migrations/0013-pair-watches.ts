import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '#lib/store/engine/engine';
import { numberedTable } from './table-shapes.ts';

/** What accounts watch, and the crossings that were noted. Instants are epoch milliseconds; truth values are 0 and 1. */
export function pairWatches(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('pair_watch')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) =>
          column.notNull().references('account.id').onDelete('cascade'),
        )
        .addColumn('base', 'text', (column) => column.notNull())
        .addColumn('quote', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('threshold', 'double precision', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('is_beyond', 'integer')
        .execute();
      await db.schema
        .createIndex('pair_watch_of_account')
        .on('pair_watch')
        .columns(['account_id', 'created_at'])
        .execute();
      await numberedTable(db, engine, 'watch_event')
        .addColumn('watch_id', 'text', (column) =>
          column.notNull().references('pair_watch.id').onDelete('cascade'),
        )
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('rate', 'double precision', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('observed_at', 'bigint', (column) => column.notNull())
        .addColumn('version', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('watch_event_of_watch')
        .on('watch_event')
        .columns(['watch_id', 'id'])
        .execute();
    },
  };
}
