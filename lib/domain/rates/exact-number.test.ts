import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import {
  distanceFromOne,
  fractionOf,
  invertFraction,
  rateOfLegs as fractionOfLegs,
  roundFraction,
  timesFractions,
} from '#lib/testing/oracles/exact-fraction';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { randomAmount, randomFigure } from '#lib/testing/builders/random-figures';
import {
  amountFor,
  convertAmount,
  divide,
  exactNumber,
  halfUpText,
  invert,
  multiply,
  ONE,
  publishedRate,
  rateOfLegs,
  roundedText,
  roundExact,
  SIGNIFICANT_DIGITS,
} from './exact-number.ts';

/** 2^22; its inverse is 2.384185791015625e-7, which has 16 digits and ends in 5: a tie. */
const FOUR_MEBI = 4_194_304;

describe('an exact number', () => {
  it.each([
    ['1/3', invert(exactNumber(3)), 3, '0.333'],
    ['1250 to two digits, a tie', exactNumber(1250), 2, '1200'],
    ['1350 to two digits, a tie', exactNumber('1.35e3'), 2, '1400'],
    ['0.0000001', exactNumber(1e-7), 15, '0.0000001'],
    ['nothing', exactNumber('0.00'), 15, '0'],
    ['-2/3', divide(exactNumber(2), exactNumber(-3)), 4, '-0.6667'],
    ['nines, which carry', exactNumber('999.96'), 4, '1000'],
  ])('is written plainly to so many digits: %s', (_name, exact, digits, text) => {
    expect(roundedText(exact, digits)).toBe(text);
  });

  it.each([
    ['1.005', 2, '1.01'],
    ['1', 2, '1.00'],
    ['-0.125', 2, '-0.13'],
    ['1250', -2, '1300'],
    ['0.4', 0, '0'],
  ])('is written with so many decimals, a half up: %s to %i', (decimal, decimals, text) => {
    expect(halfUpText(exactNumber(decimal), decimals)).toBe(text);
  });

  it('is never made of what is no number, and never divided by nought', () => {
    for (const figure of [Number.NaN, Number.POSITIVE_INFINITY, '1,5', 'x'])
      expect(() => exactNumber(figure)).toThrow(SyntaxError);
    expect(() => publishedRate(0, true)).toThrow('divided by 0');
  });
});

describe('the precision of a rate', () => {
  it(seeded('is the published figure, digit for digit, when direct'), () => {
    fc.assert(
      fc.property(randomFigure(), (figure) => {
        expect(roundExact(publishedRate(figure, false))).toBe(figure);
      }),
      propertyRuns(2000),
    );
  });

  it(seeded('is the exact quotient rounded once, half-even, to 15 digits when inverse'), () => {
    fc.assert(
      fc.property(randomFigure(), (figure) => {
        const exact = roundFraction(invertFraction(fractionOf(figure)), SIGNIFICANT_DIGITS);
        expect(roundExact(publishedRate(figure, true))).toBe(exact);
      }),
      propertyRuns(2000),
    );
  });

  it(seeded('is the exact product of all legs rounded once when crossed'), () => {
    fc.assert(
      fc.property(randomLegs(), (legs) => {
        expect(roundExact(rateOfLegs(legs))).toBe(roundFraction(fractionOfLegs(legs), SIGNIFICANT_DIGITS));
      }),
      propertyRuns(2000),
    );
  });

  it.each([
    ['a tie goes down to the even digit', publishedRate(FOUR_MEBI, true), 2.384_185_791_015_62e-7],
    ['a tie goes up to the even digit', timesOf(1.5, 1.000_000_000_000_01), 1.500_000_000_000_02],
    ['a tie one step on goes down', timesOf(1.5, 1.000_000_000_000_03), 1.500_000_000_000_04],
    ['a third has fifteen threes', publishedRate(3, true), 0.333_333_333_333_333],
  ] as const)('rounds so that %s', (_name, rate, rounded) => {
    expect(roundExact(rate)).toBe(rounded);
  });

  it('takes a legal rate with all its digits: 1 EUR is 340.750 GRD', () => {
    expect(roundExact(publishedRate('340.750', false))).toBe(340.75);
  });

  it('takes a text of more digits than a number holds', () => {
    const long = '1.00000000000000499999';
    expect(roundExact(publishedRate(long, false))).toBe(1);
    expect(roundExact(multiply(publishedRate(long, true), publishedRate(long, false)))).toBe(1);
    expect(roundExact(publishedRate('1.00000000000000500001', false))).toBe(1.000_000_000_000_01);
  });
});

