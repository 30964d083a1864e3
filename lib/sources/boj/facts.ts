import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { FixingFacts } from '#lib/sources/source-facts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import {
  calendarDay,
  type FixingSchedule,
  nextOpenDay,
  zonedInstant,
} from '#lib/domain/calendars/publication-calendar';
import { isTokyoDay } from '#lib/domain/calendars/tokyo-calendar';

/** A daily series of the Bank of Japan's database FM08: one unit of `base` costs its figure in units of `quote`. */
export interface BojSeries {
  readonly code: string;
  readonly base: string;
  readonly quote: string;
  /** How the bank names the unit of its figures. */
  readonly unit: string;
}

/** The rates at 17:00 in Tokyo, the mid of bid and offer: all that the bank has daily, and both against the dollar. */
export const BOJ_SERIES: readonly BojSeries[] = [
  { code: 'FXERD04', base: 'USD', quote: 'JPY', unit: 'Yen per U.S. Dollar' },
  { code: 'FXERD34', base: 'EUR', quote: 'USD', unit: 'U.S. Dollar per Euro' },
];

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

/** The Bank of Japan's facts; its rates read 1 USD = `rate` JPY and 1 EUR = `rate` USD. */
export const FACTS: FixingFacts = {
  cadence: 'fixing',
  id: 'boj',
  name: 'Bank of Japan',
  page: 'https://www.stat-search.boj.or.jp/index_en.html',
  terms:
    'Free; commercial use is to be checked with the bank, and a public service shows the credit and tells the bank when it goes public.',
  attribution:
    'This service uses the API of the Bank of Japan Time-Series Data Search Site. Its contents are not guaranteed by the Bank of Japan.',
  words: {
    shortName: 'BoJ',
    nameInText: 'the Bank of Japan',
    kind: 'reference rate',
    figures: 'The Bank of Japan’s Tokyo market rates, dollar in yen and euro in dollars, since 1998.',
    schedule: 'At 08:50 in Tokyo, two business days later; the rates are those of 17:00.',
    habit: 'The Bank of Japan publishes on Tokyo business days.',
  },
  hours: 'about 08:50 in Tokyo',
  holiday: 'Tokyo holiday',
  holidayNames: {},
  isOnByDefault: true,
  isOfficial: true,
  mayPassOnDocuments: true,
  base: 'USD',
  schedule: BOJ_SCHEDULE,
  fixingInstant: bojFixingInstant,
  expectedPairs: BOJ_SERIES.length,
  askedPairs: BOJ_SERIES.map(({ base, quote }) => `${base}/${quote}`),
  // The dollar's first figure in yen; the euro's is of 1999-01-04.
  firstDay: isoDayOf(new Date('1998-01-05T00:00:00Z')),
  polling: { dueMs: 30 * MINUTE_MS, gapMs: 360 * MINUTE_MS },
  roundedByUs: null,
};
