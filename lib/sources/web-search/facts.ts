import type { TickFacts } from '#lib/sources/source-facts';
import { MINUTE_MS } from '#lib/domain/durations';

/** The pairs that are asked for, a page each: `EUR-USD` is USD per 1 EUR. The most traded ones, since every page is a call. */
export const WEB_SEARCH_PAIRS: readonly string[] = [
  'EUR-USD',
  'USD-JPY',
  'GBP-USD',
  'USD-CNY',
  'USD-CAD',
  'AUD-USD',
  'USD-CHF',
  'NZD-USD',
  'USD-INR',
  'USD-MXN',
  'EUR-GBP',
  'EUR-JPY',
];

/** Prices are doubles with noise at the end; so many significant digits are kept. */
export const PAGE_DIGITS = 7;

/** Google Finance's facts; its quotes read 1 base = `rate` quote. */
export const FACTS: TickFacts = {
  cadence: 'tick',
  id: 'web-search',
  name: 'Google Finance',
  page: 'https://www.google.com/finance/markets/currencies',
  terms:
    "Google's terms forbid automated queries and redistribution: read here because the operator of this service chose to.",
  attribution: 'Source: Google Finance',
  words: {
    shortName: 'Google',
    kind: 'market rate',
    figures: 'Market quotes from a search engine’s pages.',
    schedule: 'While the foreign exchange market is open.',
    habit: 'Google Finance quotes while the foreign exchange market is open.',
  },
  isOnByDefault: false,
  isOfficial: false,
  mayPassOnDocuments: false,
  base: 'USD',
  expectedPairs: WEB_SEARCH_PAIRS.length,
  askedPairs: WEB_SEARCH_PAIRS.map((pair) => pair.replace('-', '/')),
  market: 'forex',
  ages: { lateMs: 20 * MINUTE_MS, staleMs: 60 * MINUTE_MS, hardLimitMs: 24 * 60 * MINUTE_MS },
  polling: { intervalMs: 5 * MINUTE_MS },
  roundedByUs: `${PAGE_DIGITS} significant digits`,
};
