import { isInForce } from './legal-rate.ts';
import { pairKey } from './pair.ts';
import type { Pair } from './pair.ts';
import { chainRates, type ExactRate, IDENTITY_RATE, publishedRate } from './rate-precision.ts';
import type { DocumentFacts, Publication, SourceSnapshot } from './rate-snapshot.ts';
import type { SourceId } from './source-id.ts';
import type { AgeState } from './staleness.ts';

/** One published figure that a rate was made of, in the published direction: one `base` costs `figure` units of `quote`. */
export interface Leg {
  readonly source: SourceId;
  readonly base: string;
  readonly quote: string;
  readonly figure: number;
  /** Whether the rate divides by the figure. */
  readonly inverted: boolean;
  readonly observedAt: Date;
  /** `law` where an act fixes the figure, which then has no age. */
  readonly age: AgeState | 'law';
  readonly document: DocumentFacts | null;
  /** The act that fixes the figure. */
  readonly act: string | null;
}

/** A rate with its origin; direction: one unit of the pair's base costs `rate` units of its quote. */
export interface FoundRate {
  readonly source: SourceId;
  readonly observedAt: Date;
  readonly rate: ExactRate;
  readonly stale: boolean;
  /** Whether law alone made it: such a rate has no age, and its time is 00:00 UTC of the day. */
  readonly isLegal: boolean;
  /** In order from base to quote; empty for a currency against itself. */
  readonly legs: readonly Leg[];
}

/** What one source alone says of a pair. */
export type StrictAnswer =
  | { readonly kind: 'found'; readonly found: FoundRate }
  | { readonly kind: 'expired'; readonly observedAt: Date }
  | { readonly kind: 'not-carried' }
  | { readonly kind: 'nothing-yet' };

/**
 * The rate of a pair from one source alone: direct, inverse, or a cross inside its newest publication that has both legs.
 * Figures past the source's hard limit are named `expired`, never served.
 */
export function strictRate(source: SourceSnapshot, pair: Pair): StrictAnswer {
  if (source.publications.length === 0) return { kind: 'nothing-yet' };
  for (const publication of source.publications) {
    const legs = legsWithin(publication, source, pair);
    if (legs === null) continue;
    if (publication.age === 'expired') return { kind: 'expired', observedAt: publication.observedAt };
    return {
      kind: 'found',
      found: {
        source: source.id,
        observedAt: publication.observedAt,
        rate: legs.reduce(
          (rate, leg) => chainRates(rate, publishedRate(leg.figure, leg.inverted)),
          IDENTITY_RATE,
        ),
        stale: publication.age === 'stale',
        isLegal: publication.limits === null,
        legs,
      },
    };
  }
  return { kind: 'not-carried' };
}

/** Legs of a pair within one publication: none for a currency against itself, else direct or inverse, else through a pivot. */
function legsWithin(publication: Publication, source: SourceSnapshot, pair: Pair): readonly Leg[] | null {
  if (pair.base === pair.quote) return publication.codes.has(pair.base) ? [] : null;
  const direct = legOf(publication, source, pair.base, pair.quote);
  if (direct) return [direct];
  for (const pivot of source.pivots) {
    const first = legOf(publication, source, pair.base, pivot);
    const second = legOf(publication, source, pivot, pair.quote);
    if (first && second) return [first, second];
  }
  return null;
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

function originOf(
  { observedAt, observedOn, age, limits, documents }: Publication,
  { id, legalRates }: SourceSnapshot,
  base: string,
  quote: string,
): Omit<Leg, 'base' | 'quote' | 'figure' | 'inverted'> {
  const law = legalRates.find(
    (rate) => rate.base === base && rate.quote === quote && isInForce(rate, observedOn),
  );
  return {
    source: id,
    observedAt,
    age: limits === null ? 'law' : age,
    document: documents.get(pairKey(base, quote)) ?? null,
    act: law?.act ?? null,
  };
}
