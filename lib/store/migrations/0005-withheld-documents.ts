import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '#lib/store/engine/engine';
import { numberedTable } from './table-shapes.ts';

/**
 * Documents of which nothing is stored until an operator decides, and when an imported one was taken back. Instants are epoch
 * milliseconds.
 */
export function withheldDocuments(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await numberedTable(db, engine, 'withheld_document')
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('fetched_at', 'bigint', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .addColumn('content', engine === 'sqlite' ? 'blob' : 'bytea', (column) => column.notNull())
        .addColumn('rule', 'text', (column) => column.notNull())
        .addColumn('figures', 'integer', (column) => column.notNull())
        .addColumn('sentence', 'text', (column) => column.notNull())
        .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
        .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('decided_at', 'bigint')
        .addColumn('decided_by', 'text')
        .execute();
      await db.schema
        .createIndex('withheld_by_state')
        .on('withheld_document')
        .columns(['state', 'source'])
        .execute();
      await db.schema.alterTable('body').addColumn('taken_back_at', 'bigint').execute();
    },
  };
}
