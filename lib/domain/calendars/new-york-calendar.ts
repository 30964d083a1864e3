import {
  dayOfYear,
  FRIDAY,
  holidayCalendar,
  isWeekend,
  lastWeekday,
  MONDAY,
  nthWeekday,
  SATURDAY,
  SUNDAY,
  THURSDAY,
} from './holiday-rules.ts';
import { addDays, type IsoDay, weekdayOf } from '#lib/domain/iso-day';

/** Weekdays without rates that no rule gives: the H.10 says `ND` on them. */
export const SINGLE_CLOSINGS: ReadonlySet<string> = new Set([
  '1971-08-16', // the dollar leaves gold
  '1971-08-17', // the dollar leaves gold
  '1971-08-18', // the dollar leaves gold
  '1971-08-19', // the dollar leaves gold
  '1971-08-20', // the dollar leaves gold
  '1971-12-20', // the Smithsonian agreement
  '1977-07-14', // blackout of New York
  '1985-01-21', // the public ceremony of an inauguration
  '2001-09-11', // attack on New York
  '2014-12-26', // federal offices closed by executive order
  '2018-12-05', // day of mourning for George H. W. Bush
  '2018-12-24', // federal offices closed by executive order
  '2019-01-14', // snow in Washington
  '2019-02-20', // snow in Washington
  '2020-11-27', // the day after Thanksgiving, without a reason given
  '2020-12-24', // federal offices closed by executive order
]);

/** Holidays on which the H.10 has a figure all the same: the one of the day before. */
export const QUOTED_HOLIDAYS: ReadonlySet<string> = new Set(['2007-09-03', '2007-10-08', '2007-11-22']);

/** Years in which New York kept Memorial Day on 30 May though the federal day was the last Monday. */
const MEMORIAL_DAY_ON_30_MAY: ReadonlySet<number> = new Set([1978, 1979]);

const isHoliday = holidayCalendar(holidaysOf);

/**
 * Whether the Federal Reserve certifies noon rates on a day. Equal to the days with a figure in the H.10 from
 * 1971-01-04 to 2024-05-31; from then on its rules of 2022, so that a closing by a later executive order is not known.
 * Source: 5 U.S.C. 6103 for the federal holidays; what New York and the release did beyond it is read from the H.10.
 */
export function isNewYorkDay(day: IsoDay): boolean {
  if (isWeekend(day) || SINGLE_CLOSINGS.has(day)) return false;
  return QUOTED_HOLIDAYS.has(day) || !isHoliday(day);
}

function holidaysOf(year: number): readonly IsoDay[] {
  return [
    ...kept(dayOfYear(year, 1, 1)),
    // A New Year's Day on a Saturday is kept in the old year.
    ...kept(dayOfYear(year + 1, 1, 1)),
    ...(year < 1986 ? [] : [nthWeekday(year, 1, MONDAY, 3)]),
    ...inaugurationDay(year),
    ...(year < 1986 ? kept(dayOfYear(year, 2, 12)) : []),
    nthWeekday(year, 2, MONDAY, 3),
    MEMORIAL_DAY_ON_30_MAY.has(year) ? dayOfYear(year, 5, 30) : lastWeekday(year, 5, MONDAY),
    // The act of June 2021 came a day before the first one was due; the release first kept it in 2022.
    ...(year < 2022 ? [] : kept(dayOfYear(year, 6, 19))),
    ...kept(dayOfYear(year, 7, 4)),
    nthWeekday(year, 9, MONDAY, 1),
    nthWeekday(year, 10, MONDAY, 2),
    ...electionDay(year),
    ...veteransDay(year),
    nthWeekday(year, 11, THURSDAY, 4),
    ...kept(dayOfYear(year, 12, 25)),
  ].filter((day) => Number(day.slice(0, 4)) === year);
}

/** The first year in which a holiday on a Saturday was kept on the Friday before; until then it was not kept at all. */
const SATURDAYS_KEPT_SINCE = 2010;

function kept(day: IsoDay): readonly IsoDay[] {
  if (weekdayOf(day) === SUNDAY) return [addDays(day, 1)];
  if (weekdayOf(day) !== SATURDAY) return [day];
  const friday = addDays(day, FRIDAY - SATURDAY);
  return Number(friday.slice(0, 4)) < SATURDAYS_KEPT_SINCE ? [] : [friday];
}

/** The federal day was the fourth Monday of October from 1971 to 1977; New York went back to 11 November in 1974. */
function veteransDay(year: number): readonly IsoDay[] {
  return year < 1974 ? [nthWeekday(year, 10, MONDAY, 4)] : kept(dayOfYear(year, 11, 11));
}

/** A bank holiday of New York until 1984: the Tuesday after the first Monday of November. */
function electionDay(year: number): readonly IsoDay[] {
  return year > 1984 ? [] : [addDays(nthWeekday(year, 11, MONDAY, 1), 1)];
}

/** Kept by the release since 2017: 20 January every fourth year. On a Sunday the public ceremony is on Monday. */
function inaugurationDay(year: number): readonly IsoDay[] {
  if (year < 2017 || year % 4 !== 1) return [];
  const day = dayOfYear(year, 1, 20);
  if (weekdayOf(day) === SUNDAY) return [addDays(day, 1)];
  return weekdayOf(day) === SATURDAY ? [] : [day];
}
