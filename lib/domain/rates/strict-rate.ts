import { isInForce } from '#lib/domain/currencies/peg';
import { pairKey } from './pair.ts';
import type { Pair } from './pair.ts';
import { type ExactNumber, ONE, rateOfLegs } from './exact-number.ts';
import type { MarketClosing } from '#lib/domain/calendars/forex-market';
import type { Publication, QuoteAge } from './publication.ts';
import type { SourceSnapshot } from './rate-snapshot.ts';
import type { DocumentFacts, EarlierFigure } from './stored-source.ts';
import type { SourceId } from '#lib/domain/source-id';
import type { AgeState } from '#lib/domain/calendars/staleness';

/** One published figure that a rate was made of, in the published direction: one `base` costs `figure` units of `quote`. */
export interface Leg {
  readonly source: SourceId;
  readonly base: string;
  readonly quote: string;
  readonly figure: number;
  /** Whether the rate divides by the figure. */
  readonly inverted: boolean;
  readonly observedAt: Date;
  /**
   * `law` where an act fixes the figure, which then has no age; at least `stale` where a newer figure is held; `closed` while its
   * market is, unless it was stale when that closed.
   */
  readonly age: AgeState | 'closed' | 'law';
  /** When the newest figure of the pair was observed, where that is newer than this one and held for review; else null. */
  readonly newerHeldAt: Date | null;
  readonly document: DocumentFacts | null;
  /** What the figure was before it was replaced, oldest first. */
  readonly earlier: readonly EarlierFigure[];
  /** The act that fixes the figure. */
  readonly act: string | null;
}

/** A rate with its origin; direction: one unit of the pair's base costs `rate` units of its quote. */
export interface FoundRate {
  readonly source: SourceId;
  readonly observedAt: Date;
  readonly rate: ExactNumber;
  readonly stale: boolean;
  /** For how long the market is closed that it takes figures of; null while that is open, and where none ever closes. */
  readonly closing: MarketClosing | null;
  /** Whether law alone made it: such a rate has no age, and its time is 00:00 UTC of the day. */
  readonly isPegged: boolean;
  /** In order from base to quote; empty for a currency against itself. */
  readonly legs: readonly Leg[];
}

/** What one source alone says of a pair. */
export type StrictAnswer =
  | { readonly kind: 'found'; readonly found: FoundRate }
  | { readonly kind: 'expired'; readonly observedAt: Date }
  | { readonly kind: 'not-carried' }
  /** A figure that it takes, observed then, is held for review, and there is none before it that may be served. */
  | { readonly kind: 'held'; readonly observedAt: Date }
  | { readonly kind: 'nothing-yet' };

/**
 * The rate of a pair from one source alone: direct, inverse, or a cross inside its newest publication or poll that has both
 * legs.
 * Figures past the source's hard limit are named `expired`, never served.
 */
export function strictRate(source: SourceSnapshot, pair: Pair): StrictAnswer {
  if (source.publications.length === 0) return { kind: 'nothing-yet' };
  let expiredAt: Date | null = null;
  for (const publication of source.publications) {
    const { found, expired } =
      pair.base === pair.quote
        ? identityWithin(publication, source, pair.base)
        : rateWithin(publication, source, pair);
    if (found) return { kind: 'found', found };
    expiredAt ??= expired;
  }
  if (expiredAt !== null) return { kind: 'expired', observedAt: expiredAt };
  const heldAt = heldInstant(source, pair);
  return heldAt ? { kind: 'held', observedAt: heldAt } : { kind: 'not-carried' };
}

/**
 * When the held figure was observed with which a pair that has no rate would have one, direct, inverse or crossed; null where none
 * would do.
 */
function heldInstant(
  { publications, heldPairs, pivots }: SourceSnapshot,
  { base, quote }: Pair,
): Date | null {
  if (heldPairs.size === 0) return null;
  const heldAt = (one: string, other: string) =>
    heldPairs.get(pairKey(one, other)) ?? heldPairs.get(pairKey(other, one)) ?? null;
  const isCarried = (one: string, other: string) =>
    publications.some(({ figures }) => figures.has(pairKey(one, other)) || figures.has(pairKey(other, one)));
  if (base === quote) {
    const [, at = null] = [...heldPairs].find(([pair]) => pair.split('/').includes(base)) ?? [];
    return at;
  }
  const direct = heldAt(base, quote);
  if (direct) return direct;
  for (const pivot of pivots) {
    const [first, second] = [heldAt(base, pivot), heldAt(pivot, quote)];
    const at = first ?? second;
    if (at && (first || isCarried(base, pivot)) && (second || isCarried(pivot, quote))) return at;
  }
  return null;
}

/**
 * When the newest figure of a published pair was observed, where it is newer than the one of a publication and held for review; else
 * null. Then that one is the former figure, however recent.
 */
