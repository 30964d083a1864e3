import { type IsoDay, addDays, weekdayOf } from '#lib/domain/iso-day';
import { isLondonDay } from './london-calendar.ts';
import { isNewYorkDay } from './new-york-calendar.ts';
import { calendarDay, type FixingSchedule, nextOpenDay, zonedInstant } from './publication-calendar.ts';
import { isTokyoDay } from './tokyo-calendar.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';

const LONDON = 'Europe/London';
const NEW_YORK = 'America/New_York';
const TOKYO = 'Asia/Tokyo';

/** The Bank of England's daily spot rates: of every London working day, public at 09:30 London time of the next one. */
export const BOE_SCHEDULE: FixingSchedule = {
  isPublicationDay: isLondonDay,
  calendarHoldsFrom: calendarDay('2010-01-01'),
  dueAt: (day) => zonedInstant(nextOpenDay(isLondonDay, day), '09:30', LONDON),
  graceMs: 3 * HOUR_MS,
  hardLimitMs: 14 * DAY_MS,
};

/** The instant at which the Bank of England observes a day's rates: 16:00 London time. */
export function boeFixingInstant(day: IsoDay): Date {
  return zonedInstant(day, '16:00', LONDON);
}

/**
 * The Federal Reserve's H.10: a rate of every US business day, the whole week released on the following Monday at
 * 16:15 New York time, on Tuesday if that Monday is a holiday. So all days of a week are due at one instant.
 */
export const FED_SCHEDULE: FixingSchedule = {
  isPublicationDay: isNewYorkDay,
  // Held against FRED's series up to 2014 and the Board's own of sterling up to May 2024.
  calendarHoldsFrom: calendarDay('2006-01-01'),
  dueAt: (day) => zonedInstant(h10ReleaseDay(day), '16:15', NEW_YORK),
  graceMs: DAY_MS,
  hardLimitMs: 21 * DAY_MS,
};

/** The instant of the Federal Reserve's noon buying rates of a day: 12:00 New York time. */
export function fedFixingInstant(day: IsoDay): Date {
  return zonedInstant(day, '12:00', NEW_YORK);
}

/** The Bank of Japan's Tokyo market rates: of every Tokyo business day, public at 08:50 Tokyo time two business days later. */
export const BOJ_SCHEDULE: FixingSchedule = {
  isPublicationDay: isTokyoDay,
  calendarHoldsFrom: calendarDay('2010-01-01'),
  dueAt: (day) => zonedInstant(nextOpenDay(isTokyoDay, nextOpenDay(isTokyoDay, day)), '08:50', TOKYO),
  graceMs: 3 * HOUR_MS,
  hardLimitMs: 21 * DAY_MS,
};

/** The instant of the Bank of Japan's rates of a day: 17:00 Tokyo time. */
export function bojFixingInstant(day: IsoDay): Date {
  return zonedInstant(day, '17:00', TOKYO);
}

/** The first New York business day from the Monday after `day`'s week on. */
function h10ReleaseDay(day: IsoDay): IsoDay {
  const daysToMonday = (8 - weekdayOf(day)) % 7 || 7;
  return nextOpenDay(isNewYorkDay, addDays(day, daysToMonday - 1));
}
