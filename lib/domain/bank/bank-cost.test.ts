import { describe, expect, it } from 'vitest';
import {
  add,
  compareExact,
  divide,
  type ExactNumber,
  exactNumber,
  halfUpText,
  multiply,
  roundedText,
  roundExact,
} from '#lib/domain/rates/exact-number';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import { bankCost, type BankCost, compareCosts, type MidMarket } from './bank-cost.ts';
import type { BankTerm, End } from './bank-terms.ts';

/** 100 EUR at 1.1684 USD per EUR: 116.84 USD. */
const MID: MidMarket = { from: 'EUR', to: 'USD', amount: '100', rate: exactNumber('1.1684') };

const fee = (figure: string, end: End = 'from'): BankTerm => ({ kind: 'fee', end, figure });
const percent = (figure: string): BankTerm => ({ kind: 'percent', end: 'from', figure });
const rate = (figure: string): BankTerm => ({ kind: 'rate', end: 'to', figure });
const received = (figure: string): BankTerm => ({ kind: 'received', end: 'to', figure });
const paid = (figure: string): BankTerm => ({ kind: 'paid', end: 'from', figure });

describe('the cost of a bank', () => {
  it.each<readonly [string, readonly BankTerm[], BankFigures]>([
    ['a rate', [rate('1.12')], { paid: 100, received: 112, inTo: 4.84 }],
    ['a rate the other way round', [inverse('0.8')], { paid: 100, received: 125, inTo: -8.16 }],
    ['a rate and fees', [rate('1.12'), percent('2'), fee('5')], { paid: 100, received: 104.16, inTo: 12.68 }],
    ['the sum received', [received('112')], { paid: 100, received: 112, inTo: 4.84 }],
    ['the sum received, and a fee beside it', [received('112'), fee('5')], { paid: 105, received: 112 }],
    ['all that was charged', [paid('104')], { paid: 104, received: 116.84, inFrom: 4 }],
    [
      'what was charged and what came',
      [paid('104'), received('112')],
      { paid: 104, received: 112, inTo: 9.5136 },
    ],
    ['all that was charged, with its fee in it', [paid('105'), fee('5')], { paid: 105, received: 116.84 }],
    [
      'all that was charged, with its share in it',
      [paid('105'), percent('2')],
      { paid: 105, received: 116.84 },
    ],
    [
      'what was charged, less a fee of the other side',
      [paid('104'), fee('3', 'to')],
      { paid: 104, received: 113.84 },
    ],
    [
      'the sum received, with its fee taken out',
      [received('112'), fee('3', 'to')],
      { paid: 100, received: 112 },
    ],
    [
      'both sums, with fees in them',
      [paid('105'), received('112'), fee('5'), fee('3', 'to')],
      { paid: 105, received: 112 },
    ],
    ['a percentage', [percent('2')], { paid: 100, received: 114.5032, inFrom: 2, share: 0.02 }],
    ['a fee', [fee('5')], { inFrom: 5, share: 0.05 }],
    ['a fee in the other currency', [fee('5.842', 'to')], { inTo: 5.842, inFrom: 5, share: 0.05 }],
  ])('by %s is what is paid beyond mid-market', (_name, terms, expected) => {
    expect(figuresOf(costOf(terms))).toMatchObject(closeTo(expected));
  });

  it.each<readonly [string, readonly BankTerm[]]>([
    ['take more than is paid', [fee('101')]],
    ['take all of it', [percent('60'), percent('40')]],
    ['take more than comes out', [fee('116.84', 'to')]],
  ])('has none where the fees %s', (_name, terms) => {
    expect(bankCost(terms, MID)).toEqual({ ok: false, error: 'nothing-left' });
  });

  it('has none without an amount', () => {
    expect(bankCost([percent('2')], { ...MID, amount: '0' })).toEqual({ ok: false, error: 'no-amount' });
  });

  it('is compared as a part of what is paid', () => {
    expect(compareCosts(costOf([percent('1')]), costOf([percent('2')]))).toBe(-1);
    expect(compareCosts(costOf([percent('2')]), costOf([fee('2')]))).toBe(0);
  });
});

/** Decimals as people and banks write them. */
const decimals = (max: number, places: number) =>
  fc.integer({ min: 1, max: max * 10 ** places }).map((digits) => `${digits}e-${places}`);

