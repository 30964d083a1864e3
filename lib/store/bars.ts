import { sql, type Transaction } from 'kysely';
import { type FixingDocument, keepDocument } from './documents.ts';
import { type FigureFlag, keepFlags } from './figure-flags.ts';
import type { LoadCounts } from './fixings.ts';
import { countDiffering, keepReplaced, type Merge } from './replacements.ts';
import { raiseRates } from './revisions.ts';
import type { Schema } from './schema.ts';
import { ensureSeries, seriesColumn, type SeriesPair } from './series.ts';
import type { WriteDatabase } from './write-database.ts';

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

const MERGE: Merge = { staged: 'staged_bar', stored: 'tick_day' };

/**
 * Stores daily bars within a transaction. A closing price that differs from the stored one becomes its newest revision, also
 * where that came from live quotes, and no live quote changes it any more; the older figure is kept. A document that brings
 * nothing new leaves no trace.
 */
export async function mergeBars(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  batch: BarBatch,
): Promise<LoadCounts> {
  const { source } = batch.document;
  const ids = await ensureSeries(store, transaction, { source, pairs: batch.series });
  await store.stageRows(transaction, {
    table: MERGE.staged,
    columns: [
      { name: 'series_id', type: 'integer', nullable: false, values: seriesColumn(ids, batch) },
      { name: 'ts', type: 'bigint', nullable: false, values: batch.daysMs },
      { name: 'at', type: 'bigint', nullable: false, values: batch.instantsMs },
      { name: 'rate', type: 'double precision', nullable: false, values: batch.rates },
      { name: 'low', type: 'double precision', nullable: true, values: batch.lows },
      { name: 'high', type: 'double precision', nullable: true, values: batch.highs },
    ],
  });
  const counts = await mergeStaged(transaction, batch.document);
  await sql`drop table staged_bar`.execute(transaction);
  await keepFlags(store, transaction, { source, flags: batch.flags });
  return counts;
}

async function mergeStaged(transaction: Transaction<Schema>, document: FixingDocument): Promise<LoadCounts> {
  const differing = await countDiffering(transaction, MERGE);
  if (differing.missing === 0 && differing.revised === 0) return { imported: 0, revised: 0 };
  const bodyId = await keepDocument(transaction, document);
  await keepReplaced(transaction, MERGE, document.fetchedAtMs);
  await sql`
    insert into tick_day (series_id, ts, at, rate, low, high, n, body_id)
    select series_id, ts, at, rate, low, high, 0, ${bodyId} from staged_bar where true order by series_id, ts
    on conflict (series_id, ts) do update set at = excluded.at, rate = excluded.rate, low = excluded.low,
      high = excluded.high, n = 0, body_id = excluded.body_id
    where tick_day.rate is distinct from excluded.rate`.execute(transaction);
  await raiseRates(transaction, document.source);
  return { imported: differing.missing, revised: differing.revised };
}
