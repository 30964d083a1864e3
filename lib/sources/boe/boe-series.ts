/** A daily spot series of the Bank of England's database: 1 GBP = its figure in `quote`, per one unit of `quote`. */
export interface BoeSeries {
  readonly code: string;
  readonly quote: string;
}

/** The series that go on, in the order in which they are asked. */
export const BOE_CURRENT_SERIES: readonly BoeSeries[] = [
  { code: 'XUDLUSS', quote: 'USD' },
  { code: 'XUDLERS', quote: 'EUR' },
  { code: 'XUDLJYS', quote: 'JPY' },
  { code: 'XUDLCDS', quote: 'CAD' },
  { code: 'XUDLSFS', quote: 'CHF' },
  { code: 'XUDLADS', quote: 'AUD' },
  { code: 'XUDLNDS', quote: 'NZD' },
  { code: 'XUDLNKS', quote: 'NOK' },
  { code: 'XUDLSKS', quote: 'SEK' },
  { code: 'XUDLDKS', quote: 'DKK' },
  { code: 'XUDLHDS', quote: 'HKD' },
  { code: 'XUDLSGS', quote: 'SGD' },
  { code: 'XUDLSRS', quote: 'SAR' },
  { code: 'XUDLZRS', quote: 'ZAR' },
  { code: 'XUDLTWS', quote: 'TWD' },
  { code: 'XUDLBK25', quote: 'CZK' },
  { code: 'XUDLBK33', quote: 'HUF' },
  { code: 'XUDLBK47', quote: 'PLN' },
  { code: 'XUDLBK78', quote: 'ILS' },
  { code: 'XUDLBK83', quote: 'MYR' },
  { code: 'XUDLBK87', quote: 'THB' },
  { code: 'XUDLBK89', quote: 'CNY' },
  { code: 'XUDLBK93', quote: 'KRW' },
  { code: 'XUDLBK95', quote: 'TRY' },
  { code: 'XUDLBK97', quote: 'INR' },
  { code: 'XUDLZOS4', quote: 'RON' },
];

/** The series that have ended; they matter to the history alone. */
export const BOE_ENDED_SERIES: readonly BoeSeries[] = [
  { code: 'XUDLBK85', quote: 'RUB' },
  { code: 'XUDLBK22', quote: 'CYP' },
  { code: 'XUDLBK36', quote: 'LTL' },
  { code: 'XUDLBK39', quote: 'LVL' },
  { code: 'XUDLBK44', quote: 'MTL' },
];

/** Every series by its code; other series of the bank are not exchange rates against sterling, or not daily. */
export const BOE_SERIES_BY_CODE: ReadonlyMap<string, BoeSeries> = new Map(
  [...BOE_CURRENT_SERIES, ...BOE_ENDED_SERIES].map((series) => [series.code, series]),
);
