import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { codeBook } from '#lib/format/currencies/nearest-code';
import { type ChartView, chartAddress, DEFAULT_CHART, readChartAddress } from './chart-address.ts';
import { LINES_MAX } from './chosen-lines.ts';
import { type RangeName, spanOf } from './chart-range.ts';

const day = (text: string): IsoDay => {
  const parsed = parseIsoDay(text);
  if (parsed === null) throw new Error(`${text} is no day`);
  return parsed;
};
const CODES = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'NOK', 'SEK', 'BTC', '1INCH'];
const meant = currencyOptions().filter(({ code }) => CODES.includes(code));
const knowledge = { book: { ...codeBook(meant), codes: CODES }, today: day('2026-04-14') };
const read = (address: string) => readChartAddress(address, knowledge);
const wrongs = (address: string) => read(address).ignored.map(({ wrong }) => wrong);

describe('readChartAddress', () => {
  it('shows EUR/USD of three months where nothing is said', () => {
    expect(read('/charts')).toEqual({ view: DEFAULT_CHART, ignored: [] });
  });

  it('restores every view from its own address', () => {
    const pair = fc
      .tuple(fc.constantFrom(...CODES), fc.constantFrom(...CODES))
      .filter(([base, quote]) => base !== quote)
      .map(([base, quote]) => ({ base, quote }));
    const range = fc.constantFrom<ChartView['range']>(
      { kind: 'named', name: '3m' },
      { kind: 'named', name: 'max' },
      { kind: 'days', from: day('2020-02-29'), to: null },
      { kind: 'days', from: null, to: day('2021-01-01') },
      { kind: 'days', from: day('2026-04-14'), to: day('2026-04-14') },
    );
    const sources = fc.constantFrom<ChartView['sources']>(null, ['ecb'], ['boe', 'web-finance', 'ecb']);
    const compare = fc.uniqueArray(pair, {
      maxLength: LINES_MAX - 1,
      selector: (one) => `${one.base}${one.quote}`,
    });
    const scale = fc.constantFrom<ChartView['scale']>('linear', 'log');
    const period = fc.constantFrom<ChartView['period']>(
      null,
      { length: 'month', stat: 'average' },
      { length: 'week', stat: 'last' },
    );
    const knownAt = fc.constantFrom<ChartView['knownAt']>(null, day('2026-03-03'));
    fc.assert(
      fc.property(pair, range, sources, compare, period, knownAt, scale, fc.boolean(), (shown, ...rest) => {
        const [spanned, chosen, compared, grouped, known, scaled, isTable] = rest;
        const others = compared.filter((one) => one.base !== shown.base || one.quote !== shown.quote);
        const view = {
          ...shown,
          range: spanned,
          sources: chosen,
          compare: others,
          against: null,
          period: grouped,
          knownAt: known,
          scale: scaled,
          isTable,
        };
        const isOneSource = others.length === 0 || chosen === null || chosen.length === 1;
        const again = read(chartAddress(view));
        expect(again.view).toEqual(view);
        expect(again.ignored).toHaveLength(isOneSource ? 0 : 1);
      }),
    );
  });

  it('takes any text without failing and always gives a pair of two codes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.webQueryParameters(), (base, quote, query) => {
        const { view } = read(`/charts/${base}/${quote}?${query}`);
        expect(CODES).toContain(view.base);
        expect(view.base).not.toBe(view.quote);
      }),
    );
  });
});

describe('readChartAddress of odd figures', () => {
  it('says which periods there are, and that a day must be over', () => {
    const odd = '/charts/EUR/USD?group=decade&stat=average&knownAt=2026-04-14';
    expect(read(odd).view).toMatchObject({ period: null, knownAt: null });
    expect(wrongs(odd)).toEqual([
      '“decade” is not a period.',
      'The figure “average” has no period.',
      '2026-04-14 is not over yet.',
    ]);
    expect(wrongs('/charts/EUR/USD?group=month&stat=median')).toEqual([
      '“median” is not a figure of a period.',
    ]);
  });
});

