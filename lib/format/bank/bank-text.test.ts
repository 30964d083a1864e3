import { describe, expect, it, onTestFinished } from 'vitest';
import { bankCost } from '#lib/domain/bank/bank-cost';
import { readLocaleWith } from '#lib/format/numbers/current-locale';
import { DEFAULT_LOCALE, type LocaleId } from '#lib/format/numbers/locale';
import { bankContext } from '#lib/testing/builders/bank-context';
import { readBankText } from './bank-text.ts';
import { faultText, termsText } from './bank-words.ts';

/** 100 EUR at 1.1684 USD per EUR. */
const CONTEXT = bankContext('EUR', 'USD', '1.1684');

/** What is typed, and how the field shows what it means. */
const MEANT: readonly (readonly [string, string])[] = [
  ['1.12', '1 EUR = 1.12 USD'],
  ['rate 1.12', '1 EUR = 1.12 USD'],
  ['exchange rate: 1.12', '1 EUR = 1.12 USD'],
  ['1 EUR = 1.12 USD', '1 EUR = 1.12 USD'],
  ['eur=1.12', '1 EUR = 1.12 USD'],
  ['100 EUR = 112 USD', '1 EUR = 1.12 USD'],
  ['1.12 USD per EUR', '1 EUR = 1.12 USD'],
  ['$1.12/€', '1 EUR = 1.12 USD'],
  ['1.12 USD / 1 EUR', '1 EUR = 1.12 USD'],
  ['1.12 USD = 1 EUR', '1 EUR = 1.12 USD'],
  ['EUR/USD 1.12', '1 EUR = 1.12 USD'],
  ['EUR/USD = 1.12', '1 EUR = 1.12 USD'],
  ['EUR/USD: 1.12', '1 EUR = 1.12 USD'],
  ['1.12 EUR/USD', '1 EUR = 1.12 USD'],
  ['EURUSD 1.12', '1 EUR = 1.12 USD'],
  ['0.8562 USD/EUR', '1 USD = 0.8562 EUR'],
  ['rate = 1.12', '1 EUR = 1.12 USD'],
  ['fee = 5 EUR', '5 EUR fee'],
  ['1 EUR = 0.8562 USD', '1 EUR = 0.8562 USD'],
  ['GBP/USD 1.3', '1 GBP = 1.3 USD'],
  ['total fee 5 EUR', '5 EUR fee'],
  ['charged 5 EUR fee', '5 EUR fee'],
  ['paid a commission of 5 EUR', '5 EUR fee'],
  ['I get charged 104 EUR', '104 EUR paid'],
  ['total 105 EUR, 5 EUR fee', '105 EUR paid and 5 EUR fee'],
  ['total 112 USD', '112 USD received'],
  ['no fee', '0%'],
  ['no foreign transaction fee', '0%'],
  ['foreign transaction fee 3%', '3%'],
  ['1.12 - 2%', '1 EUR = 1.12 USD and 2%'],
  ['1.12 + 2%', '1 EUR = 1.12 USD and 2%'],
  ['1.12 and no fee', '1 EUR = 1.12 USD and 0%'],
  ['1.12 without a fee', '1 EUR = 1.12 USD and 0%'],
  ['5 ALL fee', '5 ALL fee'],
  ['ALL 5', '5 ALL fee'],
  ['5 API3 fee', '5 API3 fee'],
  ['1 USD = 0.8562 EUR', '1 USD = 0.8562 EUR'],
  ['rate 0.8562 EUR', '1 USD = 0.8562 EUR'],
  ['112 USD', '112 USD received'],
  ['112', '112 USD received'],
  ['$112.50', '112.5 USD received'],
  ['I got 112 dollars', '112 USD received'],
  ['paid 104 EUR', '104 EUR paid'],
  ['charged €104', '104 EUR paid'],
  ['2%', '2%'],
  ['2 per cent fee', '2%'],
  ['5 EUR', '5 EUR fee'],
  ['fee 5 euros', '5 EUR fee'],
  ['a flat fee of 3 USD', '3 USD fee'],
  ['5 USD', '5 USD fee'],
  ['rate 1.12 and 2 % and 5 EUR', '1 EUR = 1.12 USD and 2% and 5 EUR fee'],
  ['1.12 + 2% + €5', '1 EUR = 1.12 USD and 2% and 5 EUR fee'],
  ['1,12, 2%; 5 EUR', '1 EUR = 1.12 USD and 2% and 5 EUR fee'],
  ['2% 5 EUR', '2% and 5 EUR fee'],
  ['5 GBP fee', '5 GBP fee'],
];

