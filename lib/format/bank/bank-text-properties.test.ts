import { expect, it, onTestFinished } from 'vitest';
import { bankCost } from '#lib/domain/bank/bank-cost';
import type { BankTerm } from '#lib/domain/bank/bank-terms';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { readLocaleWith } from '#lib/format/numbers/current-locale';
import { DEFAULT_LOCALE, LOCALES, type LocaleId } from '#lib/format/numbers/locale';
import { bankContext } from '#lib/testing/builders/bank-context';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import { readBankText } from './bank-text.ts';
import { faultText, termsText, termText } from './bank-words.ts';

const EURO_DOLLAR = { base: 'EUR', quote: 'USD' };

/** 100 EUR at 1.1684 USD per EUR. */
const CONTEXT = bankContext('EUR', 'USD', '1.1684');

const decimals = fc
  .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, places]) => String(digits / 10 ** places))
  .filter((text) => !text.includes('e'));
const codes = fc.constantFrom(...currencyOptions().map(({ code }) => code));
const terms: fc.Arbitrary<BankTerm> = fc.oneof(
  fc.record({ kind: fc.constant('rate' as const), rate: decimals, base: codes, quote: codes }),
  fc.record({ kind: fc.constantFrom('received', 'paid', 'fee'), amount: decimals, code: codes }),
  fc.record({ kind: fc.constant('percent' as const), percent: fc.constantFrom('0', '0.5', '2', '99.999') }),
);

it(
  seeded('what the field shows of terms is read as the same terms, in every locale and beside any pair'),
  () => {
    fc.assert(
      fc.property(
        fc.array(terms, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...LOCALES),
        (given, { id }) => {
          fc.pre(given.every((term) => term.kind !== 'rate' || term.base !== term.quote));
          useLocale(id);
          expect(readBankText(termsText(given), CONTEXT, given.map(termText))).toEqual({
            kind: 'terms',
            terms: given,
          });
        },
      ),
      propertyRuns(3_000),
    );
  },
);

/** Ways to write a term, `#` standing for its figure, and what it is then; near mid-market, so that nothing is asked. */
const WRITTEN: readonly (readonly [string, readonly number[], (figure: string) => BankTerm])[] = [
  ...['#', 'rate #', 'rate = #', 'EUR/USD #', '# EUR/USD', '1 EUR = # USD', '# USD per EUR', 'eurusd #'].map(
    (way) =>
      [
        way,
        [1.1, 1.12, 1.1684, 1.2],
        (rate: string): BankTerm => ({ kind: 'rate', ...EURO_DOLLAR, rate }),
      ] as const,
  ),
  ...['# USD', '$#', 'received # USD', 'I got # dollars', 'total # USD'].map(
    (way) =>
      [
        way,
        [105, 112, 116.84],
        (amount: string): BankTerm => ({ kind: 'received', amount, code: 'USD' }),
      ] as const,
  ),
  ...['paid # EUR', 'charged €#', 'total # euros', 'debited # EUR in all'].map(
    (way) =>
      [way, [99.5, 104, 120], (amount: string): BankTerm => ({ kind: 'paid', amount, code: 'EUR' })] as const,
  ),
  ...['# EUR', 'fee # EUR', 'total fee: €#', 'I was charged a fee of # EUR', 'fee = # euros'].map(
    (way) =>
      [way, [0.2, 2.5, 30], (amount: string): BankTerm => ({ kind: 'fee', amount, code: 'EUR' })] as const,
  ),
  ...['#%', '# per cent fee', 'foreign transaction fee #%', 'margin # %'].map(
    (way) =>
      [way, [0, 0.5, 2.75, 99], (percent: string): BankTerm => ({ kind: 'percent', percent })] as const,
  ),
];

it(seeded('what is typed means what its words say, in whatever way and order it is written'), () => {
  const part = fc
    .constantFrom(...WRITTEN)
    .chain(([way, figures, meant]) =>
      fc
        .constantFrom(...figures)
        .map((figure) => ({ typed: way.replace('#', String(figure)), term: meant(String(figure)) })),
    );
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(' and ', ' + ', '; ', ', ', ' plus '),
      (parts, between) => {
        expect(readBankText(parts.map(({ typed }) => typed).join(between), CONTEXT)).toEqual({
          kind: 'terms',
          terms: parts.map(({ term }) => term),
        });
      },
    ),
    propertyRuns(3_000),
  );
});

const PIECES = [
  '1.12',
  '0.8562',
  '2%',
  '5 EUR',
  '$5',
  '=',
  'rate',
  'per',
  '/',
  'and',
  '+',
  ',',
  '-',
  'paid',
  'x',
  '0',
];

it(seeded('whatever is typed is read, doubted or named, and never thrown at'), () => {
  const typed = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...PIECES)).map((some) => some.join(' ')),
  );
  fc.assert(
    fc.property(typed, fc.constantFrom('0', '0.01', '100', '1000000'), (text, amount) => {
      const context = { ...CONTEXT, mid: { ...CONTEXT.mid, amount } };
      const reading = readBankText(text, context);
      if (reading.kind === 'refused') expect(reading.sentence).toMatch(/\.$/);
      if (reading.kind === 'doubted') {
        for (const fix of reading.fixes) {
          const next = readBankText(fix.text, context, [fix.part]);
          expect(next, 'another question at most').not.toEqual(reading);
        }
      }
      if (reading.kind !== 'terms') return;
      const shown = termsText(reading.terms);
      expect(readBankText(shown, context, reading.terms.map(termText)), 'is shown as it is meant').toEqual(
        reading,
      );
      const cost = bankCost(reading.terms, context.mid);
      if (!cost.ok) expect(faultText(cost.error, context)).toMatch(/\.$/);
    }),
    propertyRuns(3_000),
  );
});

function useLocale(id: LocaleId): void {
  readLocaleWith(() => id);
  onTestFinished(() => readLocaleWith(() => DEFAULT_LOCALE));
}
