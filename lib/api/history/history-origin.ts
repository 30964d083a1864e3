import { routesOf } from '#lib/domain/series/historical-series';
import type { Pair } from '#lib/domain/rates/pair';
import { findRate, type SourceChoice } from '#lib/domain/rates/rate-engine';
import { roundExact } from '#lib/domain/rates/exact-number';
import { knownUntilMs, type RateSnapshot, type SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { FoundRate } from '#lib/domain/rates/strict-rate';
import { tiesAnEnd } from './law-points.ts';

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
  const pegs = asked.flatMap((source) => source.pegs);
  if (pegs.length === 0) return publishers.join(' ');
  // What law makes of a pair ends with its rate of today.
  const isTied = choice.kind === 'default' && pegs.some((peg) => tiesAnEnd(peg, pair));
  const found = isTied ? findRate(snapshot, pair, choice) : null;
  if (found?.ok === false || (found && hasQuote(found.value, sources))) return version;
  const rate = found ? [roundExact(found.value.rate), found.value.observedAt.getTime()] : [];
  return [today, ...rate, ...publishers].join(' ');
}

/** Whether a rate has a leg of a market. */
function hasQuote({ legs }: FoundRate, sources: readonly SourceSnapshot[]): boolean {
  return legs.some((leg) => sources.some(({ id, cadence }) => id === leg.source && cadence === 'tick'));
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
