import type { Observation } from '#lib/domain/observation';
import { pairKey } from '#lib/domain/pair';
import type { SourceId } from '#lib/domain/source-id';
import type { SourceDocument } from '#lib/sources/source';
import type { FixingBatch } from '#lib/store/fixings';

/** The accepted observations of one document in the form in which the store takes them: a column each. */
export function fixingBatch(
  source: SourceId,
  document: SourceDocument,
  observations: readonly Observation[],
): FixingBatch {
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
  const { url, body, fetchedAt } = document;
  return {
    document: { source, url, body, fetchedAtMs: fetchedAt.getTime() },
    series,
    seriesIndexes,
    instantsMs,
    rates,
  };
}
