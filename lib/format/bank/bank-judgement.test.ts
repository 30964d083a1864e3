import { describe, expect, it, onTestFinished } from 'vitest';
import { decimalFraction } from '#lib/domain/rates/decimal-fraction';
import type { StatedTerms, StatedFor } from '#lib/domain/bank/bank-terms';
import { readLocaleWith } from '#lib/format/numbers/current-locale';
import { DEFAULT_LOCALE } from '#lib/format/numbers/locale';
import type { BankContext } from './bank-context.ts';
import { judgeBanks, judgementText } from './bank-judgement.ts';

const EURO = { code: 'EUR', name: 'Euro', mark: '€', minorUnits: 2 };
const DOLLAR = { code: 'USD', name: 'US dollar', mark: '$', minorUnits: 2 };
const YEN = { code: 'JPY', name: 'Japanese yen', mark: '¥', minorUnits: 0 };

const contextOf = (to: BankContext['to'], rate: string, amount = '100'): BankContext => ({
  from: EURO,
  to,
  mid: { from: 'EUR', to: to.code, amount, rate: decimalFraction(rate) },
  codes: new Set(['EUR', to.code]),
});

const typed = (text: string, statement: StatedTerms | null = null) => ({ text, confirmed: [], statement });

const DOLLARS = contextOf(DOLLAR, '1.1684');

function verdictOf(text: string, context = DOLLARS) {
  const [judgement] = judgeBanks([typed(text)], context);
  if (judgement?.kind !== 'verdict') throw new Error(`${text}: ${JSON.stringify(judgement)}`);
  return judgement.verdict;
}

describe('the verdict on a bank', () => {
  it('says the cost in per cent, in what is paid with, and in what is received', () => {
    expect(verdictOf('rate 1.12')).toEqual({
      tone: 'costs',
      headline: 'Costs 4.14%',
      money: '4.14 EUR or 4.84 USD',
      sums: 'You pay 100.00 EUR and get 112.00 USD; mid-market gives 116.84 USD',
    });
  });

  it.each([
    ['1.1683999', 'Costs less than 0.01%', 'less than 0.01 EUR or less than 0.01 USD'],
    ['1.16834', 'Costs 0.01%', '0.01 EUR or 0.01 USD'],
    ['0.005 EUR fee', 'Costs 0.01%', '0.01 EUR or 0.01 USD'],
    ['0.0049 EUR fee', 'Costs less than 0.01%', 'less than 0.01 EUR or 0.01 USD'],
  ])('rounds half-up, and never down to nothing: %s', (text, headline, money) => {
    expect(verdictOf(text)).toMatchObject({ headline, money });
  });

  it('has no decimals that a currency has not', () => {
    const yen = contextOf(YEN, '183.49');
    expect(verdictOf('2%', yen).money).toBe('2.00 EUR or 367 JPY');
    expect(verdictOf('0.001 EUR fee', yen).money).toBe('less than 0.01 EUR or less than 1 JPY');
  });

  it('says plainly that a bank at mid-market costs nothing, and that a better one is odd', () => {
    expect(verdictOf('1.1684')).toMatchObject({
      tone: 'even',
      headline: 'Costs nothing: this is mid-market',
      money: null,
    });
    expect(verdictOf('1.1719')).toMatchObject({
      tone: 'better',
      headline: '0.30% better than mid-market: check the rate',
      money: '0.30 EUR or 0.35 USD more than mid-market',
    });
  });

  it('is even where nothing but digits is lost, and doubts the sum where that is better', () => {
    expect(verdictOf('116.840000000001 USD received')).toMatchObject({ tone: 'even' });
    expect(verdictOf('118 USD')).toMatchObject({
      headline: '0.99% better than mid-market: check what you typed',
    });
  });

  it('has two significant digits of gold', () => {
    const gold = contextOf({ code: 'XAU', name: 'Gold', mark: 'XAU', minorUnits: null }, '0.000234');
    expect(verdictOf('2%', gold)).toMatchObject({
      money: '2.00 EUR or 0.00047 XAU',
      sums: 'You pay 100.00 EUR and get 0.023 XAU; mid-market gives 0.023 XAU',
    });
  });

  it('is written as the visitor’s locale writes figures', () => {
    readLocaleWith(() => 'de');
    onTestFinished(() => readLocaleWith(() => DEFAULT_LOCALE));
    const thousands = contextOf(DOLLAR, '1.1684', '100000');
    expect(verdictOf('rate 1,12', thousands)).toMatchObject({
      headline: 'Costs 4,14%',
      money: '4.142,42 EUR or 4.840,00 USD',
    });
  });
});

describe('a statement of another conversion', () => {
  const received: StatedTerms['terms'] = [{ kind: 'received', amount: '112', code: 'USD' }];
  const rate: StatedTerms['terms'] = [{ kind: 'rate', base: 'EUR', quote: 'USD', rate: '1.12' }];
  const of = (from: string, to: string, amount: string | null): StatedFor => ({ from, to, amount });
  const judged = (terms: StatedTerms['terms'], stated: StatedFor | null, context = DOLLARS) =>
    judgeBanks([typed('', { terms, stated })], context)[0];

  it('has no verdict in this one, and says what it was stated for', () => {
    const more = contextOf(DOLLAR, '1.1684', '250');
    const sentence = 'This was stated for 100 EUR to USD.';
    expect(judged(received, of('EUR', 'USD', '100'), more)).toEqual({ kind: 'elsewhere', sentence });
    expect(judged(rate, of('USD', 'EUR', null))).toEqual({
      kind: 'elsewhere',
      sentence: 'This was stated for USD to EUR.',
    });
    expect(judged(received, of('GBP', 'USD', '100'))?.kind).toBe('elsewhere');
  });

  it('has one where nothing that it depends on has changed', () => {
    expect(judged(received, of('EUR', 'USD', '100.00'))?.kind).toBe('verdict');
    expect(judged(rate, of('EUR', 'USD', null), contextOf(DOLLAR, '1.2', '250'))?.kind).toBe('verdict');
    expect(judged([{ kind: 'percent', percent: '2' }], null)?.kind).toBe('verdict');
  });
});

describe('several banks', () => {
  const cheapest = (texts: readonly string[]) =>
    judgeBanks(
      texts.map((text) => typed(text)),
      DOLLARS,
    ).map((one) => one.kind === 'verdict' && one.isCheapest);

  it('are compared, and the cheapest is marked', () => {
    expect(cheapest(['rate 1.12', '2%', '', '3 EUR'])).toEqual([false, true, false, false]);
    expect(cheapest(['2%', '2 EUR', '3 EUR']), 'two alike').toEqual([true, true, false]);
  });

  it('have no cheapest where the least is better than mid-market', () => {
    expect(cheapest(['rate 1.3', '2%'])).toEqual([false, false]);
  });

  it('are not compared where there is one, or no difference', () => {
    expect(cheapest(['2%', 'nonsense'])).toEqual([false, false]);
    expect(cheapest(['2%', '2 EUR'])).toEqual([false, false]);
  });

  it('are read out by their names', () => {
    const said = judgeBanks([typed('rate 1.12'), typed('2%')], DOLLARS).map((one, place) =>
      judgementText(['Your bank', 'Card'][place] ?? '', one),
    );
    expect(said).toEqual([
      'Your bank: Costs 4.14%, 4.14 EUR or 4.84 USD.',
      'Card: Costs 2.00%, 2.00 EUR or 2.34 USD, the cheapest.',
    ]);
  });
});
