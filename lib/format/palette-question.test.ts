import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { currencyOptions } from './currencies/currency-list.ts';
import { readPaletteQuestion } from './palette-question.ts';

const options = currencyOptions();

function read(text: string) {
  const { amounts, pair, found } = readPaletteQuestion(options, text);
  return {
    amounts,
    pair: pair === null ? null : `${pair.from.code}/${pair.to.code}`,
    found: found.map(({ code }) => code),
  };
}

describe('a question of the palette', () => {
  it.each([
    ['eur usd', [], 'EUR/USD'],
    ['EURUSD', [], 'EUR/USD'],
    ['eur/usd', [], 'EUR/USD'],
    ['gbp-chf', [], 'GBP/CHF'],
    ['100 usd in jpy', ['100'], 'USD/JPY'],
    ['100usd jpy', ['100'], 'USD/JPY'],
    ['convert 1,200.50 eur to gbp', ['1200.5'], 'EUR/GBP'],
    ['250 eur gbp', ['250'], 'EUR/GBP'],
    ['usd 100 in jpy', ['100'], 'USD/JPY'],
    ['eur usd 100', ['100'], 'EUR/USD'],
    ['$100 in €', ['100'], 'USD/EUR'],
    ['100€ to pounds', ['100'], 'EUR/GBP'],
    ['5 swiss francs in japanese yen', ['5'], 'CHF/JPY'],
    ['swiss franc japanese yen', [], 'CHF/JPY'],
    ['bitcoin in dollars', [], 'BTC/USD'],
    ['1 234,56 eur → usd', ['1234.56'], 'EUR/USD'],
    ['1.200 eur usd', ['1.2'], 'EUR/USD'],
    ['10k usd in eur', ['10000'], 'USD/EUR'],
    ['1.5 million jpy to eur', ['1500000'], 'JPY/EUR'],
    ['poland to brazil', [], 'PLN/BRL'],
    ['1inch eur', [], '1INCH/EUR'],
    ['5 1inch in eur', ['5'], '1INCH/EUR'],
    ['eur usd chart', [], 'EUR/USD'],
    ['1200*1.19 usd in eur', ['1428'], 'USD/EUR'],
    ['100 + 50 usd jpy', ['150'], 'USD/JPY'],
    ['12/4 eur gbp', ['3'], 'EUR/GBP'],
    ['200+15% eur usd', ['230', '200.15'], 'EUR/USD'],
    ['1200*1inch in eur', ['1200'], '1INCH/EUR'],
  ])('%s', (text, amounts, pair) => {
    expect(read(text)).toMatchObject({ amounts, pair });
  });

  it.each([
    ['yen', 'JPY'],
    ['swiss franc', 'CHF'],
    ['sao tome', 'STN'],
    ['usd', 'USD'],
    ['€', 'EUR'],
    ['dollars', 'USD'],
    ['100 eur', 'EUR'],
    ['1200*1.19 usd', 'USD'],
    ['eur 100-20', 'EUR'],
    ['gbp chart', 'GBP'],
    ['grd', 'GRD'],
  ])('%s is one currency, %s first', (text, code) => {
    const { pair, found } = read(text);
    expect(pair).toBeNull();
    expect(found[0]).toBe(code);
  });

  it.each(['', '   ', 'status', 'theme dark', 'qqq', 'eur usd jpy gbp', 'eur eur', '100', 'in', '/'])(
    '“%s” is no pair',
    (text) => {
      expect(read(text).pair).toBeNull();
    },
  );
});

describe('any question of the palette', () => {
  it('finds every pair of currencies by its codes, with any whole amount', () => {
    const code = fc.constantFrom(...options.map((option) => option.code));
    fc.assert(
      fc.property(code, code, fc.integer({ min: 1, max: 999_999 }), (from, to, amount) => {
        fc.pre(from !== to);
        expect(read(`${amount} ${from.toLowerCase()} in ${to}`)).toMatchObject({
          amounts: [String(amount)],
          pair: `${from}/${to}`,
        });
      }),
    );
  });

  it('takes any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(read(text).found.length).toBeLessThanOrEqual(6);
      }),
    );
  });
});
