import { sql, type Transaction } from 'kysely';
import type { FixingDocument } from './documents.ts';
import type { FigureFlag } from './figure-flags.ts';
import { countDiffering, dropFlagsOfReplaced, keepReplaced, type Merge } from './replacements.ts';
import { raiseRates } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import { ensureSeries, seriesColumn, type SeriesPair } from './series.ts';
import type { WriteDatabase } from '#lib/store/engine/write-database';

export type { FixingDocument } from './documents.ts';

/** Accepted fixings of one document, a column each; `seriesIndexes` points into `series`. */
export interface FixingBatch {
  readonly document: FixingDocument;
  readonly series: readonly SeriesPair[];
  readonly seriesIndexes: Uint32Array;
  readonly instantsMs: Float64Array;
  /** One unit of base in quote, as published. */
  readonly rates: Float64Array;
  /** What a rule found remarkable about some of them. */
  readonly flags?: readonly FigureFlag[];
}

/** What a load changed: figures that were not there, and figures that differ from the stored ones. */
export interface LoadCounts {
  readonly imported: number;
  readonly revised: number;
}

/** Fixings on their way in, wherever they come from. */
export type FixingRows = Omit<FixingBatch, 'document' | 'flags'> & {
  readonly source: string;
  /** When the figures that these replace end, in epoch milliseconds. */
  readonly seenAtMs: number;
  /** The number of the document that brought them; asked only when one of them is new. */
  readonly bodyId: () => Promise<number>;
};

const MERGE: Merge = { staged: 'staged_fixing', stored: 'obs_day' };

/**
 * Stores the fixings of one document within a transaction. A figure that differs from the stored one becomes its newest revision
 * and the older one is kept; a document that brings nothing new leaves no trace.
 */
export async function mergeFixings(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  rows: FixingRows,
): Promise<LoadCounts> {
  const ids = await ensureSeries(store, transaction, { source: rows.source, pairs: rows.series });
  await store.stageRows(transaction, {
    table: MERGE.staged,
    columns: [
      { name: 'series_id', type: 'integer', nullable: false, values: seriesColumn(ids, rows) },
      { name: 'ts', type: 'bigint', nullable: false, values: rows.instantsMs },
      { name: 'rate', type: 'double precision', nullable: false, values: rows.rates },
    ],
  });
  const counts = await mergeStaged(transaction, rows);
  await sql`drop table staged_fixing`.execute(transaction);
  return counts;
}

async function mergeStaged(transaction: Transaction<Schema>, rows: FixingRows): Promise<LoadCounts> {
  const differing = await countDiffering(transaction, MERGE);
  if (differing.missing === 0 && differing.revised === 0) return { imported: 0, revised: 0 };
  const bodyId = await rows.bodyId();
  await keepReplaced(transaction, MERGE, rows.seenAtMs);
  if (differing.revised > 0) await dropFlagsOfReplaced(transaction, MERGE);
  await sql`
    insert into obs_day (series_id, ts, rate, body_id)
    select series_id, ts, rate, ${bodyId} from staged_fixing where true order by series_id, ts
    on conflict (series_id, ts) do update set rate = excluded.rate, body_id = excluded.body_id
    where obs_day.rate is distinct from excluded.rate`.execute(transaction);
  await raiseRates(transaction, rows.source);
  return { imported: differing.missing, revised: differing.revised };
}
