import { expect, it } from 'vitest';
import { offeredPairs } from './chart-pair-search.ts';
import { currencyOptions } from '#lib/format/currencies/currency-list';

const options = currencyOptions();
const shown = { base: 'EUR', quote: 'USD' };
const offered = (text: string) =>
  offeredPairs(options, shown, text).map(({ base, quote }) => `${base}/${quote}`);

it('takes one part as the other side of the shown pair, both ways', () => {
  expect(offered('yen')[0]).toBe('EUR/JPY');
  expect(offered('yen')).toContain('JPY/USD');
});

it('takes two parts as base and quote however they are parted', () => {
  for (const text of ['gbp/chf', 'GBP chf', ' gbp - chf ', 'gbp/swiss franc']) {
    expect(offered(text)[0], text).toBe('GBP/CHF');
  }
});

it('offers the common ones where nothing is typed, never the pair itself nor a currency to itself', () => {
  const pairs = offered('');
  expect(pairs.slice(0, 2)).toEqual(['EUR/GBP', 'EUR/JPY']);
  expect(pairs).not.toContain('EUR/USD');
  expect(pairs).not.toContain('EUR/EUR');
});

it('offers nothing for what no currency is called', () => {
  expect(offered('qqqq')).toEqual([]);
});
