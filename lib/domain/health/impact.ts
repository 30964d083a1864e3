import { findCurrency, isRetiredOn } from '#lib/domain/currencies/currency';
import { DEFAULT_CHOICE, findRate, isOwnCurrentRate } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';

/** Some pairs, of which the first few are named. */
export interface NamedPairs {
  readonly count: number;
  /** At most {@link NAMED_MAX} of them, as published: `EUR/ISK`. */
  readonly examples: readonly string[];
}

/** What faults mean for those who ask for a pair without naming a source. Pairs that are not counted below still have a current rate. */
export interface Impact {
  /** How many pairs the sources publish. */
  readonly pairs: number;
  /** Those without any rate. */
  readonly none: NamedPairs;
  /** Those with a rate that is marked stale. */
  readonly stale: NamedPairs;
  /** How many are now answered by another source, which is named; the largest number first. */
  readonly instead: readonly { readonly source: string; readonly count: number }[];
}

/** The impact of some faults: of each source that has one, and of all together, which counts a pair once. */
export interface Impacts {
  readonly bySource: ReadonlyMap<string, Impact>;
  readonly all: Impact;
}

/** Pairs that a sentence has room to name. */
const NAMED_MAX = 3;

/** What became of a pair: no rate, a stale one, as before, or the source that now answers. */
type Outcome =
  | { readonly kind: 'none' | 'stale' | 'unchanged' }
  | { readonly kind: 'instead'; readonly source: string };

/** What the faults of these sources mean at the instant of a snapshot, pair by pair as each source publishes them. */
export function impactsOf(snapshot: RateSnapshot, faulty: readonly string[]): Impacts {
  const all = new Map<string, Outcome>();
  const bySource = new Map<string, Impact>();
  for (const [place, source] of snapshot.sources.entries()) {
    if (!faulty.includes(source.id)) continue;
    const before = { ...snapshot, sources: snapshot.sources.slice(0, place) };
    const outcomes = new Map<string, Outcome>();
    for (const pair of pairsOf(source, snapshot)) {
      const outcome = outcomeOf(pair, { snapshot, before, source });
      outcomes.set(pair, outcome);
      if (!all.has(pair)) all.set(pair, outcome);
    }
    bySource.set(source.id, impactOf(outcomes));
  }
  return { bySource, all: impactOf(all) };
}

/** The pairs that a source gave figures of when it last gave any; those that it had dropped by then count no more. */
function pairsOf({ publications, pairs }: SourceSnapshot, { today }: RateSnapshot): readonly string[] {
  const [newest] = publications;
  if (newest === undefined) {
    return [...pairs].filter((pair) => codesOf(pair).every((code) => isInUse(code, today))).toSorted();
  }
  const counted = publications.flatMap(({ figures, quotes, limits }) =>
    [...figures.keys()].filter((pair) => {
      const { expiresAt } = quotes?.get(pair)?.limits ?? limits ?? {};
      return expiresAt === undefined || expiresAt > newest.observedAt;
    }),
  );
  return [...new Set(counted)].toSorted();
}

function isInUse(code: string, today: RateSnapshot['today']): boolean {
  const currency = findCurrency(code);
  return currency !== null && !isRetiredOn(currency, today);
}

interface Asked {
  readonly snapshot: RateSnapshot;
  /** The same with the sources of higher priority alone. */
  readonly before: RateSnapshot;
  readonly source: SourceSnapshot;
}

function outcomeOf(pairText: string, { snapshot, before, source }: Asked): Outcome {
  const [base, quote] = codesOf(pairText);
  const pair = { base, quote };
  // A source of higher priority answers, whatever becomes of this one.
  if (isOwnCurrentRate(before, pair)) return { kind: 'unchanged' };
  const rate = findRate(snapshot, pair, DEFAULT_CHOICE);
  if (!rate.ok) return { kind: 'none' };
  if (rate.value.stale) return { kind: 'stale' };
  return rate.value.source === source.id
    ? { kind: 'unchanged' }
    : { kind: 'instead', source: rate.value.source };
}

function codesOf(pair: string): readonly [base: string, quote: string] {
  const [base = '', quote = ''] = pair.split('/');
  return [base, quote];
}

function impactOf(outcomes: ReadonlyMap<string, Outcome>): Impact {
  const pairs = [...outcomes];
  const named = (kind: Outcome['kind']): NamedPairs => {
    const found = pairs.filter(([, outcome]) => outcome.kind === kind);
    return { count: found.length, examples: found.slice(0, NAMED_MAX).map(([pair]) => pair) };
  };
  const answering = Map.groupBy(
    pairs.flatMap(([, outcome]) => (outcome.kind === 'instead' ? outcome.source : [])),
    (source) => source,
  );
  return {
    pairs: pairs.length,
    none: named('none'),
    stale: named('stale'),
    instead: [...answering]
      .map(([source, { length: count }]) => ({ source, count }))
      .toSorted((one, other) => other.count - one.count),
  };
}