describe('a bank’s statement', () => {
  it.each(MEANT)('“%s” is %s', (typed, meant) => {
    const reading = readBankText(typed, CONTEXT);
    expect(reading.kind === 'terms' ? termsText(reading.terms) : reading).toBe(meant);
  });

  it('is read in the visitor’s locale', () => {
    useLocale('de');
    const reading = readBankText('1,12 und 2%'.replace('und', 'and'), CONTEXT);
    expect(reading.kind === 'terms' && termsText(reading.terms)).toBe('1 EUR = 1,12 USD and 2%');
    expect(reading).toMatchObject({ terms: [{ rate: '1.12' }, { percent: '2' }] });
  });

  it('without anything in it is none', () => {
    expect(readBankText('  ', CONTEXT)).toEqual({ kind: 'empty' });
    expect(readBankText(' and ', CONTEXT)).toEqual({ kind: 'empty' });
  });
});

/** What is typed, what is asked about it, and what its buttons make of it. */
const ASKED: readonly (readonly [string, string | RegExp, readonly string[]])[] = [
  ['0.8562', 'Did you mean 1 USD = 0.8562 EUR?', ['1 USD = 0.8562 EUR', '1 EUR = 0.8562 USD']],
  ['11.2', /10 times the mid-market rate of 1\.1684: did you mean 1\.12\?$/, ['1 EUR = 1.12 USD']],
  ['rate 0.112', /1\/10 of the mid-market rate/, ['1 EUR = 1.12 USD']],
  ['85.6', /^85\.6 is about what 100\.00 USD give in EUR: swap/, ['85.6 USD received']],
  ['1.12 USD', /near the mid-market rate/, ['1 EUR = 1.12 USD', '1.12 USD fee']],
  ['$1.12', 'did you mean 1 EUR = 1.12 USD?', ['1 EUR = 1.12 USD', '1.12 USD fee']],
  ['0.8562 EUR', 'did you mean 1 USD = 0.8562 EUR?', ['1 USD = 0.8562 EUR', '0.8562 EUR fee']],
  ['gives 1.12', 'did you mean 1 EUR = 1.12 USD?', ['1 EUR = 1.12 USD', '1.12 USD received']],
  ['charged 5 EUR', '5 EUR is far from the 100.00 EUR above', ['5 EUR fee', '5 EUR paid']],
  ['paid 1000 EUR', '1,000 EUR is far from the 100.00 EUR above', ['1,000 EUR paid']],
  ['0.92', 'Did you mean 1 USD = 0.92 EUR?', ['1 USD = 0.92 EUR', '1 EUR = 0.92 USD']],
  ['1.12 $/€', 'Did you mean 1 EUR = 1.12 USD?', ['1 EUR = 1.12 USD', '1 USD = 1.12 EUR']],
  ['1.12 USD/EUR', 'Did you mean 1 EUR = 1.12 USD?', ['1 EUR = 1.12 USD', '1 USD = 1.12 EUR']],
  ['EUR/USD 0.8562', 'Did you mean 1 USD = 0.8562 EUR?', ['1 USD = 0.8562 EUR']],
  ['rate 1.12 EUR', 'Did you mean 1 EUR = 1.12 USD?', ['1 EUR = 1.12 USD']],
  ['1 EUR = 11.2 USD', 'did you mean 1.12?', ['1 EUR = 1.12 USD', '1 EUR = 11.2 USD']],
  ['1,123', 'Did you mean 1 EUR = 1.123 USD?', ['1 EUR = 1.123 USD', '1 EUR = 1,123 USD']],
  ['1 EUR = 1,123 USD', 'Did you mean 1 EUR = 1.123 USD?', ['1 EUR = 1.123 USD']],
  ['100 EUR, 112 USD', 'Is 100 EUR the fee, or all that you paid?', ['100 EUR paid and 112 USD']],
  ['60 EUR', 'Is 60 EUR the fee, or all that you paid?', ['60 EUR fee', '60 EUR paid']],
  ['85.6 EUR', /is about what 100\.00 USD give: swap the currencies above/, ['85.6 EUR fee']],
  ['118.4 EUR', /is more than the 100\.00 EUR that you pay/, ['118.4 EUR paid']],
  ['1120 USD', /10 times the 116\.84 USD of mid-market: did you mean 112\?$/, ['112 USD received']],
  ['fee 5', 'Which currency is the fee in?', ['5 EUR fee', '5 USD fee']],
];

