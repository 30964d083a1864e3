import { describe, expect, it, onTestFinished } from 'vitest';
import { type BankTerm, type End, TERM_KINDS, type TermKind } from '#lib/domain/bank/bank-terms';
import { exactNumber } from '#lib/domain/rates/exact-number';
import { readLocaleWith } from '#lib/format/numbers/current-locale';
import { DEFAULT_LOCALE, LOCALES, type LocaleId } from '#lib/format/numbers/locale';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import {
  otherEnd,
  readFigure,
  turnedQuestion,
  type TypedFigure,
  typedFigure,
  unitText,
} from './bank-figure.ts';

const EURO = { code: 'EUR', mark: '€' };
const DOLLAR = { code: 'USD', mark: '$' };
const UNITS = { from: EURO, to: DOLLAR };

const typed = (kind: TermKind, text: string, end: End = 'from'): TypedFigure => ({
  kind,
  end: kind === 'received' ? 'to' : end,
  text,
});
const read = (figure: TypedFigure) => readFigure(figure, UNITS);

describe('a figure of a bank', () => {
  it.each([
    ['1.12', '1.12'],
    ['0,9123', '0.9123'],
    [' 1 200.50 ', '1200.5'],
    ['93,35 EUR', '93.35'],
    ['€93.35', '93.35'],
    ['eur 5', '5'],
  ])('%s is read, with its unit where it agrees', (text, figure) => {
    expect(read(typed('fee', text))).toEqual({ kind: 'term', term: { kind: 'fee', end: 'from', figure } });
  });

  it.each([
    [typed('percent', '1.75 %'), '1.75'],
    [typed('percent', '1,75%'), '1.75'],
    [typed('percent', '2 per cent'), '2'],
    [typed('rate', '1.12 USD', 'to'), '1.12'],
    [typed('rate', '0.8562 EUR'), '0.8562'],
    [typed('received', '$112'), '112'],
    [typed('paid', '93.35 EUR'), '93.35'],
    [typed('fee', '0'), '0'],
    [typed('percent', '0'), '0'],
  ])('%j means what it says', (figure, plain) => {
    expect(read(figure)).toMatchObject({ kind: 'term', term: { kind: figure.kind, figure: plain } });
  });

  it('is none where nothing is typed', () => {
    expect(read(typed('rate', '  '))).toEqual({ kind: 'empty' });
  });

  it('is read in the visitor’s locale', () => {
    useLocale('de');
    expect(read(typed('paid', '1.200,50 EUR'))).toMatchObject({ term: { figure: '1200.5' } });
    expect(typedFigure({ kind: 'paid', end: 'from', figure: '1200.5' }).text).toBe('1.200,5');
  });
});

describe('a figure that means nothing', () => {
  it.each([
    [typed('rate', 'twelve', 'to'), '“twelve” is not a number in USD per EUR'],
    [typed('rate', '1.12*2', 'to'), '“1.12*2” is not a number in USD per EUR'],
    [typed('rate', '0.8562 EUR', 'to'), '“0.8562 EUR” is not a number in USD per EUR'],
    [typed('rate', '2%', 'to'), '“2%” is not a number in USD per EUR'],
    [typed('fee', '-5'), '“-5” is not a number in EUR'],
    [typed('fee', '2 USD'), '“2 USD” is not a number in EUR'],
    [typed('fee', '5 GBP'), '“5 GBP” is not a number in EUR'],
    [typed('fee', '1.75 %'), '“1.75 %” is not a number in EUR'],
    [typed('fee', '1234567890.1234567'), '“1234567890.1234567” is not a number in EUR'],
    [typed('received', '93,35 EUR'), '“93,35 EUR” is not a number in USD'],
    [typed('paid', '$112'), '“$112” is not a number in EUR'],
    [typed('percent', '2 EUR'), '“2 EUR” is not a number in %'],
    [typed('percent', '$2'), '“$2” is not a number in %'],
    [typed('percent', '1% + 2%'), '“1% + 2%” is not a number in %'],
  ])('in its unit is asked about: %j', (figure, asked) => {
    const sentence = `${asked}: choose what it is, or type up to 15 digits.`;
    expect(read(figure)).toEqual({ kind: 'wrong', sentence });
  });

  it.each([
    [typed('paid', '0'), 'Type more than 0.'],
    [typed('rate', '0'), 'Type more than 0.'],
    [typed('received', '0.00'), 'Type more than 0.'],
    [typed('percent', '100'), 'Type less than 100%.'],
    [typed('percent', '120 %'), 'Type less than 100%.'],
  ])('by its size is said to be wrong: %j', (figure, sentence) => {
    expect(read(figure)).toEqual({ kind: 'wrong', sentence });
  });

  it('is not repeated in full where it is long', () => {
    const reading = read(typed('fee', 'x'.repeat(500)));
    expect(reading.kind === 'wrong' && reading.sentence.length).toBeLessThan(100);
  });
});

