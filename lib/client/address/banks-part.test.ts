import { describe, expect, it } from 'vitest';
import {
  BANK_LINES_MAX,
  type BankLine,
  type BankTerm,
  ENDS_OF_KIND,
  type StatedFor,
  statedFor,
  TERM_KINDS,
  type TermKind,
} from '#lib/domain/bank/bank-terms';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import { bankName, readBanks, writeBanks } from './banks-part.ts';

const CARD: BankLine = {
  name: 'My card',
  terms: [
    { kind: 'rate', end: 'to', figure: '1.12' },
    { kind: 'percent', end: 'from', figure: '2' },
    { kind: 'fee', end: 'from', figure: '5' },
  ],
  stated: { from: 'EUR', to: 'USD', amount: null },
};

const SHOWN = { from: 'EUR', to: 'USD', amount: '100' };

describe('the lines of banks in an address', () => {
  it('are short and can be read by people', () => {
    const bureau: BankLine = {
      name: 'Bureau',
      terms: [{ kind: 'received', end: 'to', figure: '112.5' }],
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
    ['Card:pct-100', 'everything'],
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
    ['Card:fee-5-GBP,for-EUR-USD', 'a fee in another currency'],
    ['Card:rate-1.12-GBP-USD,for-EUR-USD', 'a rate of another pair'],
    ['Card:get-5-EUR,for-1-EUR-USD', 'what is paid with received'],
    ['Card:get-0-USD,for-1-EUR-USD', 'nothing received'],
    ['Card:paid-0-EUR,for-1-EUR-USD', 'nothing charged'],
    ['Card:rate-1.12-EUR-USD,get-112-USD,for-100-EUR-USD', 'a rate and a sum'],
    ['Card:rate-1.12-EUR-USD,rate-1.13-EUR-USD,for-EUR-USD', 'two rates'],
    ['Card:pct-1,pct-1,pct-1,pct-1,pct-1', 'more figures than a line has room for'],
  ])('leave out %s, %s, and keep the others', (broken) => {
    const { lines, wrong } = readBanks(`${broken};Other:pct-1`, SHOWN);
    expect(wrong).toEqual([broken]);
    expect(lines.map(({ name }) => name)).toEqual(['Other']);
  });
});

describe('lines in an address that say less', () => {
  it('are completed by what is shown beside them', () => {
    const statedIn = (text: string, shown: StatedFor | null = SHOWN) =>
      readBanks(text, shown).lines[0]?.stated;
    expect(statedIn('Card:get-112-USD')).toEqual(SHOWN);
    expect(statedIn('Card:rate-1.12-EUR-USD')).toEqual({ ...SHOWN, amount: null });
    expect(statedIn('Card:pct-2', null)).toBeNull();
    expect(statedIn('Card:get-112-USD,for-250-EUR-USD')).toEqual({ ...SHOWN, amount: '250' });
    expect(statedIn('Card:fee-5-GBP,for-GBP-USD')).toEqual({ from: 'GBP', to: 'USD', amount: null });
    expect(readBanks('Card:fee-5-EUR', null).wrong, 'nothing says it').toEqual(['Card:fee-5-EUR']);
    expect(readBanks('Card:get-112-USD', { ...SHOWN, amount: null }).wrong).toEqual(['Card:get-112-USD']);
    expect(readBanks('Card:fee-5-GBP', SHOWN).wrong, 'another pair').toEqual(['Card:fee-5-GBP']);
  });
});

describe('the lines in an address that are read', () => {
  it('have rates in either direction', () => {
    const text = 'Card:rate-0.8562-USD-EUR,for-EUR-USD';
    const { lines } = readBanks(text, null);
    expect(lines[0]?.terms).toEqual([{ kind: 'rate', end: 'from', figure: '0.8562' }]);
    expect(writeBanks(lines)).toBe(text);
  });

  it('are no more than a table has room for', () => {
    expect(readBanks('Card:pct-2;'.repeat(20), null).lines).toHaveLength(BANK_LINES_MAX);
  });

  it('have names without the marks that separate', () => {
    expect(bankName('  A:B;C,D & E=F%  ')).toBe('A B C D E F');
    expect([...bankName('x'.repeat(100))]).toHaveLength(24);
  });
});

const fees: fc.Arbitrary<BankTerm> = fc.record({
  kind: fc.constant('fee' as const),
  end: fc.constantFrom('from', 'to'),
  figure: fc.constantFrom('0', '0.5', '5'),
});
const figures = fc.constantFrom('0.5', '1', '5', '12.75', '99.99');
const of = (kind: TermKind): fc.Arbitrary<BankTerm> =>
  fc.record({ kind: fc.constant(kind), end: fc.constantFrom(...ENDS_OF_KIND[kind]), figure: figures });
/** A rate or sums, and fees. */
const terms: fc.Arbitrary<readonly BankTerm[]> = fc
  .tuple(
    fc.oneof(
      fc.constant([]),
      ...[['rate'], ['received'], ['paid'], ['paid', 'received']].map((kinds) =>
        fc.tuple(...kinds.map((kind) => of(TERM_KINDS.find((one) => one === kind) ?? 'rate'))),
      ),
    ),
    fc.array(fc.oneof(fees, of('percent')), { maxLength: 2 }),
  )
  .map((parts) => parts.flat())
  .filter((given) => given.length > 0);
const conversions = fc.constantFrom(
  { from: 'EUR', to: 'USD', amount: '100' },
  { from: '1INCH', to: 'EUR', amount: '0.5' },
);
const lines = fc.array(
  fc
    .record({ name: fc.string({ unit: 'grapheme' }), terms, shown: conversions })
    .map(({ name, terms: given, shown }): BankLine => ({
      name,
      terms: given,
      stated: statedFor(given, shown) ?? null,
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
      const { lines: read } = readBanks(text, SHOWN);
      count += read.length;
      expect(readBanks(decodedQuery(writeBanks(read)), null).lines).toEqual(read);
    }),
    propertyRuns(2_000),
  );
  expect(count, 'lines were compared').toBeGreaterThan(10);
});

/** As an address gives it. */
function readQuery(text: string) {
  return readBanks(decodedQuery(text), null);
}

function decodedQuery(text: string): string {
  return new URLSearchParams(`banks=${text}`).get('banks') ?? '';
}
