import { isoDayOf } from '#lib/domain/iso-day';
import { ECB_SCHEDULE, ecbFixingInstant } from './schedule.ts';
import type { FixingFacts } from '#lib/sources/source-facts';
import { MINUTE_MS } from '#lib/domain/durations';

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