export function newerHeldAt(
  { observedAt, quotes }: Pick<Publication, 'observedAt' | 'quotes'>,
  { heldPairs }: SourceSnapshot,
  pair: string,
): Date | null {
  const heldAt = heldPairs.get(pair);
  return heldAt && heldAt > (quotes?.get(pair) ?? { observedAt }).observedAt ? heldAt : null;
}

/** A rate within its hard limit, or when the figures past it were observed. */
interface Within {
  readonly found: FoundRate | null;
  readonly expired: Date | null;
}

const NOTHING: Within = { found: null, expired: null };

/** Direct or inverse, else through a pivot; a route with a leg past its hard limit is passed over. */
function rateWithin(publication: Publication, source: SourceSnapshot, pair: Pair): Within {
  if (!publication.codes.has(pair.base) || !publication.codes.has(pair.quote)) return NOTHING;
  let expired: Date | null = null;
  const direct = legOf(publication, source, pair.base, pair.quote);
  if (direct) {
    if (direct.age !== 'expired') return { found: rateOf(source, publication, [direct]), expired };
    expired = direct.observedAt;
  }
  for (const pivot of source.pivots) {
    const first = legOf(publication, source, pair.base, pivot);
    const second = first && legOf(publication, source, pivot, pair.quote);
    if (!first || !second) continue;
    if (first.age !== 'expired' && second.age !== 'expired') {
      return { found: rateOf(source, publication, [first, second]), expired };
    }
    expired ??= first.observedAt < second.observedAt ? first.observedAt : second.observedAt;
  }
  return { found: null, expired };
}

/** A currency against itself is 1, as current as the newest figure that names it. */
function identityWithin(publication: Publication, source: SourceSnapshot, code: string): Within {
  if (!publication.codes.has(code)) return NOTHING;
  const { observedAt, age } = newestNaming(publication, code);
  if (age === 'expired') return { found: null, expired: observedAt };
  const isPegged = publication.limits === null;
  const found = {
    source: source.id,
    observedAt,
    rate: ONE,
    stale: age === 'stale',
    closing: source.closing,
    isPegged,
    legs: [],
  };
  return { found, expired: null };
}

function newestNaming(
  publication: Publication,
  code: string,
): { readonly observedAt: Date; readonly age: AgeState } {
  const { quotes } = publication;
  if (!quotes) return publication;
  let newest: QuoteAge | null = null;
  for (const [pair, quote] of quotes) {
    if (!pair.startsWith(`${code}/`) && !pair.endsWith(`/${code}`)) continue;
    if (!newest || quote.limits.lateAt > newest.limits.lateAt) newest = quote;
  }
  return newest ?? publication;
}

function rateOf(source: SourceSnapshot, publication: Publication, legs: readonly Leg[]): FoundRate {
  return {
    source: source.id,
    observedAt: legs.reduce(
      (oldest, { observedAt }) => (observedAt < oldest ? observedAt : oldest),
      legs[0]?.observedAt ?? publication.observedAt,
    ),
    rate: rateOfLegs(legs),
    stale: legs.some(({ age }) => age === 'stale'),
    closing: source.closing,
    isPegged: publication.limits === null,
    legs,
  };
}

function legOf(publication: Publication, source: SourceSnapshot, from: string, to: string): Leg | null {
  const { figures } = publication;
  const direct = figures.get(pairKey(from, to));
  if (direct !== undefined) {
    return {
      base: from,
      quote: to,
      figure: direct,
      inverted: false,
      ...originOf(publication, source, from, to),
    };
  }
  const inverse = figures.get(pairKey(to, from));
  if (inverse === undefined) return null;
  return {
    base: to,
    quote: from,
    figure: inverse,
    inverted: true,
    ...originOf(publication, source, to, from),
  };
}

const NEVER_REPLACED: readonly EarlierFigure[] = [];

function originOf(
  publication: Publication,
  source: SourceSnapshot,
  base: string,
  quote: string,
): Omit<Leg, 'base' | 'quote' | 'figure' | 'inverted'> {
  const { id, pegs } = source;
  const { observedOn, limits, documents, earlier, quotes } = publication;
  const peg = pegs.find((rate) => rate.base === base && rate.quote === quote && isInForce(rate, observedOn));
  const { observedAt, age } = quotes?.get(pairKey(base, quote)) ?? publication;
  const heldAt = newerHeldAt(publication, source, pairKey(base, quote));
  return {
    source: id,
    observedAt,
    age: limits === null ? 'law' : legAge(age, heldAt !== null, source.closing !== null),
    newerHeldAt: heldAt,
    document: documents.get(pairKey(base, quote)) ?? null,
    earlier: (earlier.size > 0 && earlier.get(pairKey(base, quote))) || NEVER_REPLACED,
    act: peg?.act ?? null,
  };
}

function legAge(age: AgeState, isFormer: boolean, isClosed: boolean): Leg['age'] {
  if (age === 'expired' || age === 'stale') return age;
  if (isFormer) return 'stale';
  return isClosed ? 'closed' : age;
}
