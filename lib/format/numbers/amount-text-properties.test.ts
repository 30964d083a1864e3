import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ExactFraction, fractionOf, roundFraction } from '#lib/testing/oracles/exact-fraction';
import { readLocaleWith } from './current-locale.ts';
import { DEFAULT_LOCALE, localeOf } from './locale.ts';
import { amountFieldText, readAmountText, readFieldText, regroupEdited } from './amount-text.ts';

const EURO = { code: 'EUR', mark: '€' };

const LOCALES = [
  'en-US',
  'en-GB',
  'en-IN',
  'en-ZA',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CH',
  'it-IT',
  'es-ES',
  'pt-BR',
  'pt-PT',
  'nl-NL',
  'pl-PL',
  'cs-CZ',
  'sv-SE',
  'nb-NO',
  'fi-FI',
  'da-DK',
  'ru-RU',
  'tr-TR',
  'hi-IN',
  'mr-IN',
  'bn-BD',
  'ja-JP',
  'zh-CN',
  'ar-EG',
  'fa-IR',
  'th-TH-u-nu-thai',
  'ja-JP-u-nu-fullwide',
] as const;

/** Plain decimals of at most 15 digits, from a satoshi to a rial. */
const decimals = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999_999 }), fc.integer({ min: 0, max: 8 }))
  .map(([digits, places]) => Number(`${digits}e-${places}`));

describe('a number as any of 31 locales writes it', () => {
  it('is read as the very same number, but for a lone mark before three digits, which is the page’s', () => {
    const runs = { same: 0, byThePage: 0 };
    fc.assert(
      fc.property(decimals, fc.constantFrom(...LOCALES), (value, locale) => {
        const text = new Intl.NumberFormat(locale, { maximumSignificantDigits: 15 }).format(value);
        const reading = readAmountText(text);
        expect(reading.kind, `${locale}: ${text}`).toBe('amount');
        const read = Number(reading.kind === 'amount' && reading.amount);
        if (read === value) runs.same += 1;
        else {
          runs.byThePage += 1;
          expect([value / 1000, value * 1000].map((one) => one.toPrecision(12))).toContain(
            read.toPrecision(12),
          );
        }
      }),
      { numRuns: 5000 },
    );
    expect(runs.same).toBeGreaterThan(4000);
  });

  it.each([
    ['en', 'en-GB'],
    ['us', 'en-US'],
    ['in', 'en-IN'],
    ['de', 'de-DE'],
    ['ch', 'de-CH'],
    ['fr', 'fr-FR'],
  ])('is always what it says on a page of the same format: %s', (id, locale) => {
    readLocaleWith(() => localeOf(id).id);
    onTestFinished(() => readLocaleWith(() => DEFAULT_LOCALE));
    fc.assert(
      fc.property(decimals, (value) => {
        const reading = readAmountText(
          new Intl.NumberFormat(locale, { maximumSignificantDigits: 15 }).format(value),
        );
        expect(Number(reading.kind === 'amount' && reading.amount)).toBe(value);
      }),
      { numRuns: 500 },
    );
  });
});

/** A sum with its exact value; null where it divides by 0. */
interface Sum {
  readonly text: string;
  readonly value: ExactFraction | null;
  /** How tightly its last operator binds: 1 plus or minus, 2 times or over, 3 a number. */
  readonly binds: 1 | 2 | 3;
}

const numbers = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 2 }))
  .map(([digits, places]): Sum => {
    const figure = digits / 10 ** places;
    return { text: String(figure), value: fractionOf(figure), binds: 3 };
  });

const { sums } = fc.letrec<{ sums: Sum }>((tie) => ({
  sums: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numbers,
    fc
      .tuple(tie('sums'), fc.constantFrom('+', '-', '*', '/'), tie('sums'))
      .map(([left, operator, right]) => joined(left, operator, right)),
  ),
}));

function joined(left: Sum, operator: '+' | '-' | '*' | '/', right: Sum): Sum {
  const binds = operator === '*' || operator === '/' ? 2 : 1;
  const leftText = left.binds < binds ? `(${left.text})` : left.text;
  const rightText = right.binds <= binds ? `(${right.text})` : right.text;
  return { text: `${leftText} ${operator} ${rightText}`, value: valueOf(left, operator, right), binds };
}

function valueOf({ value: a }: Sum, operator: string, { value: b }: Sum): ExactFraction | null {
  if (a === null || b === null) return null;
  const [an, ad, bn, bd] = [a.numerator, a.denominator, b.numerator, b.denominator];
  if (operator === '+') return { numerator: an * bd + bn * ad, denominator: ad * bd };
  if (operator === '-') return { numerator: an * bd - bn * ad, denominator: ad * bd };
  if (operator === '*') return { numerator: an * bn, denominator: ad * bd };
  if (bn === 0n) return null;
  return bn > 0n
    ? { numerator: an * bd, denominator: ad * bn }
    : { numerator: -an * bd, denominator: -ad * bn };
}

describe('a sum', () => {
  it('is the exact fraction rounded once to 15 digits, and never a figure where it divides by 0 or is negative', () => {
    const seen = { amount: 0, refused: 0 };
    fc.assert(
      fc.property(sums, ({ text, value }) => {
        fc.pre(text.length <= 120);
        const reading = readAmountText(text);
        if (value === null || value.numerator < 0n) {
          seen.refused += 1;
          expect(reading.kind, text).toBe('refused');
          return;
        }
        const rounded = roundFraction(value, 15);
        if (rounded > 1e15 || (rounded < 1e-12 && rounded !== 0)) {
          expect(reading.kind, text).toBe('refused');
          return;
        }
        seen.amount += 1;
        expect(reading, text).toMatchObject({ kind: 'amount', amount: plainOf(rounded) });
      }),
      { numRuns: 3000 },
    );
    expect(seen.amount).toBeGreaterThan(1000);
    expect(seen.refused).toBeGreaterThan(100);
  });

  it('never throws, whatever is typed', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...'0123456789.,\u2019 +-*/()%e×') }),
    );
    fc.assert(
      fc.property(anything, (text) => {
        expect(['amount', 'ambiguous', 'empty', 'refused']).toContain(readAmountText(text).kind);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a number typed key by key', () => {
  it('is what its digits say, however the field groups it under way', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        (whole, cents) => {
          const plain = `${whole}.${String(cents).padStart(2, '0')}`;
          let field = { text: amountFieldText('100', 2), isGrouped: true };
          for (const [index, key] of [...plain].entries()) {
            const text = index === 0 ? key : field.text + key;
            field = regroupEdited(field, { text, caret: text.length, inserted: key });
          }
          const reading = readFieldText(field, EURO);
          expect(reading.kind === 'amount' && Number(reading.amount)).toBe(Number(plain));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

function plainOf(figure: number): string {
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 15, useGrouping: false }).format(figure);
}
