import type { TickFacts } from '#lib/sources/source-facts';

import { CHARTING_PLATFORM_PAIRS } from './charting-platform-symbols.ts';
import { MINUTE_MS } from '#lib/domain/durations';

/** Prices are doubles with noise at the end; so many significant digits are kept. */
export const SCAN_DIGITS = 7;

/** TradingView's facts; its quotes read 1 base = `rate` quote. */
export const FACTS: TickFacts = {
  cadence: 'tick',
  id: 'charting-platform',
  name: 'TradingView',
  page: 'https://www.tradingview.com/markets/currencies/',
  terms:
    "TradingView's terms forbid automated collection and use other than display without written consent: read here because the operator of this service chose to.",
  attribution: 'Source: TradingView',
  words: {
    kind: 'market rate',
    figures: 'Market quotes from a charting platform.',
    schedule: 'While the foreign exchange market is open.',
    habit: 'TradingView quotes while the foreign exchange market is open.',
  },
  isOnByDefault: false,
  isOfficial: false,
  mayPassOnDocuments: false,
  base: 'USD',
  expectedPairs: CHARTING_PLATFORM_PAIRS.length,
  market: 'forex',
  ages: { lateMs: 20 * MINUTE_MS, staleMs: 60 * MINUTE_MS, hardLimitMs: 24 * 60 * MINUTE_MS },
  polling: { intervalMs: 5 * MINUTE_MS },
  roundedByUs: `${SCAN_DIGITS} significant digits`,
};
