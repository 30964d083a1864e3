import { dayOfYear, holidayCalendar, isWeekend, MONDAY, nthWeekday, SUNDAY } from './holiday-rules.ts';
import { addDays, type IsoDay, weekdayOf } from '#lib/domain/iso-day';

/** Holidays of 2019 by special act: the accession and the enthronement of the emperor. */
const ACCESSION_HOLIDAYS: readonly (readonly [number, number])[] = [
  [5, 1],
  [10, 22],
];

/** Month and day of the three holidays that the Olympic games moved. */
const OLYMPIC_HOLIDAYS: ReadonlyMap<number, readonly (readonly [number, number])[]> = new Map([
  [
    2020,
    [
      [7, 23],
      [7, 24],
      [8, 10],
    ],
  ],
  [
    2021,
    [
      [7, 22],
      [7, 23],
      [8, 8],
    ],
  ],
]);

const isHoliday = holidayCalendar(holidaysOf);

/** Days on which banks in Japan are closed beside holidays and Saturdays: 31 December to 3 January. */
const BANK_CLOSINGS: ReadonlySet<string> = new Set(['12-31', '01-01', '01-02', '01-03']);

/**
 * Whether banks in Tokyo are open on a day, and so whether the Bank of Japan has rates of it. Right from 1998, when its
 * daily rates begin; equinoxes, which the government proclaims the year before, are right by formula until 2099.
 * Source: Act on National Holidays (1948, as amended up to 2018) and Order for Enforcement of the Banking Act, art. 5.
 */
export function isTokyoDay(day: IsoDay): boolean {
  return !isWeekend(day) && !BANK_CLOSINGS.has(day.slice(5)) && !isHoliday(day);
}

function holidaysOf(year: number): readonly IsoDay[] {
  const national = new Set([
    ...fixedHolidays(year).map(([month, dayOfMonth]) => dayOfYear(year, month, dayOfMonth)),
    ...mondayHolidays(year),
    vernalEquinox(year),
    autumnalEquinox(year),
  ]);
  const between = [...national]
    .map((day) => addDays(day, 1))
    .filter((day) => !national.has(day) && weekdayOf(day) !== SUNDAY && national.has(addDays(day, 1)));
  const substitutes = [...national]
    .filter((day) => weekdayOf(day) === SUNDAY)
    .map((day) => substituteFor(day, national));
  return [...national, ...between, ...substitutes];
}

function fixedHolidays(year: number): readonly (readonly [number, number])[] {
  return [
    [1, 1],
    [2, 11],
    [4, 29],
    [5, 3],
    [5, 5],
    [11, 3],
    [11, 23],
    ...(year < 2000 ? ([[1, 15]] as const) : []),
    ...(year < 2000 ? ([[10, 10]] as const) : []),
    ...(year < 2003 ? ([[7, 20]] as const) : []),
    ...(year < 2003 ? ([[9, 15]] as const) : []),
    // Until 2006, 4 May was free as a day between two holidays.
    ...(year < 2007 ? [] : ([[5, 4]] as const)),
    ...emperorsBirthday(year),
    ...(year < 2016 || OLYMPIC_HOLIDAYS.has(year) ? [] : ([[8, 11]] as const)),
    ...(year === 2019 ? ACCESSION_HOLIDAYS : []),
    ...(OLYMPIC_HOLIDAYS.get(year) ?? []),
  ];
}

/** 2019 had none: one emperor had left before his birthday, the other's was before he came. */
function emperorsBirthday(year: number): readonly (readonly [number, number])[] {
  if (year === 2019) return [];
  return year < 2019 ? [[12, 23]] : [[2, 23]];
}

/** The holidays that were moved to Mondays in 2000 and 2003. */
function mondayHolidays(year: number): readonly IsoDay[] {
  const isOlympic = OLYMPIC_HOLIDAYS.has(year);
  return [
    ...(year < 2000 ? [] : [nthWeekday(year, 1, MONDAY, 2)]),
    ...(year < 2000 || isOlympic ? [] : [nthWeekday(year, 10, MONDAY, 2)]),
    ...(year < 2003 || isOlympic ? [] : [nthWeekday(year, 7, MONDAY, 3)]),
    ...(year < 2003 ? [] : [nthWeekday(year, 9, MONDAY, 3)]),
  ];
}

/** A holiday on a Sunday is made up for on the next day that is none; before 2007 that could only be the Monday. */
function substituteFor(sunday: IsoDay, national: ReadonlySet<IsoDay>): IsoDay {
  let day = addDays(sunday, 1);
  while (national.has(day)) day = addDays(day, 1);
  return day;
}

/** The sun's year in days of the calendar, counted from 1980: the formula of the Japanese Coast Guard for 1980 to 2099. */
function equinoxDay(year: number, of1980: number): number {
  return Math.floor(of1980 + 0.242194 * (year - 1980)) - Math.floor((year - 1980) / 4);
}

function vernalEquinox(year: number): IsoDay {
  return dayOfYear(year, 3, equinoxDay(year, 20.8431));
}

function autumnalEquinox(year: number): IsoDay {
  return dayOfYear(year, 9, equinoxDay(year, 23.2488));
}
