import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { FixingFacts } from '#lib/sources/source-facts';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';
import { calendarDay, type FixingSchedule, zonedInstant } from '#lib/domain/calendars/publication-calendar';
import { isTargetDay } from '#lib/domain/calendars/target-calendar';

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

/** The European Central Bank's facts; its rates read 1 EUR = `rate` of the quote currency. */
export const FACTS: FixingFacts = {
  cadence: 'fixing',
  id: 'ecb',
  name: 'European Central Bank',
  page: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
  terms:
    'Free reuse when the source is stated and changes are marked; the rates are for information only and not meant for transactions.',
  attribution: 'Source: European Central Bank',
  words: {
    shortName: 'ECB',
    nameInText: 'the European Central Bank',
    kind: 'reference rate',
    figures: 'Euro reference rates of the European Central Bank, since 4 January 1999.',
    schedule: 'About 16:00 in Frankfurt on TARGET working days; the rates are those of 14:10 that day.',
    habit: 'The European Central Bank publishes on TARGET working days.',
  },
  hours: 'about 16:00 in Frankfurt',
  holiday: 'TARGET holiday',
  holidayNames: { '05-01': 'Labour Day' },
  isOnByDefault: true,
  isOfficial: true,
  mayPassOnDocuments: true,
  base: 'EUR',
  schedule: ECB_SCHEDULE,
  fixingInstant: ecbFixingInstant,
  expectedPairs: 29,
  firstDay: isoDayOf(new Date('1999-01-04T00:00:00Z')),
  polling: { dueMs: 15 * MINUTE_MS, gapMs: 60 * MINUTE_MS },
  roundedByUs: null,
};
