import {
  calendarDay,
  type FixingSchedule,
  nextOpenDay,
  zonedInstant,
} from '#lib/domain/calendars/publication-calendar';
import { isTokyoDay } from '#lib/domain/calendars/tokyo-calendar';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';
import type { IsoDay } from '#lib/domain/iso-day';

const TOKYO = 'Asia/Tokyo';

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
