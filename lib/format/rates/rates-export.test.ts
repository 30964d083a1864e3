import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { RateSeries } from '#lib/contract/responses';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { type ExportedRow, ratesCsv, ratesHtml, ratesJson, ratesTabs } from './rates-export.ts';

const HEAD = {
  base: 'USD',
  source: 'default',
  date: null,
  receivedAt: new Date('2026-04-14T08:00:00Z'),
  credits: { ecb: 'Source: European Central Bank', boe: 'Source: Bank of England' },
  isSimulated: false,
};

const SERIES: RateSeries = {
  rate: 0.855_871_276_959_945,
  source: 'ecb',
  timestamp: '2026-04-13T12:10:00.000Z',
  age: 'fresh',
  change: { day1: 0.2311, day7: -5.4e-7, day30: null },
  since: {
    day1: { day: '2026-04-10', rate: 0.853_898_044_573_478 },
    day7: { day: '2026-04-02', rate: 0.867_678_958_785_249 },
    day30: null,
  },
  points: [],
  earlier: [],
};

function exported(code: string, rate: number, series: RateSeries | null, name?: string): ExportedRow {
  const currency = currencyOptions().find((option) => option.code === code);
  if (!currency) throw new Error(`${code} is not known`);
  return {
    row: {
      code,
      rate,
      currency: { ...currency, name: name ?? currency.name },
      shelf: 'fiat',
      regions: [],
      isCommon: true,
    },
    series,
  };
}

const ROWS = [
  exported('EUR', SERIES.rate, SERIES),
  exported('BTC', 1e-7, null, 'A "name", with a comma'),
  exported('JPY', 159.83, null, '=SUM(A1)'),
];

describe('the rows that are taken away', () => {
  it('are a CSV that any reader understands, with all digits and no exponent', () => {
    const text = ratesCsv(ROWS, HEAD);
    expect(parse(text, { columns: true })).toEqual([
      {
        code: 'EUR',
        name: 'Euro',
        kind: 'fiat',
        base: 'USD',
        rate: '0.855871276959945',
        source: 'ecb',
        timestamp: '2026-04-13T12:10:00.000Z',
        change_1_day_percent: '0.2311',
        change_7_days_percent: '-0.00000054',
        change_30_days_percent: '',
      },
      expect.objectContaining({ name: 'A "name", with a comma', rate: '0.0000001', source: '' }),
      expect.objectContaining({ name: "'=SUM(A1)" }),
    ]);
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it('say in each form that they are made up where they are', () => {
    const head = { ...HEAD, isSimulated: true };
    const rows: readonly { readonly note: string }[] = parse(ratesCsv(ROWS, head), { columns: true });
    expect(rows.map(({ note }) => note)).toEqual(['SIMULATED', 'SIMULATED', 'SIMULATED']);
    expect(JSON.parse(ratesJson(ROWS, head))).toMatchObject({ simulated: true });
    expect(ratesTabs(ROWS, head).split('\n').at(-1)).toMatch(/\tSIMULATED$/);
    expect(ratesHtml(ROWS, head)).toContain('<td>SIMULATED</td>');
  });

  it('are a JSON with numbers as the service gave them', () => {
    expect(JSON.parse(ratesJson(ROWS.slice(0, 1), HEAD))).toEqual({
      base: 'USD',
      source: 'default',
      receivedAt: '2026-04-14T08:00:00.000Z',
      credits: { ecb: 'Source: European Central Bank' },
      rates: [
        {
          code: 'EUR',
          name: 'Euro',
          kind: 'fiat',
          rate: 0.855_871_276_959_945,
          source: 'ecb',
          timestamp: '2026-04-13T12:10:00.000Z',
          change: SERIES.change,
          since: SERIES.since,
        },
      ],
    });
  });

  it('are a table for the clipboard, as text and as HTML that nothing can break out of', () => {
    const lines = ratesTabs(ROWS, HEAD).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines.every((line) => line.split('\t').length === 10)).toBe(true);
    const html = ratesHtml([exported('EUR', 1, null, '<img src=x> & co')], HEAD);
    expect(html).toContain('<td>&lt;img src=x&gt; &amp; co</td>');
    expect(html.match(/<tr>/g)).toHaveLength(2);
  });
});
