import { DAY_MS } from '#lib/domain/durations';
import { medianOf } from '#lib/domain/median';
import type { SeriesFigures } from './historical-series.ts';
import { dayNumber } from '#lib/domain/iso-day';

/** What two sources say of a pair on one UTC day, each by its last figure of that day. */
export interface DayDifference {
  /** 00:00 UTC of the day, in epoch milliseconds. */
  readonly dayMs: number;
  /** One unit of base in quote. */
  readonly rate: number;
  /** The same at the source that it is measured against. */
  readonly referenceRate: number;
  /** (rate / referenceRate - 1) x 10,000: 1.1531 against 1.1525 is 5.2; positive where the base costs more than at the reference. */
  readonly basisPoints: number;
}

/** What the differences of a range amount to, in basis points. */
export interface DifferenceFigures {
  readonly median: number;
  readonly mean: number;
  readonly last: DayDifference;
  /** The first day with the highest and with the lowest difference, signs counted. */
  readonly highest: DayDifference;
  readonly lowest: DayDifference;
  /** The first day on which the two are furthest apart, whatever the sign. */
  readonly largest: DayDifference;
  readonly days: number;
}

const PER_UNIT = 10_000;

/** The difference on each UTC day on which both series have a figure and that is over by `endMs`, ascending. */
export function dayDifferences(
  series: SeriesFigures,
  reference: SeriesFigures,
  endMs = Infinity,
): readonly DayDifference[] {
  const referenceRates = lastOfDays(reference);
  return [...lastOfDays(series)].flatMap(([day, rate]) => {
    const referenceRate = referenceRates.get(day);
    if (referenceRate === undefined || (day + 1) * DAY_MS > endMs) return [];
    // Subtracted first: two figures that are near each other lose no digit by it.
    const basisPoints = ((rate - referenceRate) / referenceRate) * PER_UNIT;
    return [{ dayMs: day * DAY_MS, rate, referenceRate, basisPoints }];
  });
}

/** What differences amount to; null of none. */
export function differenceFigures(days: readonly DayDifference[]): DifferenceFigures | null {
  const [first] = days;
  const last = days.at(-1);
  const median = medianOf(days.map(({ basisPoints }) => basisPoints));
  if (first === undefined || last === undefined || median === null) return null;
  const firstWith = (isMore: (one: number, other: number) => boolean) =>
    days.reduce((found, one) => (isMore(one.basisPoints, found.basisPoints) ? one : found), first);
  return {
    median,
    mean: days.reduce((sum, { basisPoints }) => sum + basisPoints, 0) / days.length,
    last,
    highest: firstWith((one, other) => one > other),
    lowest: firstWith((one, other) => one < other),
    largest: firstWith((one, other) => Math.abs(one) > Math.abs(other)),
    days: days.length,
  };
}

/** The last rate of each day, by the days since 1970, ascending. */
function lastOfDays({ instantsMs, rates }: SeriesFigures): ReadonlyMap<number, number> {
  return new Map(instantsMs.map((atMs, index) => [dayNumber(atMs), rates[index] ?? 0]));
}
