import { describe, expect, it } from 'vitest';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import { peggedCode } from '#lib/domain/currencies/peg';
import { findCurrency } from '#lib/domain/currencies/currency';
import { COMMON_COUNT } from './common-currencies.ts';
import { currencyOptions, PEGGED_CODES } from './currency-list.ts';
import { drawnMark } from './drawn-mark.ts';
import { packCurrencies, unpackCurrencies } from './currency-pack.ts';
import { countryFound, isNamedBy, namedCurrencies, searchCurrencies } from './currency-search.ts';
import { readPaletteQuestion } from '#lib/format/palette-question';

const options = currencyOptions();

function firstHit(text: string): string | undefined {
  return searchCurrencies(options, text)[0]?.items[0]?.code;
}

describe('the list of currencies', () => {
  it('begins with the common ones and has every code once', () => {
    expect(options.slice(0, 2).map(({ code }) => code)).toEqual(['EUR', 'USD']);
    expect(new Set(options.map(({ code }) => code)).size).toBe(options.length);
  });

  it('gives every mark one to three signs', () => {
    for (const { code, mark } of options)
      expect([...mark].length, code).toSatisfy((n: number) => n >= 1 && n <= 3);
  });

  it('draws a mark of its own for every money in use, and marks of at most three characters', () => {
    const drawn = options
      .filter(({ lastDay, shape }) => lastDay === null && shape !== 'round')
      .map(drawnMark);
    expect(drawn.length).toBeGreaterThan(150);
    expect(drawn.filter((mark, at) => drawn.indexOf(mark) !== at)).toEqual([]);
    expect(options.map(drawnMark).filter((mark) => [...mark].length > 3)).toEqual([]);
  });

  it.each([
    ['SEK', 'Skr'],
    ['KWD', 'KW'],
    ['ZAR', 'R'],
    ['EUR', '€'],
    ['XOF', 'XOF'],
    ['ADA', 'ADA'],
    ['ETH', 'Ξ'],
  ])('draws %s as %s', (code, mark) => {
    expect(options.filter((option) => option.code === code).map(drawnMark)).toEqual([mark]);
  });

  it('sets a foot under exactly the currencies in use that law pegs', () => {
    const pegged = LAW.pegs
      .filter(({ lastDay }) => lastDay === null)
      .map(peggedCode)
      .filter((code) => findCurrency(code)?.lastDay === null);
    expect([...PEGGED_CODES].toSorted()).toEqual([...new Set(pegged)].toSorted());
  });

  it('survives packing whole', () => {
    expect(unpackCurrencies(packCurrencies(options))).toEqual(options);
  });
});

describe('searching a currency', () => {
  it.each([
    ['yen', 'JPY'],
    ['usd', 'USD'],
    ['fr', 'CHF'],
    ['frf', 'FRF'],
    ['drachma', 'GRD'],
    ['são tomé', 'STN'],
    ['sao tome', 'STN'],
    ['czechia', 'CZK'],
    ['germany', 'EUR'],
    ['bitcoin', 'BTC'],
    ['won', 'KRW'],
    ['usa', 'USD'],
    ['America', 'USD'],
    ['UK', 'GBP'],
    ['England', 'GBP'],
    ['Türkiye', 'TRY'],
    ['Dubai', 'AED'],
    ['$', 'USD'],
    ['£', 'GBP'],
  ])('%s finds %s first', (text, code) => {
    expect(firstHit(text)).toBe(code);
  });

  it('offers the common ones and all money in use before anything is typed', () => {
    const [common, inUse] = searchCurrencies(options, '');
    expect(common?.items).toHaveLength(COMMON_COUNT);
    expect(inUse?.items.every(({ kind, lastDay }) => kind === 'fiat' && lastDay === null)).toBe(true);
  });

  it('says by which country a currency was found', () => {
    const euro = options.find(({ code }) => code === 'EUR');
    expect(euro && countryFound(euro, 'germ')).toBe('Germany');
    expect(euro && countryFound(euro, 'euro')).toBeNull();
  });

  it.each(['yen', 'krone', 'won', 'fr', 'usd', 'new dollar', 'dollars', '$', 'btc', 'drachma'])(
    'ranks what %s names alike in the picker, the palette and the table',
    (text) => {
      const named = namedCurrencies(options, text);
      const picker = searchCurrencies(options, text).flatMap(({ items }) => items);
      expect(named.length).toBeGreaterThan(0);
      expect(picker.filter((one) => named.includes(one))).toEqual(
        named.filter((one) => picker.includes(one)),
      );
      expect(readPaletteQuestion(options, text).found).toEqual(named.slice(0, 6));
      expect(options.filter((option) => isNamedBy(option, text))).toEqual(
        options.filter((option) => named.includes(option)),
      );
    },
  );

  it('finds nothing for nonsense', () => {
    expect(searchCurrencies(options, 'qqqq')).toEqual([]);
  });
});
