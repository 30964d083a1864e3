import { describe, expect, it, onTestFinished } from 'vitest';
import type { BankLine, BankTerm, StatedFor } from '#lib/domain/bank/bank-terms';
import { exactNumber } from '#lib/domain/rates/exact-number';
import { readLocaleWith } from '#lib/format/numbers/current-locale';
import { DEFAULT_LOCALE } from '#lib/format/numbers/locale';
import { judgeBanks, judgementText } from './bank-verdict.ts';

const EURO = { code: 'EUR', minorUnits: 2 };
const DOLLAR = { code: 'USD', minorUnits: 2 };
const YEN = { code: 'JPY', minorUnits: 0 };

interface Conversion {
  readonly to?: { readonly code: string; readonly minorUnits: number | null };
  readonly rate?: string;
  readonly amount?: string;
}

const rate = (figure: string): BankTerm => ({ kind: 'rate', end: 'to', figure });
const received = (figure: string): BankTerm => ({ kind: 'received', end: 'to', figure });
const percent = (figure: string): BankTerm => ({ kind: 'percent', end: 'from', figure });
const fee = (figure: string): BankTerm => ({ kind: 'fee', end: 'from', figure });
const lineOf = (term: BankTerm, stated: StatedFor | null = null): BankLine => ({
  name: 'Card',
  terms: [term],
  stated,
});

/** Judges lines on so much at a rate; 100 EUR at 1.1684 USD per EUR. */
function judged(
  lines: readonly (BankLine | null)[],
  { to = DOLLAR, rate: mid = '1.1684', amount = '100' }: Conversion = {},
) {
  const conversion = { from: 'EUR', to: to.code, amount, rate: exactNumber(mid) };
  const rows = lines.map((line) => ({ line }));
  return judgeBanks(rows, conversion, { from: EURO, to });
}

function verdictOf(term: BankTerm, conversion: Conversion = {}) {
  const [judgement] = judged([lineOf(term)], conversion);
  if (judgement?.kind !== 'verdict') throw new Error(JSON.stringify(judgement));
  return judgement;
}

describe('the verdict on a bank', () => {
  it('says the cost in per cent, in what is paid with, and in what is received', () => {
    expect(verdictOf(rate('1.12'))).toMatchObject({
      headline: 'Costs 4.14%',
      money: '4.14 EUR or 4.84 USD',
      sums: 'You pay 100.00 EUR and get 112.00 USD; mid-market gives 116.84 USD',
      turned: null,
    });
  });

  it.each([
    [rate('1.1683999'), 'Costs less than 0.01%', '0.0000086 EUR or 0.000010 USD'],
    [rate('1.16834'), 'Costs 0.01%', '0.0051 EUR or 0.0060 USD'],
    [fee('0.005'), 'Costs 0.01%', '0.0050 EUR or 0.0058 USD'],
    [fee('0.0049'), 'Costs less than 0.01%', '0.0049 EUR or 0.0057 USD'],
    [fee('4.145'), 'Costs 4.15%', '4.15 EUR or 4.84 USD'],
  ])('rounds half-up, and never down to nothing: %j', (term, headline, money) => {
    expect(verdictOf(term)).toMatchObject({ headline, money });
  });

  it('has no decimals that a currency has not', () => {
    expect(verdictOf(percent('2'), { to: YEN, rate: '183.49' }).money).toBe('2.00 EUR or 367 JPY');
  });

  it('has five significant digits of gold', () => {
    const gold = { to: { code: 'XAU', minorUnits: null }, rate: '0.000234' };
    expect(verdictOf(percent('2'), gold)).toMatchObject({
      money: '2.00 EUR or 0.00046800 XAU',
      sums: 'You pay 100.00 EUR and get 0.022932 XAU; mid-market gives 0.023400 XAU',
    });
  });

  it('says plainly that a bank at mid-market costs nothing, and that a better one is odd', () => {
    const even = { headline: 'Costs nothing: this is mid-market', money: null };
    expect(verdictOf(rate('1.1684'))).toMatchObject(even);
    expect(verdictOf(received('116.840000000001')), 'digits are all that is lost').toMatchObject(even);
    expect(verdictOf(rate('1.1719'))).toMatchObject({
      headline: '0.30% better than mid-market: check the rate',
      money: '0.30 EUR or 0.35 USD more than mid-market',
    });
    expect(verdictOf(received('118')).headline).toBe('0.99% better than mid-market: check what you typed');
  });

  it('asks about a rate upside down', () => {
    expect(verdictOf(rate('0.8562')).turned).toBe('Did you mean 1 USD = 0.8562 EUR?');
  });

  it('is written as the visitor’s locale writes figures', () => {
    readLocaleWith(() => 'de');
    onTestFinished(() => readLocaleWith(() => DEFAULT_LOCALE));
    expect(verdictOf(rate('1.12'), { amount: '100000' })).toMatchObject({
      headline: 'Costs 4,14%',
      money: '4.142,42 EUR or 4.840,00 USD',
    });
  });
});

