import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '#lib/store/engine/engine';
import { numberedTable } from './table-shapes.ts';

/** What the operator says on the status page. Instants are epoch milliseconds; `affects` is a comma list, empty for the whole service. */
export function statusNotes(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await numberedTable(db, engine, 'status_note')
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('affects', 'text', (column) => column.notNull())
        .addColumn('written_at', 'bigint', (column) => column.notNull())
        .addColumn('from_at', 'bigint')
        .addColumn('until_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .execute();
    },
  };
}
