import { FED_SCHEDULE, fedFixingInstant } from './schedule.ts';
import { isoDayOf } from '#lib/domain/iso-day';
import type { FixingFacts } from '#lib/sources/source-facts';

import { FRED_SERIES } from './fred-series.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/durations';

/** The Federal Reserve's facts; its rates read 1 EUR, GBP, AUD or NZD = `rate` USD, and 1 USD = `rate` of the others. */
export const FACTS: FixingFacts = {
  cadence: 'fixing',
  id: 'fed',
  name: 'Federal Reserve',
  page: 'https://www.federalreserve.gov/releases/h10/current/',
  terms:
    'The H.10 release is a work of the US government and in the public domain; FRED asks to be credited.',
  attribution:
    'Source: Board of Governors of the Federal Reserve System (US), H.10. This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis',
  words: {
    shortName: 'Fed',
    nameInText: 'the Federal Reserve',
    kind: 'reference rate',
    figures: 'H.10 noon buying rates in New York of the Federal Reserve, since 1971.',
    schedule: 'Mondays at 16:15 in New York, for the week before.',
    habit: 'The Federal Reserve publishes New York business days, a week at a time.',
  },
  hours: 'about 16:15 in New York, once a week',
  holiday: 'US holiday',
  holidayNames: {},
  isOnByDefault: true,
  isOfficial: true,
  mayPassOnDocuments: true,
  base: 'USD',
  schedule: FED_SCHEDULE,
  fixingInstant: fedFixingInstant,
  expectedPairs: FRED_SERIES.length,
  firstDay: isoDayOf(new Date('1971-01-04T00:00:00Z')),
  polling: { dueMs: 30 * MINUTE_MS, gapMs: 6 * HOUR_MS },
  roundedByUs: null,
};