describe('a line without a cost', () => {
  it('says what is wrong with its fees, or that there is no amount', () => {
    expect(judged([lineOf(fee('150'))])).toEqual([
      {
        kind: 'wrong',
        sentence:
          'Nothing is left of the 100.00 EUR that you pay: type a lower fee, or a larger amount above.',
      },
    ]);
    expect(judged([lineOf(fee('5'))], { amount: '0' })).toEqual([
      { kind: 'wrong', sentence: 'Type an amount above to see what this costs.' },
    ]);
    expect(judged([null])).toEqual([{ kind: 'none' }]);
  });
});

describe('a line of another conversion', () => {
  const of = (from: string, to: string, amount: string | null): StatedFor => ({ from, to, amount });
  const one = (term: BankTerm, stated: StatedFor | null, conversion: Conversion = {}) =>
    judged([lineOf(term, stated)], conversion)[0];

  it('has no verdict in this one, and says what it was stated for', () => {
    const sentence = 'This was stated for 100 EUR to USD.';
    expect(one(received('112'), of('EUR', 'USD', '100'), { amount: '250' })).toEqual({
      kind: 'elsewhere',
      sentence,
    });
    expect(one(rate('1.12'), of('USD', 'EUR', null))).toEqual({
      kind: 'elsewhere',
      sentence: 'This was stated for USD to EUR.',
    });
    expect(one(received('112'), of('GBP', 'USD', '100'))?.kind).toBe('elsewhere');
  });

  it('has one where nothing that it depends on has changed', () => {
    expect(one(received('112'), of('EUR', 'USD', '100.00'))?.kind).toBe('verdict');
    expect(one(rate('1.12'), of('EUR', 'USD', null), { rate: '1.2', amount: '250' })?.kind).toBe('verdict');
    expect(one(percent('2'), null)?.kind).toBe('verdict');
  });
});

describe('several banks', () => {
  const cheapest = (terms: readonly (BankTerm | null)[]) =>
    judged(terms.map((term) => (term === null ? null : lineOf(term)))).map(
      (one) => one.kind === 'verdict' && one.isCheapest,
    );

  it('are compared, and the cheapest is marked', () => {
    expect(cheapest([rate('1.12'), percent('2'), null, fee('3')])).toEqual([false, true, false, false]);
    expect(cheapest([percent('2'), fee('2'), fee('3')]), 'two alike').toEqual([true, true, false]);
  });

  it('have no cheapest where the least is better than mid-market', () => {
    expect(cheapest([rate('1.3'), percent('2')])).toEqual([false, false]);
  });

  it('are not compared where there is one, or no difference', () => {
    expect(cheapest([percent('2'), null])).toEqual([false, false]);
    expect(cheapest([percent('2'), fee('2')])).toEqual([false, false]);
  });

  it('are read out by their names, with what is asked', () => {
    const said = judged([rate('1.12'), percent('2'), rate('0.8562')].map((term) => lineOf(term))).map(
      (one, place) => judgementText(['Your bank', 'Card', 'Bureau'][place] ?? '', one),
    );
    expect(said).toEqual([
      'Your bank: Costs 4.14%, 4.14 EUR or 4.84 USD.',
      'Card: Costs 2.00%, 2.00 EUR or 2.34 USD, the cheapest.',
      'Bureau: Costs 26.72%, 26.72 EUR or 31.22 USD. Did you mean 1 USD = 0.8562 EUR?',
    ]);
    expect(judgementText('Card', { kind: 'none' })).toBe('');
  });
});
