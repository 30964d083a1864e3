import { isoDayOf, startOfDay } from '#lib/domain/iso-day';
import {
  type PeriodChoice,
  type PeriodLength,
  type PeriodNote,
  periodOf,
  type PeriodStat,
} from '#lib/domain/series/periods';
import { wholeText } from '#lib/format/numbers/number-text';
import { capital } from '#lib/format/sources/source-names';
import { chartDate } from './chart-dates.ts';

/** What a figure of a period is called: `average`, or `last figure`. */
export function statWords(stat: PeriodStat): string {
  return stat === 'first' || stat === 'last' ? `${stat} figure` : stat;
}

/** The period that an instant lies in, by its name: `13 Apr 2026`, `week of 13 Apr 2026`, `Apr 2026`, `Q2 2026`, `2026`. */
export function periodName(atMs: number, length: PeriodLength): string {
  const { name, firstDay } = periodOf(isoDayOf(new Date(atMs)), length);
  const firstMs = startOfDay(firstDay).getTime();
  switch (length) {
    case 'day':
      return chartDate(firstMs, 'day');
    case 'week':
      return `week of ${chartDate(firstMs, 'day')}`;
    case 'month':
      return `${chartDate(firstMs, 'month')} ${name.slice(0, 4)}`;
    case 'quarter':
      return `${name.slice(5)} ${name.slice(0, 4)}`;
    case 'year':
      return name;
    default:
      return length satisfies never;
  }
}

/** The same for programs: `2026-04-13`, `2026-W16`, `2026-04`, `2026-Q2`, `2026`. */
export function periodCode(atMs: number, length: PeriodLength): string {
  return periodOf(isoDayOf(new Date(atMs)), length).name;
}

/** What the figures of a chart are: `Monthly average`; `Each observation` without periods. */
export function periodTitle(period: PeriodChoice | null): string {
  return period === null ? 'Each observation' : capital(periodWords(period));
}

/** The same within a sentence: `monthly average`. */
export function periodWords({ length, stat }: PeriodChoice): string {
  const each = length === 'day' ? 'daily' : `${length}ly`;
  return `${each} ${statWords(stat)}`;
}

/** How many days of a period have a figure, and whether there is more to it: `21`, `9, incomplete`. */
export function daysOfPeriod({ days, isComplete }: PeriodNote): string {
  return isComplete ? wholeText(days) : `${wholeText(days)}, incomplete`;
}

/** Of which day a figure of a period is, or how many days it averages: `of 28 Jan 2026`, `of 21 days`. */
export function madeOfText({ days, observedMs }: PeriodNote, { stat }: PeriodChoice): string {
  if (stat !== 'average') return `of ${chartDate(observedMs, 'day')}`;
  return days === 1 ? 'of 1 day' : `of ${wholeText(days)} days`;
}

/** How the figures of periods are made, in a sentence or two. */
export function periodNote({ length, stat }: PeriodChoice): string {
  const place = 'Each point is drawn at the end of its period.';
  switch (stat) {
    case 'average':
      return `The average of a ${length} is the mean of its days’ rates; for a cross, the daily cross rates are averaged. ${place}`;
    case 'low':
    case 'high':
      return `Low and high compare one figure a day; they are not intraday extremes. ${place}`;
    case 'first':
    case 'last':
      return `The ${statWords(stat)} of a ${length} is a real observation, with a day of its own. ${place}`;
    default:
      return stat satisfies never;
  }
}
