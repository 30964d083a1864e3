import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { RowInsert, StagedColumn, StagedRows } from '#lib/store/engine/write-database';

/** Rows encoded at a time, so that a large load is never in memory twice. */
const CHUNK_ROWS = 4000;

/** Signature, flags and length of the extension of COPY's binary format. */
const HEADER = Buffer.from('PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');

/** A row with -1 columns ends the data. */
const TRAILER = Buffer.from([0xff, 0xff]);

/** What stands for the length of a value that is missing. */
const NO_VALUE = -1;

const VALUE_BYTES = { integer: 4, bigint: 8, 'double precision': 8 } as const;

/**
 * Fills a temporary table of this connection, which must be within a transaction. Binary, so that no figure passes through
 * text. The key refuses two figures for one place, the check a series that the load does not name, and the statistics tell the planner how many rows there are to merge.
 */
export async function stageInPostgres(client: PoolClient, { table, columns }: StagedRows): Promise<void> {
  const names = columns.map(({ name }) => name).join(', ');
  const definitions = columns.map(
    ({ name, type, nullable }) => `${name} ${type} ${nullable ? 'null' : 'not null'}`,
  );
  await client.query(
    `create temp table ${table} (${definitions.join(', ')}, check (series_id > 0)) on commit drop`,
  );
  const copy = client.query(copyFrom(`copy ${table} (${names}) from stdin (format binary)`));
  await pipeline(Readable.from(binaryRows(columns), { objectMode: false }), copy);
  await client.query(`alter table ${table} add primary key (series_id, ts)`);
  await client.query(`analyze ${table}`);
}

/** Inserts rows by one statement, each column an array. */
export async function insertArrays(
  client: PoolClient,
  { table, columns, onConflict }: RowInsert,
): Promise<void> {
  const names = columns.map(({ name }) => name).join(', ');
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  await client.query(
    `insert into ${table} (${names}) select * from unnest(${arrays}) ${onConflict}`,
    columns.map(({ values }) => Array.from(values, (value) => (Number.isNaN(value) ? null : value))),
  );
}

function* binaryRows(columns: readonly StagedColumn[]): Generator<Buffer> {
  yield HEADER;
  const rows = columns[0]?.values.length ?? 0;
  /** A count of columns, then each column's length and bytes. */
  const rowBytes = columns.reduce((bytes, { type }) => bytes + 4 + VALUE_BYTES[type], 2);
  for (let start = 0; start < rows; start += CHUNK_ROWS) {
    const end = Math.min(start + CHUNK_ROWS, rows);
    const chunk = Buffer.allocUnsafe((end - start) * rowBytes);
    let offset = 0;
    for (let row = start; row < end; row += 1) {
      offset = chunk.writeInt16BE(columns.length, offset);
      for (const column of columns) offset = writeValue(chunk, offset, column, row);
    }
    yield chunk.subarray(0, offset);
  }
  yield TRAILER;
}

function writeValue(chunk: Buffer, offset: number, { type, values }: StagedColumn, row: number): number {
  const value = Number(values[row] ?? Number.NaN);
  if (Number.isNaN(value)) return chunk.writeInt32BE(NO_VALUE, offset);
  const after = chunk.writeInt32BE(VALUE_BYTES[type], offset);
  switch (type) {
    case 'integer':
      return chunk.writeInt32BE(value, after);
    case 'bigint':
      return chunk.writeBigInt64BE(BigInt(value), after);
    case 'double precision':
      return chunk.writeDoubleBE(value, after);
    default:
      return type satisfies never;
  }
}
