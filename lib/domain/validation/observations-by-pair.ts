import type { Observation } from '#lib/domain/rates/observation';

/** Observations as one series a pair, ascending by time. Ordered input, newest or oldest first, costs linear time. */
export function observationsByPair<T extends Observation>(
  observations: readonly T[],
): readonly (readonly T[])[] {
  const seriesByBase = new Map<string, Map<string, T[]>>();
  for (const observation of observations) {
    let byQuote = seriesByBase.get(observation.base);
    if (byQuote === undefined) seriesByBase.set(observation.base, (byQuote = new Map()));
    const series = byQuote.get(observation.quote);
    if (series === undefined) byQuote.set(observation.quote, [observation]);
    else series.push(observation);
  }
  return [...seriesByBase.values()].flatMap((byQuote) => [...byQuote.values()].map(ascending));
}

/** The engine's sort is linear on a run in either direction, but reading dates in a comparison is not free. */
function ascending<T extends Observation>(series: T[]): readonly T[] {
  if (isAscending(series)) return series;
  const reversed = series.toReversed();
  if (isAscending(reversed)) return reversed;
  return series.toSorted((one, other) => one.observedAt.getTime() - other.observedAt.getTime());
}

function isAscending(series: readonly Observation[]): boolean {
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const { observedAt } of series) {
    const instantMs = observedAt.getTime();
    if (instantMs < newestMs) return false;
    newestMs = instantMs;
  }
  return true;
}
