/** The most traded currencies, in the order in which they are offered. */
export const COMMON_CODES: readonly string[] = [
  'EUR',
  'USD',
  'GBP',
  'JPY',
  'CHF',
  'CNY',
  'INR',
  'AUD',
  'CAD',
  'KRW',
  'BRL',
  'BTC',
];

/** How many options of a list that begins with them are the common ones. */
export const COMMON_COUNT = COMMON_CODES.length;
