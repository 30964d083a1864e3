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
