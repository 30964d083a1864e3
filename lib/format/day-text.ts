import { currentLocale } from './numbers/current-locale.ts';
import type { NumberLocale } from './numbers/locale.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** What of a day is written, and how long its month's name is where the locale names months. */
export interface DayForm {
  readonly weekday?: 'short' | 'long';
  readonly month: 'short' | 'long';
  readonly hasYear: boolean;
}

/** The UTC day of an instant in the visitor's order: `13 Apr 2026`, `Apr 13, 2026`, `13.04.2026`, `2026-04-13`; words stay English. */
export function utcDayText(
  instant: Date,
  { weekday, month, hasYear }: DayForm,
  locale: NumberLocale = currentLocale(),
): string {
  const day = orderedDay(instant, { month, hasYear }, locale);
  if (weekday === undefined) return day;
  const name = weekdayName(instant);
  return `${weekday === 'long' ? name : name.slice(0, 3)} ${day}`;
}

/** The English name of an instant's UTC weekday: `Monday`. */
export function weekdayName(instant: Date): string {
  return WEEKDAYS[instant.getUTCDay()] ?? '';
}

/** The English name of an instant's UTC month: `Apr`. */
export function monthName(instant: Date, length: 'short' | 'long'): string {
  const name = MONTHS[instant.getUTCMonth()] ?? '';
  return length === 'long' ? name : name.slice(0, 3);
}

/** The UTC time of an instant: `16:24`, or with seconds `16:24:10`. */
export function utcClock(instant: Date, hasSeconds: boolean): string {
  // An instant in ISO form always ends in `T16:24:10.000Z`.
  return instant.toISOString().slice(-13, hasSeconds ? -5 : -8);
}

/** Whether the visitor's locale writes the days of one month as `3 to 6 Apr`. */
export function isDayFirstNamed(): boolean {
  return currentLocale().days === 'day-month';
}

function orderedDay(
  instant: Date,
  { month, hasYear }: Pick<DayForm, 'month' | 'hasYear'>,
  { days }: NumberLocale,
): string {
  const day = instant.getUTCDate();
  const year = instant.getUTCFullYear();
  const [dd, mm] = [day, instant.getUTCMonth() + 1].map((part) => String(part).padStart(2, '0'));
  const name = monthName(instant, month);
  switch (days) {
    case 'day-month':
      return hasYear ? `${day} ${name} ${year}` : `${day} ${name}`;
    case 'month-day':
      return hasYear ? `${name} ${day}, ${year}` : `${name} ${day}`;
    case 'dots':
      return hasYear ? `${dd}.${mm}.${year}` : `${dd}.${mm}.`;
    case 'slashes':
      return hasYear ? `${dd}/${mm}/${year}` : `${dd}/${mm}`;
    case 'iso':
      return hasYear ? `${year}-${mm}-${dd}` : `${mm}-${dd}`;
    default:
      return days satisfies never;
  }
}
