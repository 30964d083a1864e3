import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Engine } from '#lib/store/engine/engine';

/** A series is one run of pages in SQLite when its rows lie in the primary key itself. */
export function clusteredTable<T extends string>(
  engine: Engine,
  table: CreateTableBuilder<T>,
): CreateTableBuilder<T> {
  return engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table;
}

/** A table whose `id` is a number that the database gives out to rows that come without one. */
export function numberedTable<T extends string>(db: Kysely<unknown>, engine: Engine, name: T) {
  const table = db.schema.createTable(name);
  return engine === 'sqlite'
    ? table.addColumn('id', 'integer', (column) => column.primaryKey())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity());
}
