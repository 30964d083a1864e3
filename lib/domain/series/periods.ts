import { addDays, type IsoDay, isoDayOf, parseIsoDay, weekdayOf } from '#lib/domain/iso-day';
import { averageRate } from '#lib/domain/rates/rate-precision';
import type { HistoricalPoint } from './historical-series.ts';

/** How long the periods of a series are; weeks are those of ISO 8601, from Monday. All are of the UTC calendar. */
export const PERIOD_LENGTHS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type PeriodLength = (typeof PERIOD_LENGTHS)[number];

/** What stands for a period: one of its observations, or the mean of all of them. */
export const PERIOD_STATS = ['last', 'first', 'average', 'low', 'high'] as const;
export type PeriodStat = (typeof PERIOD_STATS)[number];

/** A period: `2026-04-13`, `2026-W16`, `2026-04`, `2026-Q2` or `2026`. */
export interface Period {
  readonly name: string;
  readonly firstDay: IsoDay;
  readonly lastDay: IsoDay;
}

/** The observations of a period as one figure. */
export interface PeriodFigure {
  readonly period: Period;
  /**
   * The observation that stands for the period; of an average the mean of the days' rates, rounded once, half-even, to 15 digits,
   * at the instant of the last one.
   */
  readonly point: HistoricalPoint;
  /** How many days have an observation. */
  readonly days: number;
}

/** The period that a day belongs to. */
export function periodOf(day: IsoDay, length: PeriodLength): Period {
  const [year = '', month = ''] = day.split('-');
  switch (length) {
    case 'day':
      return { name: day, firstDay: day, lastDay: day };
    case 'week': {
      const firstDay = addDays(day, -((weekdayOf(day) + 6) % 7));
      return { name: weekName(firstDay), firstDay, lastDay: addDays(firstDay, 6) };
    }
    case 'month':
      return monthsFrom(`${year}-${month}`, year, Number(month), 1);
    case 'quarter': {
      const quarter = Math.ceil(Number(month) / 3);
      return monthsFrom(`${year}-Q${quarter}`, year, quarter * 3 - 2, 3);
    }
    case 'year':
      return monthsFrom(year, year, 1, 12);
  }
}

/** The week belongs to the year that its Thursday lies in. */
function weekName(monday: IsoDay): string {
  const thursday = addDays(monday, 3);
  const year = thursday.slice(0, 4);
  const daysBefore = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / 86_400_000;
  return `${year}-W${String(Math.floor(daysBefore / 7) + 1).padStart(2, '0')}`;
}

function monthsFrom(name: string, year: string, month: number, count: number): Period {
  const next = month + count;
  const firstDay = firstOfMonth(Number(year), month);
  const nextFirst = next > 12 ? firstOfMonth(Number(year) + 1, next - 12) : firstOfMonth(Number(year), next);
  return { name, firstDay, lastDay: addDays(nextFirst, -1) };
}

function firstOfMonth(year: number, month: number): IsoDay {
  const day = parseIsoDay(`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`);
  if (day === null) throw new Error(`there is no month ${month} of ${year}`);
  return day;
}

/** The periods of a series, ascending like its points: of each UTC day its last point counts, as of each day of a bank there is one. */
export function groupPoints(
  points: readonly HistoricalPoint[],
  length: PeriodLength,
  stat: PeriodStat,
): readonly PeriodFigure[] {
  const figures: PeriodFigure[] = [];
  let period: Period | null = null;
  let own: HistoricalPoint[] = [];
  const close = () => {
    const point = standsFor(own, stat);
    if (period && point) figures.push({ period, point, days: own.length });
  };
  for (const [index, point] of points.entries()) {
    const day = isoDayOf(new Date(point.instantMs));
    const next = points[index + 1];
    if (next && isoDayOf(new Date(next.instantMs)) === day) continue;
    if (period === null || day > period.lastDay) {
      close();
      period = periodOf(day, length);
      own = [];
    }
    own.push(point);
  }
  close();
  return figures;
}

function standsFor(points: readonly HistoricalPoint[], stat: PeriodStat): HistoricalPoint | undefined {
  const last = points.at(-1);
  switch (stat) {
    case 'last':
      return last;
    case 'first':
      return points[0];
    case 'low':
      return last && points.reduce((low, point) => (point.rate < low.rate ? point : low));
    case 'high':
      return last && points.reduce((high, point) => (point.rate > high.rate ? point : high));
    case 'average':
      return last && { ...last, rate: averageRate(points.map(({ rate }) => rate)) };
  }
}
