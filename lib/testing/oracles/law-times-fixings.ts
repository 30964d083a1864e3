import { ageLimits } from '#lib/domain/calendars/staleness';
import { addDays, type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { pairKey } from '#lib/domain/rates/pair';
import type { FixingFacts } from '#lib/sources/source-facts';
import { type ExactFraction, fractionOf, invertFraction, timesFractions } from './exact-fraction.ts';
import type { PublishersRecord } from './publishers-record.ts';

/** A publisher: what its own files state, and when it publishes. */
export interface RecordedSource {
  readonly record: PublishersRecord;
  readonly facts: FixingFacts;
}

/** Days on which law makes a pair what it is: the rate of other currencies, times a factor. */
export interface LawOfDays {
  readonly firstDay: string;
  readonly lastDay: string;
  /** The published pair; null where law fixes the rate itself. */
  readonly anchors: readonly [string, string] | null;
  /** A decimal text. */
  readonly factor: string;
  readonly divides: boolean;
}

/** The exact rate of a day, and the publisher whose fixings of the day are in it; null of law alone. */
export interface ExpectedDay {
  readonly exact: ExactFraction;
  readonly publisher: string | null;
}

/**
 * The rate of a day in fractions, from the files of publishers (in priority order) and one line of law a period: null where what
 * answers for the day was observed earlier, or nothing does. The first publisher that has not missed two releases by the end of the
 * day answers; of its last three publications the newest that has the pair.
 */
export function lawTimesFixings(
  sources: readonly RecordedSource[],
  periods: readonly LawOfDays[],
): (day: IsoDay) => ExpectedDay | null {
  const readers = sources.map(readerOf);
  return (day) => {
    const law = periods.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
    if (!law) return null;
    const factor = fractionOf(Number(law.factor));
    const byLaw = law.divides ? invertFraction(factor) : factor;
    if (law.anchors === null) return { exact: byLaw, publisher: null };
    for (const reader of readers) {
      const found = reader(day, law.anchors);
      if (found === null) continue;
      if (found.day !== day) return null;
      return { exact: timesFractions(found.exact, byLaw), publisher: found.publisher };
    }
    return null;
  };
}

type Reader = (
  day: IsoDay,
  pair: readonly [string, string],
) => { readonly day: IsoDay; readonly exact: ExactFraction; readonly publisher: string } | null;

function readerOf({ record, facts }: RecordedSource): Reader {
  const { id, base, schedule, fixingInstant } = facts;
  return (day, [from, to]) => {
    let seen = 0;
    // No hard limit is longer.
    for (let back = 0; back < 31 && seen < 3; back += 1) {
      const published = addDays(day, -back);
      const figures = record.get(published);
      if (!figures) continue;
      seen += 1;
      const exact = exactWithin(figures, ['USD', 'EUR', base], from, to);
      if (exact === null) continue;
      const { staleAt, expiresAt } = ageLimits(schedule, published, fixingInstant(published));
      const endMs = startOfDay(addDays(day, 1)).getTime() - 1;
      const isCurrent = endMs < staleAt.getTime() && endMs < expiresAt.getTime();
      return isCurrent ? { day: published, exact, publisher: id } : null;
    }
    return null;
  };
}

function exactWithin(
  figures: ReadonlyMap<string, number>,
  pivots: readonly string[],
  from: string,
  to: string,
): ExactFraction | null {
  const leg = (base: string, quote: string): ExactFraction | null => {
    const direct = figures.get(pairKey(base, quote));
    if (direct !== undefined) return fractionOf(direct);
    const inverse = figures.get(pairKey(quote, base));
    return inverse === undefined ? null : invertFraction(fractionOf(inverse));
  };
  const whole = leg(from, to);
  if (whole !== null) return whole;
  for (const pivot of pivots) {
    const [first, second] = [leg(from, pivot), leg(pivot, to)];
    if (first !== null && second !== null) return timesFractions(first, second);
  }
  return null;
}
