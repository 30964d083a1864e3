import type { IsoDay } from '#lib/domain/iso-day';

/**
 * The first day on which a market figure in a code can be true, for codes that replaced another at a factor since 1985.
 * A figure before it is one that the publisher restated, or an old unit under a new label: Bank of England series run
 * through redenominations under one name, and TRY of 2004 would be a million times too large.
 * Days are those on which the new unit became the money of account; the predecessor's last day is in the table of
 * retired currencies. Where two moneys were lawful side by side (SLE) it is the day on which the new one began. Keyed by code; `YYYY-MM-DD`.
 */
export const CURRENCIES_WITH_FIRST_DAY: ReadonlyMap<string, string> = new Map([
  ['AFN', '2002-10-07'],
  ['AOA', '1999-12-01'],
  ['ARS', '1992-01-01'],
  ['AZN', '2006-01-01'],
  ['BGN', '1999-07-05'],
  ['BOB', '1987-01-01'],
  ['BRL', '1994-07-01'],
  ['BYN', '2016-07-01'],
  ['BYR', '2000-01-01'],
  ['CDF', '1998-07-01'],
  ['CSD', '2003-07-03'],
  ['CZK', '1993-02-08'],
  ['EUR', '1999-01-01'],
  ['GEL', '1995-10-02'],
  ['GHS', '2007-07-01'],
  ['HRK', '1994-05-30'],
  ['ILS', '1985-09-04'],
  ['KZT', '1993-11-15'],
  ['LTL', '1993-06-25'],
  ['MGA', '2003-07-31'],
  ['MRU', '2018-01-01'],
  ['MXN', '1993-01-01'],
  ['MZN', '2006-07-01'],
  ['NIO', '1991-04-30'],
  ['PEN', '1991-07-01'],
  ['PLN', '1995-01-01'],
  ['RON', '2005-07-01'],
  ['RSD', '2006-10-25'],
  ['RUB', '1998-01-01'],
  ['SDG', '2007-01-10'],
  ['SLE', '2022-07-01'],
  ['SRD', '2004-01-01'],
  ['STN', '2018-01-01'],
  ['TJS', '2000-10-30'],
  ['TMT', '2009-01-01'],
  ['TRY', '2005-01-01'],
  ['UAH', '1996-09-02'],
  ['UYU', '1993-03-01'],
  ['VED', '2021-10-01'],
  ['VEF', '2008-01-01'],
  ['VES', '2018-08-20'],
  ['XCG', '2025-03-31'],
  ['ZMW', '2013-01-01'],
  ['ZWG', '2024-04-05'],
  ['ZWL', '2009-02-02'],
  ['ZWR', '2008-08-01'],
]);

/** Whether the currency did not exist yet on a day: TRY on 2004-12-31; false for codes without a known first day. */
export function isBeforeFirstDay(code: string, day: IsoDay): boolean {
  const firstDay = CURRENCIES_WITH_FIRST_DAY.get(code);
  return firstDay !== undefined && day < firstDay;
}
