import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** One row a source: a digest of its newest figures, by which a figure is found that was changed by nobody's poll. */
export function figureDigests(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('figure_digest')
        .addColumn('source', 'text', (column) => column.primaryKey())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .execute();
    },
  };
}
