import { addDays, type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';

const formats = {
  /** `13 Jan` */
  short: utcFormat({ day: 'numeric', month: 'short' }),
  /** `13 Jan 2026` */
  day: utcFormat({ day: 'numeric', month: 'short', year: 'numeric' }),
  /** `13 January` */
  longShort: utcFormat({ day: 'numeric', month: 'long' }),
  /** `13 January 2026` */
  long: utcFormat({ day: 'numeric', month: 'long', year: 'numeric' }),
  /** `Mon 13 Apr` */
  weekday: utcFormat({ weekday: 'short', day: 'numeric', month: 'short' }),
  /** `Mon 13 Apr 2026` */
  weekdayYear: utcFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
  /** `Wednesday 18 March 2026` */
  full: utcFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  month: utcFormat({ month: 'short' }),
  time: utcFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
} as const;

export type ChartDateForm = keyof typeof formats;

/** An instant in one of the forms that charts use, always UTC and without commas: `Wednesday 18 March 2026`. September is `Sep` everywhere: browsers differ. */
export function chartDate(atMs: number, form: ChartDateForm): string {
  return formats[form].format(atMs).replaceAll(',', '').replace('Sept ', 'Sep ').replace(/Sept$/, 'Sep');
}

/** A day with its year only where that is not `currentYear`: `13 Apr`, `13 Apr 2019`. */
export function nearDay(day: IsoDay, currentYear: number): string {
  const atMs = startOfDay(day).getTime();
  return chartDate(atMs, new Date(atMs).getUTCFullYear() === currentYear ? 'short' : 'day');
}

/** Days, both inclusive: `3 Apr`, `3 to 6 Apr`, `30 Dec 2025 to 2 Jan`; years only where they are not `currentYear`. */
export function daysText(first: IsoDay, last: IsoDay, currentYear: number): string {
  const end = nearDay(last, currentYear);
  if (first === last) return end;
  if (first.slice(0, 7) === last.slice(0, 7)) return `${Number(first.slice(8))} to ${end}`;
  return `${nearDay(first, currentYear)} to ${end}`;
}

/** Every day from one to another, both inclusive; for the lengths of closings, not of histories. */
export function eachDay(first: IsoDay, last: IsoDay): readonly IsoDay[] {
  const days: IsoDay[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The day of a field `YYYY-MM-DD` that holds an instant. */
export function dayField(atMs: number): string {
  return isoDayOf(new Date(atMs));
}

function utcFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
}
