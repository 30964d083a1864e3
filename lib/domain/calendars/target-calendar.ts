import { easterSunday, isWeekend } from './holiday-rules.ts';
import { addDays, type IsoDay } from '#lib/domain/iso-day';

/** TARGET's two single closings: the change to the year 2000 and the change to euro cash. */
const TARGET_SINGLE_CLOSINGS: ReadonlySet<string> = new Set(['1999-12-31', '2001-12-31']);
const TARGET_YEARLY_CLOSINGS: ReadonlySet<string> = new Set(['01-01', '12-25']);
/** Closed from 2000 on, with Good Friday and Easter Monday; in 1999 the ECB quoted on them. */
const TARGET_YEARLY_CLOSINGS_SINCE_2000: ReadonlySet<string> = new Set(['05-01', '12-26']);

/**
 * Whether TARGET, the euro's payment system, is open on a day, and so whether the ECB fixes rates on it.
 * Right for every day from 1999-01-04, the first fixing, as long as the ECB keeps its calendar of 2002.
 */
export function isTargetDay(day: IsoDay): boolean {
  if (isWeekend(day)) return false;
  const monthDay = day.slice(5);
  if (TARGET_YEARLY_CLOSINGS.has(monthDay) || TARGET_SINGLE_CLOSINGS.has(day)) return false;
  const year = Number(day.slice(0, 4));
  if (year < 2000) return true;
  if (TARGET_YEARLY_CLOSINGS_SINCE_2000.has(monthDay)) return false;
  // Easter Sunday is between 22 March and 25 April, so its neighbours are in March or April too.
  if (monthDay < '03-20' || monthDay > '04-26') return true;
  const easter = easterSunday(year);
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}
