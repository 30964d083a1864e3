import { addDays, type IsoDay, isoDayOf, weekdayOf } from '#lib/domain/iso-day';

/** Weekdays as `weekdayOf` counts them. */
export const SUNDAY = 0;
export const MONDAY = 1;
export const THURSDAY = 4;
export const FRIDAY = 5;
export const SATURDAY = 6;

/** A day of a year; `month` counts from 1. A day that the month lacks is the one that many days into the next. */
export function dayOfYear(year: number, month: number, dayOfMonth: number): IsoDay {
  return isoDayOf(new Date(Date.UTC(year, month - 1, dayOfMonth)));
}

/** The `nth` (from 1) `weekday` of a month: the third Monday of January 2026 is the 19th. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): IsoDay {
  const first = dayOfYear(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
}

/** The last `weekday` of a month. */
export function lastWeekday(year: number, month: number, weekday: number): IsoDay {
  const last = addDays(dayOfYear(year, month + 1, 1), -1);
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
}

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm of Nature, 1876; Meeus, Astronomical Algorithms, ch. 8). */
export function easterSunday(year: number): IsoDay {
  const goldenNumber = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * goldenNumber + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const lateMoon = Math.floor((goldenNumber + 11 * epact + 22 * toSunday) / 451);
  const dayOfMarch = epact + toSunday - 7 * lateMoon + 22;
  return isoDayOf(new Date(Date.UTC(year, 2, dayOfMarch)));
}

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(day: IsoDay): boolean {
  const weekday = weekdayOf(day);
  return weekday === SATURDAY || weekday === SUNDAY;
}

/**
 * A calendar's question "is this day a holiday?" from its rule for a whole year. The rule is asked once a year: the memo
 * is of a pure function, so that its filling cannot be observed. A rule may name days of a neighbouring year (a New
 * Year's Day kept on 31 December); those count for the year they lie in only if that year's rule names them too.
 */
export function holidayCalendar(holidaysOf: (year: number) => readonly IsoDay[]): (day: IsoDay) => boolean {
  const byYear = new Map<number, ReadonlySet<IsoDay>>();
  return (day) => {
    const year = Number(day.slice(0, 4));
    const known = byYear.get(year);
    if (known !== undefined) return known.has(day);
    const holidays = new Set(holidaysOf(year));
    byYear.set(year, holidays);
    return holidays.has(day);
  };
}
