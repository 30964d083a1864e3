import { describe, expect, it } from 'vitest';
import { rangeFigures } from '#lib/domain/series/range-figures';
import type { SourceId } from '#lib/domain/source-id';
import { chartCsv, chartFileName } from './chart-csv.ts';
import { chartRows } from './chart-rows.ts';
import { aChartSource } from '#lib/testing/builders/chart-source';
import { compareSentence, rangeSentence } from './chart-summary.ts';

const at = (day: string) => Date.parse(`${day}T12:10:00Z`);
const series = (points: Readonly<Record<string, number>>) => ({
  instantsMs: Object.keys(points).map(at),
  rates: Object.values(points),
});
const EUR_USD = series({
  '2026-01-13': 1.1654,
  '2026-01-28': 1.1974,
  '2026-03-13': 1.1476,
  '2026-04-13': 1.1684,
});

const sentence = (points: ReturnType<typeof series>, source: SourceId = 'ecb') => {
  const figures = rangeFigures(points, 252);
  return figures && rangeSentence('EUR/USD', { source, facts: aChartSource(source) }, figures);
};

describe('rangeSentence', () => {
  it('says course, end, extremes and on how many fixings', () => {
    expect(sentence(EUR_USD)).toBe(
      'Between 13 January and 13 April 2026 EUR/USD rose 0.26% to 1.1684, moving between 1.1476 on 13 Mar and 1.1974 on 28 Jan, on 4 ECB fixings.',
    );
  });

  it('bears years where the range has several', () => {
    expect(sentence(series({ '1999-01-04': 1.1789, '2026-04-13': 1.1684 }))).toBe(
      'Between 4 January 1999 and 13 April 2026 EUR/USD fell 0.89% to 1.1684, moving between 1.1684 on 13 Apr 2026 and 1.1789 on 4 Jan 1999, on 2 ECB fixings.',
    );
  });

  it('tells the time where all of it is of one day', () => {
    const instantsMs = ['03:02', '03:12', '03:22'].map((time) => Date.parse(`2026-11-23T${time}:00Z`));
    expect(sentence({ instantsMs, rates: [1.15, 1.17, 1.16] })).toBe(
      'On 23 November 2026 EUR/USD rose 0.87% to 1.1600, moving between 1.1500 at 03:02 UTC and 1.1700 at 03:12 UTC, on 3 ECB fixings.',
    );
  });

  it('says of a rate that never moved that it stayed', () => {
    expect(sentence(series({ '2026-01-13': 3.6725, '2026-02-13': 3.6725, '2026-04-13': 3.6725 }))).toBe(
      'Between 13 January and 13 April 2026 EUR/USD stayed at 3.6725, on 3 ECB fixings.',
    );
  });

  it('speaks of a single fixing as of one', () => {
    expect(sentence(series({ '2026-04-13': 1.1684 }))).toBe(
      'EUR/USD was 1.1684 on 13 April 2026, the only ECB fixing in this range.',
    );
    expect(sentence(series({ '2026-04-13': 1.1684 }), 'crypto-exchange')).toBe(
      'EUR/USD was 1.1684 on 13 April 2026, the only Kraken quote that is kept of this range.',
    );
  });
});

it('compareSentence names every pair with its own movement', () => {
  const lines = [
    { pair: 'EUR/USD', changePercent: 0.2574 },
    { pair: 'EUR/NOK', changePercent: -5.6 },
  ];
  expect(compareSentence(at('2026-01-13'), lines)).toBe(
    'Since 13 January 2026 EUR/USD moved +0.26%, EUR/NOK −5.60%.',
  );
});

describe('chartCsv', () => {
  const caption = {
    title: 'EUR/USD',
    sources: 'ecb, boe',
    range: '13 Jan 2026 to 13 Apr 2026',
    madeAt: '14 Apr 2026, 08:00 UTC',
    credit: 'Source: European Central Bank · Source: Bank of England',
    isSimulated: false,
    period: null,
    knownAt: null,
  };

  it('carries title, source, range and date, and a day of all lines a row with an empty cell where there is none', () => {
    const boe = { instantsMs: [Date.parse('2026-04-13T15:00:00Z')], rates: [0.0000001] };
    const rows = chartRows([series({ '2026-04-10': 1.1711, '2026-04-13': 1.1684 }), boe], false);
    expect(chartCsv(caption, ['ecb', 'boe'], rows, false).split('\r\n')).toEqual([
      '# EUR/USD',
      '# Rates: one unit of the first currency of a pair in the second, as its source published it or worked out from that source’s figures',
      '# Source: ecb, boe',
      '# Range: 13 Jan 2026 to 13 Apr 2026',
      '# Made: 14 Apr 2026, 08:00 UTC',
      '# Credit: Source: European Central Bank · Source: Bank of England',
      'date,ecb,boe',
      '2026-04-10,1.1711,',
      '2026-04-13,1.1684,0.0000001',
      '',
    ]);
  });

  it('names the file by pair and days', () => {
    const days = [at('2026-01-13'), at('2026-04-13')] as const;
    expect(chartFileName('EUR/USD', days, { extension: 'csv', isSimulated: false })).toBe(
      'crossrate-EUR-USD-2026-01-13-2026-04-13.csv',
    );
  });

  it('says in its first line and its name that figures are made up', () => {
    const rows = chartRows([series({ '2026-04-13': 1.1684 })], false);
    expect(chartCsv({ ...caption, isSimulated: true }, ['ecb'], rows, false)).toMatch(/^# SIMULATED: /);
    const days = [at('2026-01-13'), at('2026-04-13')] as const;
    expect(chartFileName('EUR/USD', days, { extension: 'svg', isSimulated: true })).toBe(
      'crossrate-SIMULATED-EUR-USD-2026-01-13-2026-04-13.svg',
    );
  });
});