describe('a statement that is likely wrong', () => {
  it.each(ASKED)('%s is asked back, with what it may mean', (typed, sentence, texts) => {
    const reading = readBankText(typed, CONTEXT);
    if (reading.kind !== 'doubted') throw new Error(`${typed} is ${reading.kind}`);
    expect(reading.sentence).toMatch(sentence);
    expect(reading.fixes.map(({ text }) => text)).toEqual(expect.arrayContaining([...texts]));
    for (const { text, part } of reading.fixes) {
      expect(readBankText(text, CONTEXT, [part]), 'is not asked again').toMatchObject({ kind: 'terms' });
    }
  });

  it.each<readonly [string, string, string, string, string, string]>([
    ['EUR', 'JPY', '183.49', '160 JPY', 'did you mean 1 EUR = 160 JPY?', '1 EUR = 160 JPY'],
    ['JPY', 'EUR', '0.00545', 'rate 163', 'Did you mean 1 EUR = 163 JPY?', '1 EUR = 163 JPY'],
    ['JPY', 'EUR', '0.00545', '163', 'Did you mean 1 EUR = 163 JPY?', '1 EUR = 163 JPY'],
    ['EUR', 'JPY', '183.49', '18.349 JPY', 'did you mean 18,349?', '18,349 JPY received'],
  ])('from %s to %s at %s, %s is asked back: %s', (from, to, rate, typed, sentence, text) => {
    const reading = readBankText(typed, bankContext(from, to, rate));
    if (reading.kind !== 'doubted') throw new Error(`${typed} is ${reading.kind}`);
    expect(reading.sentence).toContain(sentence);
    expect(reading.fixes[0]?.text).toBe(text);
  });

  it('is asked about a rate beside any other amount, and not where rate and sum are the same', () => {
    expect(readBankText('gives 1.12', bankContext('EUR', 'USD', '1.1684', '250')).kind).toBe('doubted');
    expect(readBankText('1.12 USD', bankContext('EUR', 'USD', '1.1684', '1'))).toMatchObject({
      terms: [{ kind: 'received', amount: '1.12', code: 'USD' }],
    });
  });

  it('is asked about the other notation of the visitor’s locale first', () => {
    useLocale('de');
    const reading = readBankText('1.123', CONTEXT);
    expect(reading.kind === 'doubted' && reading.fixes.map(({ text }) => text)).toEqual([
      '1 EUR = 1,123 USD',
      '1 EUR = 1.123 USD',
    ]);
  });

  it('is asked about one part after the other', () => {
    const first = readBankText('1 EUR = 11.2 USD and 60 EUR', CONTEXT);
    const kept = first.kind === 'doubted' ? first.fixes[1] : undefined;
    expect(kept?.part).toBe('1 EUR = 11.2 USD');
    const second = readBankText(kept?.text ?? '', CONTEXT, [kept?.part ?? '']);
    expect(second).toMatchObject({ kind: 'doubted', sentence: 'Is 60 EUR the fee, or all that you paid?' });
  });

  it('keeps its other parts when one is put right', () => {
    const reading = readBankText('rate 0.8562 and 2,5% and 5 EUR', CONTEXT);
    expect(reading.kind === 'doubted' && reading.fixes[0]?.text).toBe(
      '1 USD = 0.8562 EUR and 2,5% and 5 EUR',
    );
  });
});

describe('a statement that means nothing', () => {
  it.each([
    ['twelve', '“twelve” is not understood'],
    ['rate', '“rate” is not understood'],
    ['1 EUR = 1.12 EUR', 'is not understood'],
    ['120%', 'type a percentage from 0 to 100'],
    ['-2%', 'type a percentage from 0 to 100'],
    ['-5 EUR', 'An amount is 0 or more.'],
    ['rate 0', 'A rate is more than 0'],
    ['0', '0 is neither a rate nor a sum'],
    ['1.12*2%', 'is a sum to work out'],
    ['1.12 / 2%', 'is a sum to work out'],
    ['1.12-2%', 'is a sum to work out'],
    ['100 - 5 EUR', 'is a sum to work out'],
    ['1 EUR = 1.12*2 USD', 'is a sum to work out'],
    ['VISA 1.12', '“VISA 1.12” is not understood'],
    ['rate 1.17 GBP', 'This is about GBP: type what applies to EUR and USD.'],
    ['received 98%', 'is not understood'],
    ['fee = 1 EUR = 5 USD', 'is not understood'],
    ['paid 0', 'A sum is more than 0'],
    ['received 0 USD', 'A sum is more than 0'],
    ['£5', '“£” is a sign of neither EUR nor USD'],
    ['1'.repeat(200), 'Type at most 160 characters'],
  ])('%s is named in one sentence', (typed, sentence) => {
    const reading = readBankText(typed, CONTEXT);
    expect(reading.kind === 'refused' && reading.sentence).toContain(sentence);
  });

  it.each([
    ['fee 150 EUR', 'A fee of 150 EUR leaves nothing of the 100.00 EUR that you pay'],
    ['60% and 40%', 'These fees leave nothing'],
    ['1.12 and 112 USD', 'Type either one rate or one sum'],
    ['received 112 EUR', 'What you receive is in USD'],
    ['paid 112 USD', 'What you pay is in EUR'],
    ['5 GBP', 'This is about GBP: type what applies to EUR and USD.'],
  ])('and so is what %s comes to', (typed, sentence) => {
    const reading = readBankText(typed, CONTEXT);
    if (reading.kind !== 'terms') throw new Error(`${typed} is ${reading.kind}`);
    const cost = bankCost(reading.terms, CONTEXT.mid);
    expect(cost.ok ? '' : faultText(cost.error, CONTEXT)).toContain(sentence);
  });
});

function useLocale(id: LocaleId): void {
  readLocaleWith(() => id);
  onTestFinished(() => readLocaleWith(() => DEFAULT_LOCALE));
}
