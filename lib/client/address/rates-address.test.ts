import { describe, expect, it } from 'vitest';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { codeBook } from '#lib/format/currencies/nearest-code';
import { isoDayOf } from '#lib/domain/iso-day';
import {
  DEFAULT_RATES_VIEW,
  nextSort,
  ratesAddress,
  readRatesAddress,
  type RatesView,
} from './rates-address.ts';

const BOOK = codeBook(currencyOptions());

describe('the address of the rates page', () => {
  it.each<[string, RatesView]>([
    ['/rates', DEFAULT_RATES_VIEW],
    [
      '/rates?base=EUR&source=ecb&date=2026-04-13&q=new+zealand&kind=fiat&region=oceania&sort=-day7',
      {
        base: 'EUR',
        source: 'ecb',
        date: isoDayOf(new Date('2026-04-13')),
        search: 'new zealand',
        shelf: 'fiat',
        region: 'oceania',
        sort: { column: 'day7', isDescending: true },
      },
    ],
    ['/rates?sort=-code', { ...DEFAULT_RATES_VIEW, sort: { column: 'code', isDescending: true } }],
    ['/rates?sort=rate', { ...DEFAULT_RATES_VIEW, sort: { column: 'rate', isDescending: false } }],
  ])('%s is read and written back the same', (address, view) => {
    expect(readRatesAddress(address, BOOK)).toEqual({ view, ignored: [] });
    expect(ratesAddress(view)).toBe(address);
  });

  it('shows the nearest sensible view of nonsense and says what it left out', () => {
    const { view, ignored } = readRatesAddress(
      '/rates?base=usx&source=bank&kind=shells&region=mars&sort=-age&q=x&other=1',
      BOOK,
    );
    expect(view).toEqual({ ...DEFAULT_RATES_VIEW, search: 'x' });
    expect(ignored.map(({ wrong }) => wrong)).toEqual([
      '“usx” is not a currency. Use USD: 1 USX is 1 USD divided by 100.',
      '“bank” is not a source.',
      '“shells” is not a kind of currency.',
      '“mars” is not a region.',
      '“-age” is not a column.',
    ]);
  });

  it('takes a base in any case and repeats of a long nonsense only the beginning', () => {
    expect(readRatesAddress('/rates?base=eur', BOOK).view.base).toBe('EUR');
    const { ignored } = readRatesAddress(`/rates?base=${'x'.repeat(500)}`, BOOK);
    expect(ignored[0]?.wrong).toBe(`“${'x'.repeat(24)}…” is not a currency.`);
    expect(readRatesAddress(`/rates?q=${'y'.repeat(500)}`, BOOK).view.search).toHaveLength(60);
  });

  it.each([
    ['EUX', 'EUR', ''],
    ['yen', 'JPY', ' Use JPY: 1 YEN is 1 JPY.'],
    ['rmb', 'CNY', ' Use CNY: 1 RMB is 1 CNY.'],
    ['ZAC', 'ZAR', ' Use ZAR: 1 ZAC is 1 ZAR divided by 100.'],
    ['UDS', 'USD', ''],
    ['qqqq', 'USD', ''],
  ])('takes a base of %s for %s and says so', (asked, base, hint) => {
    const { view, ignored } = readRatesAddress(`/rates?base=${asked}`, BOOK);
    expect(view.base).toBe(base);
    expect(ignored).toEqual([
      { wrong: `“${asked}” is not a currency.${hint}`, instead: `Rates on ${base} are shown instead.` },
    ]);
  });
});

describe('the order of the rates page', () => {
  it('sorts figures largest first, then smallest, then by code again', () => {
    const first = nextSort(DEFAULT_RATES_VIEW.sort, 'day1');
    expect(first).toEqual({ column: 'day1', isDescending: true });
    const second = nextSort(first, 'day1');
    expect(second).toEqual({ column: 'day1', isDescending: false });
    expect(nextSort(second, 'day1')).toEqual(DEFAULT_RATES_VIEW.sort);
    expect(nextSort(DEFAULT_RATES_VIEW.sort, 'code')).toEqual({ column: 'code', isDescending: true });
  });
});
