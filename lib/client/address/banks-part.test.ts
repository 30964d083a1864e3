import { describe, expect, it } from 'vitest';
import { BANK_LINES_MAX, type BankLine, type BankTerm, statedFor } from '#lib/domain/bank/bank-terms';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import { bankName, completedLine, readBanks, writeBanks } from './banks-part.ts';

const CARD: BankLine = {
  name: 'My card',
  terms: [
    { kind: 'rate', base: 'EUR', quote: 'USD', rate: '1.12' },
    { kind: 'percent', percent: '2' },
    { kind: 'fee', amount: '5', code: 'EUR' },
  ],
  stated: { from: 'EUR', to: 'USD', amount: null },
};

describe('the lines of banks in an address', () => {
  it('are short and can be read by people', () => {
    const bureau: BankLine = {
      name: 'Bureau',
      terms: [{ kind: 'received', amount: '112.5', code: 'USD' }],
      stated: { from: 'EUR', to: 'USD', amount: '100' },
    };
    const text = 'My+card:rate-1.12-EUR-USD,pct-2,fee-5-EUR,for-EUR-USD;Bureau:get-112.5-USD,for-100-EUR-USD';
    expect(writeBanks([CARD, bureau])).toBe(text);
    expect(readQuery(text)).toEqual({ lines: [CARD, bureau], wrong: [] });
  });

  it.each([
    ['Card', 'no terms'],
    ['Card:', 'no term'],
    ['Card:pct', 'a word without a figure'],
    ['Card:pct-2-EUR', 'a percentage of a currency'],
    ['Card:pct-101', 'more than everything'],
    ['Card:pct--2', 'a figure below 0'],
    ['Card:rate-0-EUR-USD', 'a rate of 0'],
    ['Card:rate-1.12-EUR', 'a rate of one currency'],
    ['Card:rate-1.12-EUR-EUR', 'a rate of a currency to itself'],
    ['Card:fee-5', 'a fee of no currency'],
    ['Card:fee-5,0-EUR', 'a figure with another mark'],
    ['Card:fee-05-EUR', 'a figure with idle digits'],
    ['Card:get-1e3-USD', 'an exponent'],
    ['Card:gift-5-EUR', 'an unknown word'],
    ['Card:pct-2:pct-3', 'two ends of a name'],
    ['Card:for-EUR-USD', 'a conversion alone'],
    ['Card:pct-2,for-EUR-USD,for-EUR-USD', 'two conversions'],
    ['Card:fee-5-EUR,for-EUR-EUR', 'a conversion into the same'],
    ['Card:get-5-USD,for-EUR-USD', 'a sum for no amount'],
    ['Card:get-5-USD,for-1-2-EUR-USD', 'two amounts'],
  ])('leave out %s, %s, and keep the others', (broken) => {
    const { lines, wrong } = readBanks(`${broken};Other:pct-1`);
    expect(wrong).toEqual([broken]);
    expect(lines.map(({ name }) => name)).toEqual(['Other']);
  });

  it('are completed by what is shown beside them', () => {
    const lineOf = (text: string) => readBanks(text).lines[0] ?? CARD;
    const shown = { from: 'EUR', to: 'USD', amount: '100' };
    const statedIn = (text: string, given: typeof shown | null = shown) =>
      completedLine(lineOf(text), given)?.stated;
    expect(statedIn('Card:get-112-USD')).toEqual(shown);
    expect(statedIn('Card:rate-1.12-EUR-USD')).toEqual({ ...shown, amount: null });
    expect(statedIn('Card:pct-2', null)).toBeNull();
    expect(statedIn('Card:get-112-USD,for-250-EUR-USD')).toEqual({ ...shown, amount: '250' });
    expect(statedIn('Card:fee-5-EUR', null), 'nothing says it').toBeUndefined();
    expect(completedLine(lineOf('Card:get-112-USD'), { ...shown, amount: null })).toBeNull();
  });

  it('are no more than a table has room for', () => {
    expect(readBanks('Card:pct-2;'.repeat(20)).lines).toHaveLength(BANK_LINES_MAX);
  });

  it('have names without the marks that separate', () => {
    expect(bankName('  A:B;C,D & E=F%  ')).toBe('A B C D E F');
    expect([...bankName('x'.repeat(100))]).toHaveLength(24);
  });
});

const figures = fc.constantFrom('0.5', '1', '5', '12.75', '99.99');
const money = { amount: figures, code: fc.constantFrom('EUR', 'USD', '1INCH') };
const terms: fc.Arbitrary<BankTerm> = fc.oneof(
  fc.record({
    kind: fc.constant('rate' as const),
    rate: figures,
    base: fc.constant('EUR'),
    quote: fc.constantFrom('USD', '1INCH'),
  }),
  fc.record({ kind: fc.constantFrom('received', 'paid', 'fee'), ...money }),
  fc.record({ kind: fc.constant('percent' as const), percent: figures }),
);
const conversions = fc.constantFrom(
  { from: 'EUR', to: 'USD', amount: '100' },
  { from: '1INCH', to: 'EUR', amount: '0.5' },
);
const lines = fc.array(
  fc
    .record({
      name: fc.string({ unit: 'grapheme' }),
      terms: fc.array(terms, { minLength: 1 }),
      shown: conversions,
    })
    .map(({ name, terms: given, shown }): BankLine => ({
      name,
      terms: given,
      stated: statedFor(given, shown),
    })),
  { maxLength: BANK_LINES_MAX },
);
/** What texts of lines are made of, so that many of them are some. */
const PIECES = [
  'Card',
  ':',
  ';',
  ',',
  '-',
  'pct-2',
  'fee-5-EUR',
  'get-112-USD',
  'rate-1.12-EUR-USD',
  'for-EUR-USD',
  'for-100-EUR-USD',
  '%',
  '+',
  'é',
];
const texts = fc.oneof(
  fc.string(),
  fc.array(fc.constantFrom(...PIECES)).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...PIECES.slice(5, 11))).map((pieces) => `Card:${pieces.join(',')};é:pct-1`),
);

it(seeded('lines are read as they were written, whatever they are called'), () => {
  fc.assert(
    fc.property(lines, (given) => {
      const named = given.map((line) => ({ ...line, name: bankName(line.name) }));
      expect(readQuery(writeBanks(given))).toEqual({ lines: named, wrong: [] });
    }),
    propertyRuns(2_000),
  );
});

it(seeded('any text is read without a fault, and what was read is written as the same'), () => {
  let count = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const { lines: read } = readBanks(text);
      count += read.length;
      expect(readBanks(decodedQuery(writeBanks(read))).lines).toEqual(read);
    }),
    propertyRuns(2_000),
  );
  expect(count, 'lines were compared').toBeGreaterThan(10);
});

/** As an address gives it. */
function readQuery(text: string) {
  return readBanks(decodedQuery(text));
}

function decodedQuery(text: string): string {
  return new URLSearchParams(`banks=${text}`).get('banks') ?? '';
}
