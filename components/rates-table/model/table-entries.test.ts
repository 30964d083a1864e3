import { describe, expect, it } from 'vitest';
import type { RatesSort } from '#lib/client/address/rates-address';
import type { RateSeries } from '#lib/contract/responses';
import { regionsOf } from '#lib/domain/currencies/currency-regions';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { listOptions, packRegions, rateRows } from '#lib/format/rates/rates-rows';
import { entryOf, sortedEntries, tableItems } from './table-entries.ts';

const CURRENCIES = currencyOptions();
const OPTIONS = listOptions(CURRENCIES, packRegions(CURRENCIES.map(({ countries }) => regionsOf(countries))));
const RATES = { NOK: 9.5, AED: 3.67, BTC: 0.00001, CHF: 0.8, EUR: 0.85, SEK: 9.5 };
const CHANGES: Readonly<Record<string, number>> = { NOK: -1, AED: 0, CHF: 2.5, EUR: -3 };

const entries = rateRows(RATES, 'USD', OPTIONS).map((row) => {
  const day1 = CHANGES[row.code];
  return entryOf(row, day1 === undefined ? undefined : receivedWith(row.rate, day1), 100);
});

function receivedWith(rate: number, day1: number, receivedAtMs = 100) {
  const change: RateSeries['change'] = { day1, day7: null, day30: null };
  const timestamp = '2026-04-13T12:10:00.000Z';
  const since = { day1: null, day7: null, day30: null };
  const course = { points: [], earlier: [] };
  const series: RateSeries = { rate, source: 'ecb', timestamp, age: 'fresh', change, since, ...course };
  return { series, days: [], receivedAtMs };
}

function order(column: RatesSort['column'], isDescending: boolean, pins: readonly string[] = []) {
  const { pinned, others } = sortedEntries(entries, { column, isDescending }, pins);
  return [...pinned, ...others].map(({ row }) => row.code);
}

describe('the order of the rows', () => {
  it('is by code within each kind, behind the most traded in the order of their trade', () => {
    expect(order('code', false)).toEqual(['EUR', 'CHF', 'BTC', 'NOK', 'SEK', 'AED']);
    expect(order('code', true)).toEqual(['EUR', 'CHF', 'BTC', 'SEK', 'NOK', 'AED']);
  });

  it('is by a figure across kinds, equals by code', () => {
    expect(order('rate', true)).toEqual(['NOK', 'SEK', 'AED', 'EUR', 'CHF', 'BTC']);
    expect(order('rate', false)).toEqual(['BTC', 'CHF', 'EUR', 'AED', 'NOK', 'SEK']);
  });

  it('has what is not known last, whichever way', () => {
    expect(order('day1', true)).toEqual(['CHF', 'AED', 'NOK', 'EUR', 'BTC', 'SEK']);
    expect(order('day1', false)).toEqual(['EUR', 'NOK', 'AED', 'CHF', 'BTC', 'SEK']);
  });

  it('has the pinned rows first, in the order of pinning, and only those that are there', () => {
    expect(order('rate', true, ['SEK', 'XXX', 'BTC'])).toEqual(['SEK', 'BTC', 'NOK', 'AED', 'EUR', 'CHF']);
  });
});

describe('what stands in the table', () => {
  it('are headings, rows, and the detail under its row', () => {
    const sort = { column: 'code', isDescending: false } as const;
    const items = tableItems(sortedEntries(entries, sort, ['EUR']), sort, 'CHF');
    expect(items.map(({ key }) => key)).toEqual([
      'Pinned',
      'EUR',
      'Most traded',
      'CHF',
      'CHF detail',
      'BTC',
      'Fiat, freely traded',
      'NOK',
      'SEK',
      'Pegged by law',
      'AED',
    ]);
  });

  it('shows of two figures the one that was received later', () => {
    const row = entries[0]?.row;
    if (!row) throw new Error('there is no row');
    expect(entryOf({ ...row, rate: 1 }, receivedWith(2, 0, 200), 100).rate).toBe(2);
    expect(entryOf({ ...row, rate: 1 }, receivedWith(2, 0, 99), 100).rate).toBe(1);
    expect(entryOf({ ...row, rate: 1 }, undefined, 100).rate).toBe(1);
  });
});
