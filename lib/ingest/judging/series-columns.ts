import type { Observation } from '#lib/domain/rates/observation';
import { pairKey } from '#lib/domain/rates/pair';
import type { SourceId } from '#lib/domain/source-id';
import type { SourceDocument } from '#lib/sources/source';
import type { FixingDocument } from '#lib/store/rates/documents';

/** Observations as columns; `seriesIndexes` points into `series`. */
export interface ColumnRows {
  readonly series: readonly { readonly base: string; readonly quote: string }[];
  readonly seriesIndexes: Uint32Array;
  readonly instantsMs: Float64Array;
  /** One unit of base in quote, as published. */
  readonly rates: Float64Array;
}

/** Turns observations into columns, which cross to the writer thread without a copy of each. */
export function seriesColumns(observations: readonly Observation[]): ColumnRows {
  const series: { base: string; quote: string }[] = [];
  const indexOf = new Map<string, number>();
  const seriesIndexes = new Uint32Array(observations.length);
  const instantsMs = new Float64Array(observations.length);
  const rates = new Float64Array(observations.length);
  for (const [row, { base, quote, rate, observedAt }] of observations.entries()) {
    const key = pairKey(base, quote);
    let index = indexOf.get(key);
    if (index === undefined) {
      index = series.push({ base, quote }) - 1;
      indexOf.set(key, index);
    }
    seriesIndexes[row] = index;
    instantsMs[row] = observedAt.getTime();
    rates[row] = rate;
  }
  return { series, seriesIndexes, instantsMs, rates };
}

/** A document as the store keeps it. */
export function documentRow(source: SourceId, { url, body, fetchedAt }: SourceDocument): FixingDocument {
  return { source, url, body, fetchedAtMs: fetchedAt.getTime() };
}