const mids = fc
  .tuple(decimals(1_000_000, 2), decimals(20_000, 6), decimals(20_000, 6))
  .map(([amount, over, under]): MidMarket => ({
    from: 'EUR',
    to: 'USD',
    amount,
    rate: divide(exactNumber(over), exactNumber(under)),
  }));

/** Fees that leave something of any amount: parts of ten thousand of it. */
const partsTaken = fc.integer({ min: 0, max: 9_999 });

describe('costs that are stated in different ways', () => {
  it(seeded('agree: by the rate, by the sum that comes out, by its share'), () => {
    fc.assert(
      fc.property(mids, partsTaken, partsTaken, (mid, percents, lost) => {
        // The bank's own rate: mid-market less `lost`, as the exact decimal that it is only where mid-market is one.
        const exact = { ...mid, rate: exactNumber(decimalNear(mid.rate)) };
        const bankRate = roundedText(multiply(exact.rate, exactNumber(`${10_000 - lost}e-4`)), DIGITS_ENOUGH);
        const byRate = costOf([rate(bankRate), percent(`${percents}e-2`)], exact);
        const bySum = costOf([received(decimalOf(byRate.received))], exact);
        const both = (10_000 - percents) * (10_000 - lost);
        const byShare = costOf([percent(`${100_000_000 - both}e-6`)], exact);
        for (const other of [bySum, byShare]) expectSame(other, byRate);
      }),
      propertyRuns(2_000),
    );
  });

  it(seeded('are nothing for a bank at mid-market without a fee'), () => {
    fc.assert(
      fc.property(mids, decimals(20_000, 6), (mid, figure) => {
        const exact = { ...mid, rate: exactNumber(figure) };
        for (const terms of [[], [rate(figure)], [percent('0')], [fee('0')], [paid(mid.amount)]]) {
          const cost = costOf(terms, exact);
          for (const part of [cost.inFrom, cost.inTo, cost.share]) expect(part.numerator).toBe(0n);
        }
      }),
      propertyRuns(2_000),
    );
  });

  it(seeded('are the same money in both currencies, and the same part of what is paid'), () => {
    fc.assert(
      fc.property(mids, partsTaken, (mid, percents) => {
        const { paid: total, inFrom, inTo, share } = costOf([percent(`${percents}e-2`)], mid);
        expectEqual(divide(inTo, mid.rate), inFrom);
        expectEqual(divide(inFrom, total), share);
        expectEqual(share, exactNumber(`${percents}e-4`));
      }),
      propertyRuns(2_000),
    );
  });
});

interface BankFigures {
  readonly paid?: number;
  readonly received?: number;
  readonly inFrom?: number;
  readonly inTo?: number;
  readonly share?: number;
}

function inverse(text: string): BankTerm {
  return { kind: 'rate', end: 'from', figure: text };
}

function costOf(terms: readonly BankTerm[], mid = MID): BankCost {
  const cost = bankCost(terms, mid);
  if (!cost.ok) throw new Error(`no cost: ${cost.error}`);
  return cost.value;
}

function figuresOf({ paid: total, received: got, inFrom, inTo, share }: BankCost): BankFigures {
  return {
    paid: roundExact(total),
    received: roundExact(got),
    inFrom: roundExact(inFrom),
    inTo: roundExact(inTo),
    share: roundExact(share),
  };
}

function closeTo(figures: BankFigures) {
  return Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, expect.closeTo(Number(figure), 10)]),
  );
}

/** A positive decimal of eight places beside a number. */
function decimalNear(exact: ExactNumber): string {
  return halfUpText(add(exact, exactNumber(1e-8)), 8);
}

/** More than any sum in these tests has. */
const DIGITS_ENOUGH = 200;

/** A number that is a decimal, as one. */
function decimalOf(exact: ExactNumber): string {
  const text = roundedText(exact, DIGITS_ENOUGH);
  expectEqual(exactNumber(text), exact);
  return text;
}

function expectSame(one: BankCost, other: BankCost): void {
  for (const part of ['inFrom', 'inTo', 'share', 'received'] as const) expectEqual(one[part], other[part]);
}

function expectEqual(one: ExactNumber, other: ExactNumber): void {
  expect(compareExact(one, other)).toBe(0);
}
