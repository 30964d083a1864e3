import { addDays, type IsoDay, parseIsoDay, weekdayOf } from '#lib/domain/iso-day';

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

/** How the points of a series are made: one a period, of its statistic. */
export interface PeriodChoice {
  readonly length: PeriodLength;
  readonly stat: PeriodStat;
}

/** What a figure that stands for a period is made of. */
export interface PeriodNote {
  /** How many of its days have a figure. */
  readonly days: number;
  /** Whether the period has ended and lies entirely within the range. */
  readonly isComplete: boolean;
  /** When the figure was observed, in epoch milliseconds; of an average the last of its observations. */
  readonly observedMs: number;
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
