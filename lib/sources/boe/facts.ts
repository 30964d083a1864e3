import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { FixingFacts } from '#lib/sources/source-facts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import { isLondonDay } from '#lib/domain/calendars/london-calendar';
import {
  calendarDay,
  type FixingSchedule,
  nextOpenDay,
  zonedInstant,
} from '#lib/domain/calendars/publication-calendar';
import { BOE_CURRENT_SERIES } from './boe-series.ts';

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

/** The Bank of England's facts; its rates read 1 GBP = `rate` of the quote currency. */
export const FACTS: FixingFacts = {
  cadence: 'fixing',
  id: 'boe',
  name: 'Bank of England',
  page: 'https://www.bankofengland.co.uk/boeapps/database/Rates.asp?into=GBP',
  terms:
    'Mostly under the Open Government Licence v3.0, with credit to the Bank of England; the rates are indicative and not official, and marks of third parties are to be checked before redistribution.',
  attribution: 'Source: Bank of England',
  words: {
    shortName: 'BoE',
    nameInText: 'the Bank of England',
    kind: 'reference rate',
    figures: 'Spot rates of the Bank of England against sterling, since 1975.',
    schedule: 'By 09:30 on the next London working day; the rates are those of 16:00 the day before.',
    habit: 'The Bank of England publishes on London working days.',
  },
  hours: 'about 09:30 in London',
  holiday: 'London bank holiday',
  holidayNames: {},
  isOnByDefault: true,
  isOfficial: true,
  mayPassOnDocuments: true,
  base: 'GBP',
  schedule: BOE_SCHEDULE,
  fixingInstant: boeFixingInstant,
  expectedPairs: BOE_CURRENT_SERIES.length,
  askedPairs: BOE_CURRENT_SERIES.map(({ quote }) => `GBP/${quote}`),
  // The dollar's first figure; the bank refuses a range that begins before 1975.
  firstDay: isoDayOf(new Date('1975-01-02T00:00:00Z')),
  polling: { dueMs: 15 * MINUTE_MS, gapMs: 180 * MINUTE_MS },
  roundedByUs: null,
};
