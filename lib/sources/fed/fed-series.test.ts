import { describe, expect, it } from 'vitest';

import { FRED_SERIES, readFedSeriesId } from './fed-series.ts';

describe('series ids of the Fed', () => {
  it.each([
    ['RXI$US_N.B.EU', 'EUR/USD'],
    ['RXI$US_N.B.UK', 'GBP/USD'],
    ['RXI$US_N.B.AL', 'AUD/USD'],
    ['RXI$US_N.B.NZ', 'NZD/USD'],
    ['RXI_N.B.JA', 'USD/JPY'],
    ['RXI_N.B.SF', 'USD/ZAR'],
    ['RXI_N.B.SD', 'USD/SEK'],
    ['DEXUSEU', 'EUR/USD'],
    ['DEXUSUK', 'GBP/USD'],
    ['DEXUSAL', 'AUD/USD'],
    ['DEXUSNZ', 'NZD/USD'],
    ['DEXJPUS', 'USD/JPY'],
    ['DEXSLUS', 'USD/LKR'],
    ['DEXSZUS', 'USD/CHF'],
    ['DEXCHUS', 'USD/CNY'],
  ])('%s says that its figures are %s', (id, pair) => {
    const series = readFedSeriesId(id);
    expect(series?.kind === 'rate' && `${series.base}/${series.quote}`).toBe(pair);
  });

  it('gives the 22 series of FRED 22 different pairs, four of them in US dollars', () => {
    const pairs = FRED_SERIES.map(({ id }) => {
      const series = readFedSeriesId(id);
      return series?.kind === 'rate' ? `${series.base}/${series.quote}` : id;
    });
    expect(new Set(pairs).size).toBe(22);
    expect(pairs.filter((pair) => pair.endsWith('/USD')).toSorted()).toEqual([
      'AUD/USD',
      'EUR/USD',
      'GBP/USD',
      'NZD/USD',
    ]);
    expect(pairs.filter((pair) => pair.startsWith('USD/')).length).toBe(18);
  });

  it.each(['DEXVZUS', 'RXI_N.B.VE', 'RXI_N.B.VES', 'DTWEXB', 'JRXWTFB_N.B', 'RXI_N.B.GE'])(
    'leaves %s out',
    (id) => expect(readFedSeriesId(id)?.kind).toBe('left-out'),
  );

  it.each(['DEXUSEU_PC1', 'DEXUSEU_20260316', 'XUDLUSS', 'Australia', 'RXI_N.D.JA', ''])(
    'does not take "%s" for a series',
    (id) => expect(readFedSeriesId(id)).toBeNull(),
  );
});
