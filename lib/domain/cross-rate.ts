import type { Pair } from './pair.ts';
import { chainRates, IDENTITY_RATE } from './rate-precision.ts';
import type { RateSnapshot } from './rate-snapshot.ts';
import { type FoundRate, strictRate } from './strict-rate.ts';

/** The ways round a cross between sources, in the order they are tried: through USD, through EUR, through both. */
const PIVOT_ROUTES = [['USD'], ['EUR'], ['USD', 'EUR'], ['EUR', 'USD']] as const;

/** Which ages a rate may have: fresh and late figures, or stale ones too (within their hard limit). */
export type AcceptedAge = 'current' | 'stale-too';

/** The first source in priority whose own answer has an accepted age. */
export function firstStrictRate(snapshot: RateSnapshot, pair: Pair, accepted: AcceptedAge): FoundRate | null {
  for (const source of snapshot.sources) {
    const answer = strictRate(source, pair);
    if (answer.kind !== 'found') continue;
    if (accepted === 'stale-too' || !answer.found.stale) return answer.found;
  }
  return null;
}

/**
 * A cross between sources: each leg is one strict answer, of whichever source comes first for it. The answer bears the
 * lowest-priority leg's name and the oldest leg's time.
 */
export function crossRateBetweenSources(
  snapshot: RateSnapshot,
  pair: Pair,
  accepted: AcceptedAge,
): FoundRate | null {
  if (pair.base === pair.quote) return null;
  for (const pivots of PIVOT_ROUTES) {
    const halves = strictLegs(snapshot, [pair.base, ...pivots, pair.quote], accepted);
    if (halves) return joinLegs(snapshot, halves);
  }
  return null;
}

function strictLegs(
  snapshot: RateSnapshot,
  stops: readonly string[],
  accepted: AcceptedAge,
): readonly FoundRate[] | null {
  const halves: FoundRate[] = [];
  for (const [index, base] of stops.entries()) {
    const quote = stops[index + 1];
    if (quote === undefined) break;
    if (base === quote) return null;
    const half = firstStrictRate(snapshot, { base, quote }, accepted);
    if (!half) return null;
    halves.push(half);
  }
  return halves;
}

function joinLegs(snapshot: RateSnapshot, halves: readonly FoundRate[]): FoundRate | null {
  const [first] = halves;
  if (!first) return null;
  const priorityOf = (found: FoundRate) => snapshot.sources.findIndex(({ id }) => id === found.source);
  return {
    source: halves.reduce((lowest, half) => (priorityOf(half) > priorityOf(lowest) ? half : lowest), first)
      .source,
    observedAt: halves.reduce((oldest, half) => (half.observedAt < oldest.observedAt ? half : oldest), first)
      .observedAt,
    rate: halves.reduce((rate, half) => chainRates(rate, half.rate), IDENTITY_RATE),
    stale: halves.some(({ stale }) => stale),
    legs: halves.flatMap(({ legs }) => legs),
  };
}
