import { calendarDay, type FixingSchedule, zonedInstant } from '#lib/domain/calendars/publication-calendar';
import { isTargetDay } from '#lib/domain/calendars/target-calendar';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';
import type { IsoDay } from '#lib/domain/iso-day';

const FRANKFURT = 'Europe/Berlin';

/**
 * From this day the fixing is the concertation of 14:10, before it that of 14:15. The press release of 7 December 2015, which
 * moved the publication to 16:00, leaves the snapshot at 14:15, and the bank's page said 14:15 in September 2020 still. It says
 * "around 14:10 CET" on a copy that tells of the rouble's suspension in March 2022, and in a quotation of 11 November 2023
 * (github.com/OpenBB-finance/OpenBB/pull/5711). No source that we know names the day, so the year of that page counts from its start.
 * https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html
 */
const ECB_FIXING_AT_1410_FROM = '2022-01-01';

/** The European Central Bank's reference rates: one fixing a TARGET day, public around 16:00 Frankfurt time. */
export const ECB_SCHEDULE: FixingSchedule = {
  isPublicationDay: isTargetDay,
  // Held against all 6,983 days of the bank's own history up to April 2026.
  calendarHoldsFrom: calendarDay('1999-01-01'),
  dueAt: (day) => zonedInstant(day, '16:00', FRANKFURT),
  graceMs: 90 * MINUTE_MS,
  hardLimitMs: 10 * DAY_MS,
};

/** The instant of the ECB's fixing of a day: 14:10 Frankfurt time, 14:15 before 2022. */
export function ecbFixingInstant(day: IsoDay): Date {
  return zonedInstant(day, day < ECB_FIXING_AT_1410_FROM ? '14:15' : '14:10', FRANKFURT);
}
