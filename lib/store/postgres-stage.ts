import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { StagedFixings } from './write-database.ts';

/** Rows encoded at a time, so that a large load is never in memory twice. */
const CHUNK_ROWS = 4000;

/** A row of COPY's binary format: a count of columns, then each column's length and bytes: integer, bigint, double. */
const ROW_BYTES = 2 + (4 + 4) + (4 + 8) + (4 + 8);

/** Signature, flags and length of the extension of COPY's binary format. */
const HEADER = Buffer.from('PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');

/** A row with -1 columns ends the data. */
const TRAILER = Buffer.from([0xff, 0xff]);

/**
 * Fills a temporary table of this connection, which must be within a transaction. Binary, so that no figure passes through
 * text. The key refuses two figures for one place, the check a series that the load does not name, and the statistics tell the planner how many rows there are to merge.
 */
export async function stageInPostgres(client: PoolClient, fixings: StagedFixings): Promise<void> {
  await client.query(
    `create temp table staged_fixing (
       series_id integer not null check (series_id > 0), ts bigint not null, rate double precision not null
     ) on commit drop`,
  );
  const copy = client.query(copyFrom('copy staged_fixing (series_id, ts, rate) from stdin (format binary)'));
  await pipeline(Readable.from(binaryRows(fixings), { objectMode: false }), copy);
  await client.query('alter table staged_fixing add primary key (series_id, ts)');
  await client.query('analyze staged_fixing');
}

function* binaryRows({ seriesIds, instantsMs, rates }: StagedFixings): Generator<Buffer> {
  yield HEADER;
  for (let start = 0; start < rates.length; start += CHUNK_ROWS) {
    const end = Math.min(start + CHUNK_ROWS, rates.length);
    const chunk = Buffer.allocUnsafe((end - start) * ROW_BYTES);
    let offset = 0;
    for (let row = start; row < end; row += 1) {
      offset = chunk.writeInt16BE(3, offset);
      offset = chunk.writeInt32BE(4, offset);
      offset = chunk.writeInt32BE(seriesIds[row] ?? -1, offset);
      offset = chunk.writeInt32BE(8, offset);
      offset = chunk.writeBigInt64BE(BigInt(instantsMs[row] ?? 0), offset);
      offset = chunk.writeInt32BE(8, offset);
      offset = chunk.writeDoubleBE(rates[row] ?? Number.NaN, offset);
    }
    yield chunk;
  }
  yield TRAILER;
}
