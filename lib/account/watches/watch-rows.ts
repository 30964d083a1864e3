import type { FiredWatch, WatchRow } from '#lib/contract/watches';
import type { Crossing, NotedCrossing, PairWatch } from '#lib/store/watches/pair-watches';

/** A watch as its owner sees it. */
export function watchRow({ id, base, quote, rule, createdAtMs, isBeyond }: PairWatch): WatchRow {
  return { id, from: base, to: quote, rule, createdAt: new Date(createdAtMs).toISOString(), isBeyond };
}

/** A crossing of a watch as its owner sees it; it gets its id when it is noted. */
export function firedWatch(
  { id: watchId, base, quote, rule }: NotedCrossing['watch'],
  { atMs, rate, source, observedAtMs, version }: Crossing,
): Omit<FiredWatch, 'id'> {
  return {
    watchId,
    from: base,
    to: quote,
    rule,
    at: new Date(atMs).toISOString(),
    rate,
    source,
    observedAt: new Date(observedAtMs).toISOString(),
    version,
  };
}