describe('readChartAddress of nonsense', () => {
  it('says what it ignored and shows the nearest pair', () => {
    expect(read('/charts/usx/jpy').view).toMatchObject({ base: 'USD', quote: 'JPY' });
    expect(wrongs('/charts/usx/jpy/and?range=2w&scale=cubic&view=pie')).toEqual([
      '“usx” is not a currency. Use USD: 1 USX is 1 USD divided by 100.',
      '“and” was not understood.',
      '“2w” is not a range.',
      '“cubic” is not a scale.',
      '“pie” is not a view.',
    ]);
    expect(wrongs('/charts/EUR/EUR')).toEqual(['EUR/EUR is always 1.']);
  });

  it('shows the last three months where the days make no range', () => {
    expect(read('/charts/EUR/USD?from=2026-02-01&to=2026-01-01').ignored).toEqual([
      { wrong: 'The start date is after the end date.', instead: 'The last 3 months are shown.' },
    ]);
    expect(wrongs('/charts/EUR/USD?from=2025-02-29')).toEqual(['“2025-02-29” is not a day that exists.']);
    expect(wrongs('/charts/EUR/USD?from=2030-01-01')).toEqual(['2030-01-01 is still to come.']);
    expect(read('/charts/EUR/USD?from=2030-01-01').view.range).toEqual(DEFAULT_CHART.range);
  });

  it('leaves out what is not a source or a pair and keeps the rest', () => {
    const address = '/charts/EUR/USD?sources=ecb,bank&compare=EUR-JPY,EUR-XYZ,EUR-EUR,EUR-JPY,EUR-USD';
    expect(read(address).view).toMatchObject({ sources: ['ecb'], compare: [{ base: 'EUR', quote: 'JPY' }] });
    expect(wrongs(address)).toEqual([
      '“bank” is not a source.',
      '“EUR-XYZ” is not a pair.',
      '“EUR-EUR” is not a pair.',
    ]);
  });

  it('names the sources of which nothing is drawn, and the range that stands beside days', () => {
    const six = 'ecb,boe,fed,boj,fixed,web-search';
    expect(wrongs(`/charts/EUR/USD?sources=${six}`)).toEqual(['6 sources are too many lines.']);
    expect(wrongs('/charts/EUR/USD?sources=ecb,boe,fed&compare=EUR-JPY')).toEqual([
      'No line is drawn for boe, fed.',
    ]);
    expect(read('/charts/EUR/USD?range=1y&from=2026-01-01')).toMatchObject({
      view: { range: { kind: 'days', from: '2026-01-01', to: null } },
      ignored: [
        { wrong: 'The range “1y” cannot be combined with days of your own.', instead: 'The days are shown.' },
      ],
    });
  });

  it('reads a pair to compare as it is written everywhere', () => {
    expect(read('/charts/EUR/USD?compare=GBP/USD,usd-jpy')).toMatchObject({
      view: {
        compare: [
          { base: 'GBP', quote: 'USD' },
          { base: 'USD', quote: 'JPY' },
        ],
      },
      ignored: [],
    });
  });

  it('compares five pairs at most', () => {
    const address = '/charts/EUR/USD?compare=EUR-JPY,EUR-GBP,EUR-CHF,EUR-NOK,EUR-SEK';
    expect(read(address).view.compare).toHaveLength(LINES_MAX - 1);
    expect(wrongs(address)).toEqual(['6 pairs are too many to compare.']);
  });
});

describe('spanOf', () => {
  it('counts months back to the same day, or to the last of a shorter month', () => {
    const from = (name: Exclude<RangeName, 'max'>, today: string) =>
      spanOf({ kind: 'named', name }, day(today)).fromDay;
    expect(from('3m', '2026-04-13')).toBe('2026-01-13');
    expect(from('1m', '2026-03-31')).toBe('2026-02-28');
    expect(from('1y', '2024-02-29')).toBe('2023-02-28');
    expect(from('5y', '2026-04-14')).toBe('2021-04-14');
    expect(from('10y', '2026-04-14')).toBe('2016-04-14');
    expect(from('1w', '2026-03-01')).toBe('2026-02-22');
    expect(from('1d', '2026-03-01')).toBe('2026-02-28');
  });

  it('leaves both ends of everything open', () => {
    expect(spanOf({ kind: 'named', name: 'max' }, day('2026-04-13'))).toEqual({ fromDay: null, toDay: null });
  });
});
