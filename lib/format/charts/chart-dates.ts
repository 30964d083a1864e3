import { addDays, type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { type DayForm, isDayFirstNamed, monthName, utcClock, utcDayText } from '#lib/format/day-text';

const FORMS = {
  /** `13 Jan` */
  short: { month: 'short', hasYear: false },
  /** `13 Jan 2026` */
  day: { month: 'short', hasYear: true },
  /** `13 January` */
  longShort: { month: 'long', hasYear: false },
  /** `13 January 2026` */
  long: { month: 'long', hasYear: true },
  /** `Mon 13 Apr` */
  weekday: { weekday: 'short', month: 'short', hasYear: false },
  /** `Mon 13 Apr 2026` */
  weekdayYear: { weekday: 'short', month: 'short', hasYear: true },
  /** `Wednesday 18 March 2026` */
  full: { weekday: 'long', month: 'long', hasYear: true },
} as const satisfies Readonly<Record<string, DayForm>>;

/** A form of {@link chartDate}; `month` is `Apr`, `time` is `12:10`. */
export type ChartDateForm = keyof typeof FORMS | 'month' | 'time';

/** An instant in one of the forms that charts use, always UTC: `Wednesday 18 March 2026`. */
export function chartDate(atMs: number, form: ChartDateForm): string {
  const at = new Date(atMs);
  if (form === 'time') return utcClock(at, false);
  return form === 'month' ? monthName(at, 'short') : utcDayText(at, FORMS[form]);
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
  if (isDayFirstNamed() && first.slice(0, 7) === last.slice(0, 7))
    return `${Number(first.slice(8))} to ${end}`;
  return `${nearDay(first, currentYear)} to ${end}`;
}

/** Every day from one to another, both inclusive; for the lengths of closings, not of histories. */
export function eachDay(first: IsoDay, last: IsoDay): readonly IsoDay[] {
  const days: IsoDay[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The day of a field `YYYY-MM-DD` that holds an instant. */
export function dayField(atMs: number): IsoDay {
  return isoDayOf(new Date(atMs));
}
