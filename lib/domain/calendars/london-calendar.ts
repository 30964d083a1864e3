import {
  dayOfYear,
  holidayCalendar,
  isWeekend,
  lastWeekday,
  MONDAY,
  nthWeekday,
  SATURDAY,
  SUNDAY,
  easterSunday,
} from './holiday-rules.ts';
import { addDays, type IsoDay, weekdayOf } from '#lib/domain/iso-day';

/** Bank holidays of a single year, by royal proclamation. */
const SINGLE_HOLIDAYS: ReadonlySet<string> = new Set([
  '1977-06-07', // Silver Jubilee
  '1981-07-29', // wedding of the Prince of Wales
  '1999-12-31', // the change to the year 2000
  '2002-06-03', // Golden Jubilee
  '2011-04-29', // wedding of Prince William
  '2012-06-05', // Diamond Jubilee
  '2022-06-03', // Platinum Jubilee
  '2022-09-19', // state funeral of Elizabeth II
  '2023-05-08', // coronation of Charles III
]);

/** Years whose early May holiday was moved to 8 May, fifty and seventy-five years after the war in Europe ended. */
const VE_DAY_YEARS: ReadonlySet<number> = new Set([1995, 2020]);

/**
 * Where the spring holiday was moved to join a jubilee: month and day by year. The move of 1977 is known from accounts
 * of that jubilee; some published tables keep 30 May.
 */
const MOVED_SPRING_HOLIDAYS: ReadonlyMap<number, readonly [number, number]> = new Map([
  [1977, [6, 6]],
  [2002, [6, 4]],
  [2012, [6, 4]],
  [2022, [6, 2]],
]);

const isBankHoliday = holidayCalendar(bankHolidaysOf);

/**
 * Whether banks in London are open on a day, and so whether the Bank of England observes rates on it: no weekend and no
 * bank holiday of England and Wales. Right from 1975, when the Bank's daily rates begin, but for holidays that have yet
 * to be proclaimed. Source: Banking and Financial Dealings Act 1971, schedule 1, and the proclamations under it, as
 * listed on gov.uk/bank-holidays.
 */
export function isLondonDay(day: IsoDay): boolean {
  return !isWeekend(day) && !isBankHoliday(day);
}

function bankHolidaysOf(year: number): readonly IsoDay[] {
  const easter = easterSunday(year);
  const christmas = dayOfYear(year, 12, 25);
  const single = [...SINGLE_HOLIDAYS.keys()]
    .filter((day) => day.startsWith(`${year}-`))
    .map((day) => dayOfYear(year, Number(day.slice(5, 7)), Number(day.slice(8))));
  return [
    ...single,
    keptOnMonday(dayOfYear(year, 1, 1)),
    addDays(easter, -2),
    addDays(easter, 1),
    ...(year < 1978 ? [] : [earlyMayHoliday(year)]),
    springHoliday(year),
    lastWeekday(year, 8, MONDAY),
    christmas,
    addDays(christmas, 1),
    ...christmasSubstitutes(christmas),
  ];
}

function earlyMayHoliday(year: number): IsoDay {
  return VE_DAY_YEARS.has(year) ? dayOfYear(year, 5, 8) : nthWeekday(year, 5, MONDAY, 1);
}

function springHoliday(year: number): IsoDay {
  const moved = MOVED_SPRING_HOLIDAYS.get(year);
  return moved ? dayOfYear(year, ...moved) : lastWeekday(year, 5, MONDAY);
}

/** Christmas Day and Boxing Day that fall on a weekend are each made up for on the next weekdays that are neither. */
function christmasSubstitutes(christmas: IsoDay): readonly IsoDay[] {
  const [monday, tuesday] = [27, 28].map((dayOfMonth) => addDays(christmas, dayOfMonth - 25));
  if (!monday || !tuesday) return [];
  switch (weekdayOf(christmas)) {
    case SATURDAY:
      return [monday, tuesday];
    case SUNDAY:
      return [monday];
    case SATURDAY - 1:
      return [tuesday];
    default:
      return [];
  }
}

function keptOnMonday(day: IsoDay): IsoDay {
  if (weekdayOf(day) === SATURDAY) return addDays(day, 2);
  return weekdayOf(day) === SUNDAY ? addDays(day, 1) : day;
}
