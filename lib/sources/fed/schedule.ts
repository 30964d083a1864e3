import { isNewYorkDay } from '#lib/domain/calendars/new-york-calendar';
import {
  calendarDay,
  type FixingSchedule,
  nextOpenDay,
  zonedInstant,
} from '#lib/domain/calendars/publication-calendar';
import { DAY_MS } from '#lib/domain/durations';
import { addDays, type IsoDay, weekdayOf } from '#lib/domain/iso-day';

const NEW_YORK = 'America/New_York';

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

/** The first New York business day from the Monday after `day`'s week on. */
function h10ReleaseDay(day: IsoDay): IsoDay {
  const daysToMonday = (8 - weekdayOf(day)) % 7 || 7;
  return nextOpenDay(isNewYorkDay, addDays(day, daysToMonday - 1));
}
