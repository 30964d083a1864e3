import { sql, type Transaction } from 'kysely';
import type { FixingDocument } from './documents.ts';
import type { FigureFlag } from './figure-flags.ts';
import type { LoadCounts } from './fixings.ts';
import { countDiffering, keepReplaced, type Merge } from './replacements.ts';
import { raiseRates } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import { ensureSeries, seriesColumn, type SeriesPair } from './series.ts';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** The daily bars of one document of a market's history, a column each; of closed days only. */
export interface BarBatch {
  readonly document: FixingDocument;
  readonly series: readonly SeriesPair[];
  /** Points into `series`. */
  readonly seriesIndexes: Uint32Array;
  /** 00:00 UTC of each bar's day. */
  readonly daysMs: Float64Array;
  /** The instant of each bar's last price. */
  readonly instantsMs: Float64Array;
  /** The closing prices: one unit of base in quote, as published. */
  readonly rates: Float64Array;
  /** NaN where the document states none. */
  readonly lows: Float64Array;
  readonly highs: Float64Array;
  readonly flags: readonly FigureFlag[];
}

/** Daily bars on their way in, wherever they come from. */
export type BarRows = Omit<BarBatch, 'document' | 'flags'> & {
  readonly source: string;
  /** When the figures that these replace end, in epoch milliseconds. */
  readonly seenAtMs: number;
  /** The number of the document that brought them; asked only when one of them is new. */
  readonly bodyId: () => Promise<number>;
};

const MERGE: Merge = { staged: 'staged_bar', stored: 'tick_day' };

/**
 * Stores daily bars within a transaction. A closing price that differs from the stored one becomes its newest revision, also
 * where that came from live quotes, and no live quote changes it any more; the older figure is kept. A document that brings
 * nothing new leaves no trace.
 */
export async function mergeBars(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  rows: BarRows,
): Promise<LoadCounts> {
  const ids = await ensureSeries(store, transaction, { source: rows.source, pairs: rows.series });
  await store.stageRows(transaction, {
    table: MERGE.staged,
    columns: [
      { name: 'series_id', type: 'integer', nullable: false, values: seriesColumn(ids, rows) },
      { name: 'ts', type: 'bigint', nullable: false, values: rows.daysMs },
      { name: 'at', type: 'bigint', nullable: false, values: rows.instantsMs },
      { name: 'rate', type: 'double precision', nullable: false, values: rows.rates },
      { name: 'low', type: 'double precision', nullable: true, values: rows.lows },
      { name: 'high', type: 'double precision', nullable: true, values: rows.highs },
    ],
  });
  const counts = await mergeStaged(transaction, rows);
  await sql`drop table staged_bar`.execute(transaction);
  return counts;
}

async function mergeStaged(transaction: Transaction<Schema>, rows: BarRows): Promise<LoadCounts> {
  const differing = await countDiffering(transaction, MERGE);
  if (differing.missing === 0 && differing.revised === 0) return { imported: 0, revised: 0 };
  const bodyId = await rows.bodyId();
  await keepReplaced(transaction, MERGE, rows.seenAtMs);
  await sql`
    insert into tick_day (series_id, ts, at, rate, low, high, n, body_id)
    select series_id, ts, at, rate, low, high, 0, ${bodyId} from staged_bar where true order by series_id, ts
    on conflict (series_id, ts) do update set at = excluded.at, rate = excluded.rate, low = excluded.low,
      high = excluded.high, n = 0, body_id = excluded.body_id
    where tick_day.rate is distinct from excluded.rate`.execute(transaction);
  await raiseRates(transaction, rows.source);
  return { imported: differing.missing, revised: differing.revised };
}
