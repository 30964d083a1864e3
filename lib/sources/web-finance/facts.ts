import type { TickFacts } from '#lib/sources/source-facts';
import { MINUTE_MS } from '#lib/domain/durations';

/**
 * The pairs that are asked for, each `XXXYYY=X` there: one unit of XXX costs the price in YYY. The currencies most
 * traded and most looked up against the dollar, each in the direction that the market quotes, and seven large crosses.
 */
export const WEB_FINANCE_PAIRS: readonly string[] = `
EURUSD GBPUSD AUDUSD NZDUSD USDJPY USDCHF USDCAD USDCNY USDHKD USDSGD
USDSEK USDNOK USDDKK USDKRW USDINR USDMXN USDBRL USDZAR USDTRY USDPLN
USDCZK USDHUF USDILS USDTHB USDIDR USDMYR USDPHP USDTWD USDAED USDSAR
USDCLP USDCOP USDRON
EURGBP EURJPY EURCHF EURSEK EURNOK EURCAD GBPJPY
`
  .trim()
  .split(/\s+/);

/** Yahoo Finance's facts; its quotes read 1 base = `rate` quote. */
export const FACTS: TickFacts = {
  cadence: 'tick',
  id: 'web-finance',
  name: 'Yahoo Finance',
  page: 'https://finance.yahoo.com/markets/currencies/',
  terms:
    "Yahoo's terms allow personal, non-commercial use only and forbid automated access and redistribution: read here because the operator of this service chose to.",
  attribution: 'Source: Yahoo Finance',
  words: {
    shortName: 'Yahoo',
    kind: 'market rate',
    figures: 'Market quotes from a finance site, days since 1996.',
    schedule: 'While the foreign exchange market is open: Sunday 17:00 to Friday 17:00 in New York.',
    habit: 'Yahoo Finance quotes while the foreign exchange market is open.',
  },
  isOnByDefault: false,
  isOfficial: false,
  mayPassOnDocuments: false,
  base: 'USD',
  expectedPairs: WEB_FINANCE_PAIRS.length,
  askedPairs: WEB_FINANCE_PAIRS.map((pair) => `${pair.slice(0, 3)}/${pair.slice(3)}`),
  market: 'forex',
  ages: { lateMs: 20 * MINUTE_MS, staleMs: 60 * MINUTE_MS, hardLimitMs: 24 * 60 * MINUTE_MS },
  polling: { intervalMs: 5 * MINUTE_MS },
  // By `webFinanceFigure`.
  roundedByUs:
    'priceHint + 2 decimals, but 6 to 7 significant digits; 7 where the document states no priceHint',
};
