import { BOJ_SCHEDULE, bojFixingInstant } from './schedule.ts';
import { isoDayOf } from '#lib/domain/iso-day';
import type { FixingFacts } from '#lib/sources/source-facts';

import { BOJ_SERIES } from './boj-series.ts';
import { MINUTE_MS } from '#lib/domain/durations';

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
  // The dollar's first figure in yen; the euro's is of 1999-01-04.
  firstDay: isoDayOf(new Date('1998-01-05T00:00:00Z')),
  polling: { dueMs: 30 * MINUTE_MS, gapMs: 360 * MINUTE_MS },
  roundedByUs: null,
};