describe('a rate upside down', () => {
  const rate = (figure: string, end: End = 'to'): BankTerm => ({ kind: 'rate', end, figure });
  const midOf = (text: string) => ({ from: 'EUR', to: 'USD', amount: '100', rate: exactNumber(text) });

  it.each([
    ['1.1684', rate('0.8562'), 'Did you mean 1 USD = 0.8562 EUR?'],
    ['1.1684', rate('0.92'), 'Did you mean 1 USD = 0.92 EUR?'],
    ['1.1684', rate('1.12', 'from'), 'Did you mean 1 EUR = 1.12 USD?'],
    ['183.49', rate('0.00545'), 'Did you mean 1 USD = 0.00545 EUR?'],
    ['0.00545', rate('163'), 'Did you mean 1 USD = 163 EUR?'],
    ['1.07', rate('0.93'), 'Did you mean 1 USD = 0.93 EUR?'],
  ])('at %s is asked about, and not once it is turned: %j', (mid, term, sentence) => {
    const fee: BankTerm = { kind: 'percent', end: 'from', figure: '2' };
    expect(turnedQuestion([fee, term], midOf(mid))).toBe(sentence);
    expect(turnedQuestion([{ ...term, end: otherEnd(term.end) }], midOf(mid))).toBeNull();
  });

  it.each<readonly [string, BankTerm]>([
    ['1.1684', rate('1.12')],
    ['1.1684', rate('0.8562', 'from')],
    ['1.1684', rate('0.5')],
    ['1.01', rate('0.995')],
    ['0.99', rate('1.008')],
    ['1.1684', { kind: 'fee', end: 'to', figure: '0.8562' }],
  ])('at %s is not seen in %j', (mid, term) => {
    expect(turnedQuestion([term], midOf(mid))).toBeNull();
  });
});

it('figures are counted in what stands beside them', () => {
  expect(unitText('rate', 'to', UNITS)).toBe('USD per EUR');
  expect(unitText('rate', 'from', UNITS)).toBe('EUR per USD');
  expect(unitText('percent', 'from', UNITS)).toBe('%');
  expect(unitText('fee', 'from', UNITS)).toBe('EUR');
  expect(unitText('received', 'to', UNITS)).toBe('USD');
});

const figures = fc
  .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, places]) => String(digits / 10 ** places))
  .filter((text) => !text.includes('e'));

it(seeded('what a field shows of a figure is read as the same, in every locale'), () => {
  const kinds = fc.constantFrom<TermKind>('rate', 'paid', 'fee');
  fc.assert(
    fc.property(kinds, figures, fc.constantFrom(...LOCALES), (kind, figure, { id }) => {
      useLocale(id);
      const term: BankTerm = { kind, end: 'from', figure };
      expect(read(typedFigure(term))).toEqual({ kind: 'term', term });
    }),
    propertyRuns(3_000),
  );
});

it(seeded('whatever is typed is read or said to be wrong, and never thrown at'), () => {
  const pieces = ['1.12', '0.8562', '2', '%', ' ', 'EUR', '$', '£', ',', '-', '0', 'x'];
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...pieces)).map((some) => some.join('')),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(...TERM_KINDS), (text, kind) => {
      const reading = read(typed(kind, text));
      if (reading.kind === 'wrong') expect(reading.sentence).toMatch(/\.$/);
      if (reading.kind !== 'term') return;
      expect(read(typedFigure(reading.term)), 'is shown as it is meant').toEqual(reading);
    }),
    propertyRuns(3_000),
  );
});

function useLocale(id: LocaleId): void {
  readLocaleWith(() => id);
  onTestFinished(() => readLocaleWith(() => DEFAULT_LOCALE));
}
