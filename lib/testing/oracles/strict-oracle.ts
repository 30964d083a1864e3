import type { StoredPublication, StoredFixings } from '#lib/domain/rates/stored-source';
import type { SourceId } from '#lib/domain/source-id';
import { type ExactFraction, fractionOf, invertFraction, timesFractions } from './exact-fraction.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';

/** What one source alone must answer: an exact rate with its age, or why it has none. */
export type ExpectedStrict =
  | {
      readonly kind: 'found';
      readonly source: SourceId;
      readonly exact: ExactFraction;
      readonly observedAt: Date;
      readonly stale: boolean;
    }
  | { readonly kind: 'expired' | 'not-carried' | 'nothing-yet' };

/** Ended before the instant at which random sources are looked at. */
const ENDED: readonly string[] = ['HRK', 'BGN'];

/**
 * The strict rule of docs/interface.md, "Sources", written down once more, slowly, for sources of the daily schedule: of the last three
 * publications the newest that has the pair directly, inversely, or through USD, EUR or the source's own base.
 */
export function expectedStrict(
  { description, publications }: StoredFixings,
  base: string,
  quote: string,
  now: Date,
): ExpectedStrict {
  if (publications.length === 0) return { kind: 'nothing-yet' };
  const pivots = ['USD', 'EUR', description.base];
  for (const publication of publications.slice(0, 3)) {
    const exact = exactWithin(publication, pivots, base, quote);
    if (exact === null) continue;
    const { observedAt } = publication;
    const ageMs = now.getTime() - observedAt.getTime();
    if (ageMs >= 10 * DAY_MS) return { kind: 'expired' };
    // Observed at noon, stale from 17:00 two days later.
    return {
      kind: 'found',
      source: description.id,
      exact,
      observedAt,
      stale: ageMs >= 2 * DAY_MS + 5 * HOUR_MS,
    };
  }
  return { kind: 'not-carried' };
}

function exactWithin(
  publication: StoredPublication,
  pivots: readonly string[],
  base: string,
  quote: string,
): ExactFraction | null {
  if (ENDED.includes(base) || ENDED.includes(quote)) return null;
  if (base === quote) return isNamed(publication, base) ? fractionOf(1) : null;
  const whole = legWithin(publication, base, quote);
  if (whole !== null) return whole;
  for (const pivot of pivots) {
    const first = legWithin(publication, base, pivot);
    const second = legWithin(publication, pivot, quote);
    if (first !== null && second !== null) return timesFractions(first, second);
  }
  return null;
}

/** A code counts as named only beside a partner that is still in use. */
function isNamed({ figures }: StoredPublication, code: string): boolean {
  return figures.some(
    ({ base, quote }) =>
      (base === code && !ENDED.includes(quote)) || (quote === code && !ENDED.includes(base)),
  );
}

function legWithin({ figures }: StoredPublication, from: string, to: string): ExactFraction | null {
  const direct = figures.find(({ base, quote }) => base === from && quote === to);
  if (direct) return fractionOf(direct.rate);
  const inverse = figures.find(({ base, quote }) => base === to && quote === from);
  return inverse ? invertFraction(fractionOf(inverse.rate)) : null;
}
