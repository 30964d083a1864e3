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
