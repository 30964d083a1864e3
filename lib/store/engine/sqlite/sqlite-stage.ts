import type { Database } from 'better-sqlite3';
import type { RowColumn, StagedRows } from '#lib/store/engine/write-database';

/**
 * Fills a temporary table of this connection, which no other process can see or be held up by. The primary key sorts the
 * rows as the table that they are merged into has them, so that the merge appends instead of jumping.
 */
export function stageInSqlite(plain: Database, { table, columns }: StagedRows): void {
  const definitions = columns.map(
    ({ name, type, nullable }) => `${name} ${type} ${nullable ? 'null' : 'not null'}`,
  );
  plain.exec(
    `create temp table ${table} (
       ${definitions.join(', ')}, check (series_id > 0), primary key (series_id, ts)
     ) without rowid`,
  );
  const [seriesIds, instants] = columns;
  insertRows(plain, { table, columns, onConflict: '' }, sortedOrder(seriesIds.values, instants.values));
}

/** What {@link insertRows} writes, and where. */
export interface SqliteInsert {
  readonly table: string;
  readonly columns: readonly RowColumn[];
  readonly onConflict: string;
}

/** Inserts rows by one prepared statement, in the given order of their numbers or as they stand. */
export function insertRows(
  plain: Database,
  { table, columns, onConflict }: SqliteInsert,
  order: ArrayLike<number> = ascending(columns),
): void {
  const names = columns.map(({ name }) => name).join(', ');
  const places = columns.map(() => '?').join(', ');
  const insert = plain.prepare(`insert into ${table} (${names}) values (${places}) ${onConflict}`);
  // Bound one by one, SQLite takes NaN for null.
  const row: (number | string | null | undefined)[] = [];
  for (let position = 0; position < order.length; position += 1) {
    const index = order[position] ?? 0;
    for (const [column, { values }] of columns.entries()) row[column] = values[index];
    insert.run(row);
  }
}

function ascending([first]: readonly RowColumn[]): Uint32Array {
  return numbersTo(first?.values.length ?? 0);
}

/** 0, 1, 2, ... below `length`. By hand, because what `from` maps passes through an array of objects first. */
function numbersTo(length: number): Uint32Array {
  const numbers = new Uint32Array(length);
  for (let index = 0; index < length; index += 1) numbers[index] = index;
  return numbers;
}

function sortedOrder(seriesIds: RowColumn['values'], instants: RowColumn['values']): Uint32Array {
  const first = asNumbers(seriesIds);
  const second = asNumbers(instants);
  const order = numbersTo(first.length);
  return order.sort((a, b) => (first[a] ?? 0) - (first[b] ?? 0) || (second[a] ?? 0) - (second[b] ?? 0));
}

function asNumbers(values: RowColumn['values']): Float64Array {
  const numbers = new Float64Array(values.length);
  for (let index = 0; index < values.length; index += 1) numbers[index] = Number(values[index]);
  return numbers;
}