describe('the precision of a converted amount', () => {
  it(seeded('is amount times the unrounded rate, rounded once'), () => {
    fc.assert(
      fc.property(randomAmount(), randomLegs(), (amount, legs) => {
        const exact = timesFractions(fractionOf(amount), fractionOfLegs(legs));
        const result = roundFraction(exact, SIGNIFICANT_DIGITS);
        expect(convertAmount(amount, rateOfLegs(legs))).toBe(result);
        expect(convertAmount(String(amount), rateOfLegs(legs))).toBe(result);
      }),
      propertyRuns(2000),
    );
  });

  it('rounds half to even', () => {
    expect(convertAmount('100000000000000.5', ONE)).toBe(100_000_000_000_000);
    expect(convertAmount('100000000000001.5', ONE)).toBe(100_000_000_000_002);
  });

  it('gives exactly 1 EUR for 7.5345 HRK, which the rounded inverse would miss', () => {
    expect(convertAmount(7.5345, publishedRate('7.53450', true))).toBe(1);
    expect(7.5345 * roundExact(publishedRate('7.53450', true))).not.toBe(1);
  });

  it(seeded('is the rate for amount 1, and the amount itself at rate 1'), () => {
    fc.assert(
      fc.property(randomLegs(), randomAmount(), (legs, amount) => {
        expect(convertAmount(1, rateOfLegs(legs))).toBe(roundExact(rateOfLegs(legs)));
        expect(convertAmount(amount, ONE)).toBe(amount);
      }),
      propertyRuns(500),
    );
  });
});

describe('converted amounts', () => {
  it(seeded('are linear within 1e-14: two halves make the whole'), () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), randomLegs(), (half, legs) => {
        const whole = fractionOf(convertAmount(2 * half, rateOfLegs(legs)));
        const halves = timesFractions(fractionOf(2), fractionOf(convertAmount(half, rateOfLegs(legs))));
        expect(distanceFromOne(timesFractions(whole, invertFraction(halves)))).toBeLessThanOrEqual(1e-14);
      }),
      propertyRuns(500),
    );
  });

  it(seeded('never fall when the amount rises'), () => {
    fc.assert(
      fc.property(randomAmount(), randomAmount(), randomLegs(), (one, other, legs) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(convertAmount(low, rateOfLegs(legs))).toBeLessThanOrEqual(
          convertAmount(high, rateOfLegs(legs)),
        );
      }),
      propertyRuns(500),
    );
  });

  it(seeded('are plain numbers that JSON keeps: never NaN, infinite or -0'), () => {
    fc.assert(
      fc.property(randomAmount(), randomLegs(), (amount, legs) => {
        const result = convertAmount(amount, rateOfLegs(legs));
        expect(Number.isFinite(result)).toBe(true);
        expect(Object.is(result, -0)).toBe(false);
        expect(JSON.parse(JSON.stringify(result))).toBe(result);
        expect(Number(result.toPrecision(SIGNIFICANT_DIGITS))).toBe(result);
      }),
      propertyRuns(500),
    );
  });
});

describe('an amount for a result', () => {
  it(seeded('converts back to it within the last of fifteen digits'), () => {
    fc.assert(
      fc.property(
        randomAmount().filter((amount) => amount > 0),
        randomLegs(),
        (wanted, legs) => {
          const back = convertAmount(amountFor(wanted, rateOfLegs(legs)), rateOfLegs(legs));
          expect(Math.abs(back / wanted - 1)).toBeLessThan(1e-14);
        },
      ),
      propertyRuns(2000),
    );
  });

  it('divides by the published figure: 1 EUR needs 7.5345 HRK', () => {
    expect(amountFor('1', publishedRate(7.5345, true))).toBe(7.5345);
  });
});

/** One to four legs: direct, inverse, a cross inside a source, a cross between sources. */
function randomLegs(): fc.Arbitrary<readonly { readonly figure: number; readonly inverted: boolean }[]> {
  const leg = fc.record({ figure: randomFigure(), inverted: fc.boolean() });
  return fc.array(leg, { minLength: 1, maxLength: 4 });
}

function timesOf(one: number, other: number) {
  return multiply(exactNumber(one), exactNumber(other));
}
