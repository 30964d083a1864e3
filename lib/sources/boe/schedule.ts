import { isLondonDay } from '#lib/domain/calendars/london-calendar';
import {
  calendarDay,
  type FixingSchedule,
  nextOpenDay,
  zonedInstant,
} from '#lib/domain/calendars/publication-calendar';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';
import type { IsoDay } from '#lib/domain/iso-day';

const LONDON = 'Europe/London';

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
