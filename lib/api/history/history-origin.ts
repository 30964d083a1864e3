import { routesOf } from '#lib/domain/series/historical-series';
import type { Pair } from '#lib/domain/rates/pair';
import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import { knownUntilMs, type RateSnapshot, type SourceSnapshot } from '#lib/domain/rates/rate-snapshot';

/**
 * Names what the history of a pair is made from. That of publishers of fixings is the figures of their own commits up to the newest
 * that counts: polls of a market leave it as it is. A market's own history turns with every version, as its last point is the
 * current rate.
 */
export function historyMadeFrom(
  snapshot: RateSnapshot,
  { pair, choice }: { readonly pair: Pair; readonly choice: SourceChoice },
): string {
  const { sources, version, today } = snapshot;
  const asked = sources.filter(({ id }) => choice.kind === 'default' || choice.source === id);
  if (asked.some((source) => source.cadence === 'tick' && mayHave(source, pair))) return version;
  const publishers = asked
    .filter(({ cadence }) => cadence === 'fixing')
    .map((source) => stateOf(source, snapshot));
  // Law, which stands in where no publisher has the pair, ends today.
  const hasPegs = asked.some(({ cadence }) => cadence === 'law');
  return [...(hasPegs ? [today] : []), ...publishers].join(' ');
}

/** Whether a market carries a pair, or may: of a currency against itself that is not worth a look at all of its pairs. */
function mayHave({ pairs, pivots }: SourceSnapshot, pair: Pair): boolean {
  return pair.base === pair.quote || routesOf(pairs, pivots, pair).length > 0;
}

/** A publisher's own commit, and where its history ends: not after the clock. */
function stateOf(source: SourceSnapshot, snapshot: RateSnapshot): string {
  const untilMs = Math.min(knownUntilMs(snapshot, source), snapshot.asOf.getTime());
  return `${source.id}:${source.revision}:${untilMs}`;
}
