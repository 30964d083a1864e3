import { LONGEST_CHAIN } from '#lib/domain/currencies/peg';
import type { Pair } from './pair.ts';
import { multiply } from './exact-number.ts';
import type { RateSnapshot } from './rate-snapshot.ts';
import { type FoundRate, strictRate } from './strict-rate.ts';

/**
 * The routes round a cross between sources, in the order they are tried: no pivot (a peg through its anchor), through USD,
 * through EUR, through both.
 */
const PIVOT_ROUTES = [[], ['USD'], ['EUR'], ['USD', 'EUR'], ['EUR', 'USD']] as const;

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
 * A cross between sources: each leg is one strict answer, of whichever source comes first for it; a currency pegged to
 * something else than USD or EUR is first expressed through its anchor. The answer bears the lowest-priority leg's name and
 * the oldest leg's time, where pegs have no age.
 */
export function crossRateBetweenSources(
  snapshot: RateSnapshot,
  pair: Pair,
  accepted: AcceptedAge,
): FoundRate | null {
  if (pair.base === pair.quote) return null;
  for (const pivots of PIVOT_ROUTES) {
    const parts = partsThrough(snapshot, [pair.base, ...pivots, pair.quote], accepted);
    if (parts && parts.length > 1) return joinParts(snapshot, parts);
  }
  return null;
}

function partsThrough(
  snapshot: RateSnapshot,
  stops: readonly string[],
  accepted: AcceptedAge,
): readonly FoundRate[] | null {
  const parts: FoundRate[] = [];
  for (const [index, base] of stops.entries()) {
    const quote = stops[index + 1];
    if (quote === undefined) break;
    if (base === quote) return null;
    const leg = legThroughAnchors(snapshot, { base, quote }, accepted);
    if (!leg) return null;
    parts.push(...leg);
  }
  return parts;
}

/**
 * One strict answer, or several where law ties an end to another currency: SZL to GIP is SZL/ZAR, ZAR/GBP, GBP/GIP, and
 * BRN to EUR is BRN/BRE, BRE/BRR, BRR/BRL, BRL/EUR.
 */
function legThroughAnchors(
  snapshot: RateSnapshot,
  pair: Pair,
  accepted: AcceptedAge,
): readonly FoundRate[] | null {
  const strict = firstStrictRate(snapshot, pair, accepted);
  if (strict) return [strict];
  const down = anchorsFrom(snapshot, pair.base);
  const up = anchorsFrom(snapshot, pair.quote).toReversed();
  if (down.length === 1 && up.length === 1) return null;
  const parts: FoundRate[] = [];
  let base = pair.base;
  for (const quote of [...down.slice(1), ...up]) {
    if (base === quote) continue;
    const part = firstStrictRate(snapshot, { base, quote }, accepted);
    if (!part) return null;
    parts.push(part);
    base = quote;
  }
  return parts;
}

/** A code and what law ties it to, one after the other: BRN, BRE, BRR, BRL. */
function anchorsFrom(snapshot: RateSnapshot, code: string): readonly string[] {
  const chain = [code];
  for (let last: string | undefined = code; chain.length <= LONGEST_CHAIN;) {
    last = anchorOf(snapshot, last);
    if (last === undefined) break;
    chain.push(last);
  }
  return chain;
}

function anchorOf(snapshot: RateSnapshot, code: string): string | undefined {
  for (const { anchors } of snapshot.sources) {
    const anchor = anchors.get(code);
    if (anchor !== undefined) return anchor;
  }
  return undefined;
}

function joinParts(snapshot: RateSnapshot, parts: readonly FoundRate[]): FoundRate | null {
  const [first] = parts;
  if (!first) return null;
  const sourceOf = ({ source }: FoundRate) => snapshot.sources.findIndex(({ id }) => id === source);
  const lowest = parts.reduce((low, part) => (sourceOf(part) > sourceOf(low) ? part : low), first);
  const dated = parts.filter(({ isPegged }) => !isPegged);
  const oldest = dated.reduce(
    (old, part) => (part.observedAt < old.observedAt ? part : old),
    dated[0] ?? first,
  );
  return {
    source: lowest.source,
    observedAt: oldest.observedAt,
    rate: parts.map(({ rate }) => rate).reduce(multiply),
    stale: parts.some(({ stale }) => stale),
    closing: parts.find(({ closing }) => closing !== null)?.closing ?? null,
    isPegged: dated.length === 0,
    legs: parts.flatMap(({ legs }) => legs),
  };
}
