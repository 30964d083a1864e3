import { describe, expect, it } from 'vitest';
import { regionsOf } from '#lib/domain/currencies/currency-regions';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import {
  chunksWith,
  codeChunks,
  firstCodes,
  isChosenRow,
  listOptions,
  packRegions,
  rateRows,
  shelfCounts,
} from './rates-rows.ts';

const CURRENCIES = currencyOptions();
const OPTIONS = listOptions(CURRENCIES, packRegions(CURRENCIES.map(({ countries }) => regionsOf(countries))));
const ALL = { search: '', shelf: null, region: null, pins: [] };

function rowsOf(codes: readonly string[], base = 'USD') {
  return rateRows(Object.fromEntries(codes.map((code) => [code, 1])), base, OPTIONS);
}

function found(codes: readonly string[], filter: Partial<Parameters<typeof isChosenRow>[1]>) {
  return rowsOf(codes)
    .filter((row) => isChosenRow(row, { ...ALL, ...filter }))
    .map(({ code }) => code);
}

describe('the rows of a table', () => {
  it('are found by sign and by what people call a country', () => {
    expect(found(['EUR', 'GBP', 'JPY'], { search: '€' })).toEqual(['EUR']);
    expect(found(['EUR', 'GBP', 'JPY'], { search: 'uk' })).toEqual(['GBP']);
    expect(found(['EUR', 'GBP', 'JPY'], { search: '…' })).toEqual([]);
  });

  it('bring every region that was packed', () => {
    for (const { currency, regions } of OPTIONS)
      expect(regions, currency.code).toEqual(regionsOf(currency.countries));
  });

  it('are the common ones, then money, pegged money, metals, crypto and what has ended; never the base', () => {
    const rows = rowsOf(['BTC', 'GRD', 'XAU', 'AED', 'NOK', 'EUR', 'USD', 'DOGE', 'ALL']);
    expect(rows.map(({ code }) => code)).toEqual(['EUR', 'BTC', 'ALL', 'NOK', 'AED', 'XAU', 'DOGE', 'GRD']);
    expect(Object.fromEntries(shelfCounts(rows))).toEqual({
      fiat: 3,
      pegged: 1,
      metal: 1,
      crypto: 2,
      ended: 1,
    });
  });

  it.each([
    ['krone', ['NOK', 'DKK']],
    ['sao tome', ['STN']],
    ['KENYA', ['KES']],
    ['us', []],
    ['new zea', ['NZD']],
    ['dollar new', ['NZD']],
    ['nzd', ['NZD']],
    ['eland', []],
  ])('are found by %s: %j', (search, codes) => {
    expect(found(['NOK', 'DKK', 'STN', 'KES', 'NZD', 'USD'], { search }).toSorted()).toEqual(
      codes.toSorted(),
    );
  });

  it('are those in use, unless what has ended is asked for, sought or pinned', () => {
    const codes = ['NOK', 'GRD', 'DEM'];
    expect(found(codes, {})).toEqual(['NOK']);
    expect(found(codes, { shelf: 'ended' })).toEqual(['DEM', 'GRD']);
    expect(found(codes, { search: 'drachma' })).toEqual(['GRD']);
    expect(found(codes, { pins: ['DEM'] })).toEqual(['NOK', 'DEM']);
  });

  it('are chosen by shelf and region together', () => {
    expect(found(['SAR', 'ILS', 'JPY'], { region: 'middle-east' })).toEqual(['ILS', 'SAR']);
    expect(found(['SAR', 'ILS', 'JPY'], { region: 'middle-east', shelf: 'pegged' })).toEqual(['SAR']);
  });

  it('are cut into questions of sixty codes, the first screen in the first of them', () => {
    const rows = rowsOf(CURRENCIES.map(({ code }) => code));
    const chunks = codeChunks(rows);
    expect(chunks.every((chunk) => chunk.length <= 60)).toBe(true);
    expect(chunks.flat()).toEqual(rows.map(({ code }) => code));
    expect(chunksWith(chunks, firstCodes(rows, { ...ALL, pins: ['EUR', 'GBP', 'JPY'] }))).toEqual([0]);
    expect(chunksWith(chunks, [])).toEqual([]);
  });
});
