import { describe, expect, it } from 'vitest';
import { isoDayOf } from '#lib/domain/iso-day';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { codeBook } from '#lib/format/currencies/nearest-code';
import { type ChartView, chartAddress, DEFAULT_CHART, readChartAddress } from './chart-address.ts';

const knowledge = { book: codeBook(currencyOptions()), today: isoDayOf(new Date('2026-04-14')) };
const read = (address: string) => readChartAddress(address, knowledge);
const wrongs = (address: string) => read(address).ignored.map(({ wrong }) => wrong);

describe('readChartAddress of a difference of two sources', () => {
  it('restores it from its own address', () => {
    const view: ChartView = { ...DEFAULT_CHART, sources: ['ecb'], against: 'boe', isTable: true };
    expect(chartAddress(view)).toBe('/charts/EUR/USD?sources=ecb&against=boe&view=table');
    expect(read(chartAddress(view))).toEqual({ view, ignored: [] });
    const open: ChartView = { ...DEFAULT_CHART, against: 'boe', knownAt: isoDayOf(new Date('2026-03-03')) };
    expect(read(chartAddress(open))).toEqual({ view: open, ignored: [] });
  });

  it('says what it leaves out, and why there is none', () => {
    const periods = '/charts/EUR/USD?sources=ecb,boe,fed&against=boe&group=month&scale=log';
    expect(read(periods).view).toMatchObject({ against: 'boe', period: null, scale: 'linear' });
    expect(wrongs(periods)).toEqual([
      'No line is drawn for fed.',
      'A difference has no periods.',
      'A difference has no logarithmic scale.',
    ]);
    const plain = { against: null };
    expect(read('/charts/EUR/USD?sources=ecb&against=ecb')).toMatchObject({
      view: plain,
      ignored: [{ wrong: 'ecb does not differ from itself.', instead: 'The rates themselves are shown.' }],
    });
    expect(read('/charts/EUR/USD?compare=EUR-JPY&against=ecb')).toMatchObject({
      view: plain,
      ignored: [
        { wrong: 'A difference compares two sources of one pair.', instead: 'The pairs are compared.' },
      ],
    });
    expect(read('/charts/EUR/USD?against=bank')).toMatchObject({
      view: plain,
      ignored: [{ wrong: '“bank” is not a source.', instead: 'The rates themselves are shown.' }],
    });
  });
});
