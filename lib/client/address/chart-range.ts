import { addDays, type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';

/** The ranges that have a name, shortest first. */
export const RANGE_NAMES = ['1d', '1w', '1m', '3m', '6m', '1y', '5y', '10y', 'max'] as const;

export type RangeName = (typeof RANGE_NAMES)[number];

/** A range by its name, counted back from today, or by its days; null leaves an end open. */
export type ChartRange =
  | { readonly kind: 'named'; readonly name: RangeName }
  | { readonly kind: 'days'; readonly from: IsoDay | null; readonly to: IsoDay | null };

/** Days of a range, inclusive; null where the history itself is the end. */
export interface DaySpan {
  readonly fromDay: IsoDay | null;
  readonly toDay: IsoDay | null;
}

/** How many days a range goes back, or months. */
const DAYS = { '1d': 1, '1w': 7 } as const;

const MONTHS = {
  '1m': 1,
  '3m': 3,
  '6m': 6,
  '1y': 12,
  '5y': 60,
  '10y': 120,
} as const;

/** The days of a range: 3m of 13 April is from 13 January on; of 31 May, 1m is from 30 April on; 1d is from the day before on. */
export function spanOf(range: ChartRange, today: IsoDay): DaySpan {
  if (range.kind === 'days') return { fromDay: range.from, toDay: range.to };
  if (range.name === 'max') return { fromDay: null, toDay: null };
  const { name } = range;
  const fromDay =
    name === '1d' || name === '1w' ? addDays(today, -DAYS[name]) : monthsBefore(today, MONTHS[name]);
  return { fromDay, toDay: null };
}

/** The same day of an earlier month, or that month's last one where it is shorter. */
function monthsBefore(day: IsoDay, months: number): IsoDay {
  const start = startOfDay(day);
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() - months;
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return isoDayOf(new Date(Date.UTC(year, month, Math.min(start.getUTCDate(), lastOfMonth))));
}
