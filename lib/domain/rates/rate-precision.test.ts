import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import {
  distanceFromOne,
  type ExactFraction,
  fractionOf,
  invertFraction,
  roundFraction,
  timesFractions,
} from '#lib/testing/oracles/exact-fraction';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { randomAmount, randomFigure } from '#lib/testing/builders/random-figures';
import {
  chainRates,
  convertAmount,
  countSignificantDigits,
  type ExactRate,
  IDENTITY_RATE,
  publishedRate,
  roundRate,
  SIGNIFICANT_DIGITS,
} from './rate-precision.ts';

/** 2^22; its inverse is 2.384185791015625e-7, which has 16 digits and ends in 5: a tie. */
const FOUR_MEBI = 4_194_304;

describe('the precision of a rate', () => {
  it(seeded('is the published figure, digit for digit, when direct'), () => {
    fc.assert(
      fc.property(randomFigure(), (figure) => {
        expect(roundRate(publishedRate(figure, false))).toBe(figure);
      }),
      propertyRuns(2000),
    );
  });

  it(seeded('is the exact quotient rounded once, half-even, to 15 digits when inverse'), () => {
    fc.assert(
      fc.property(randomFigure(), (figure) => {
        const exact = roundFraction(invertFraction(fractionOf(figure)), SIGNIFICANT_DIGITS);
        expect(roundRate(publishedRate(figure, true))).toBe(exact);
      }),
      propertyRuns(2000),
    );
  });

  it(seeded('is the exact product of all legs rounded once when crossed'), () => {
    fc.assert(
      fc.property(randomLegs(), (legs) => {
        expect(roundRate(chained(legs))).toBe(roundFraction(exactOf(legs), SIGNIFICANT_DIGITS));
      }),
      propertyRuns(2000),
    );
  });

  it.each([
    ['a tie goes down to the even digit', publishedRate(FOUR_MEBI, true), 2.384_185_791_015_62e-7],
    ['a tie goes up to the even digit', times(1.5, 1.000_000_000_000_01), 1.500_000_000_000_02],
    ['a tie one step on goes down', times(1.5, 1.000_000_000_000_03), 1.500_000_000_000_04],
    ['a third has fifteen threes', publishedRate(3, true), 0.333_333_333_333_333],
  ] as const)('rounds so that %s', (_name, rate, rounded) => {
    expect(roundRate(rate)).toBe(rounded);
  });

  it('takes a legal rate with all its digits: 1 EUR is 340.750 GRD', () => {
    expect(roundRate(publishedRate('340.750', false))).toBe(340.75);
  });

  it('takes a text of more digits than a number holds', () => {
    const long = '1.00000000000000499999';
    expect(roundRate(publishedRate(long, false))).toBe(1);
    expect(roundRate(chainRates(publishedRate(long, true), publishedRate(long, false)))).toBe(1);
    expect(roundRate(publishedRate('1.00000000000000500001', false))).toBe(1.000_000_000_000_01);
  });
});

describe('the precision of a converted amount', () => {
  it(seeded('is amount times the unrounded rate, rounded once'), () => {
    fc.assert(
      fc.property(randomAmount(), randomLegs(), (amount, legs) => {
        const exact = timesFractions(fractionOf(amount), exactOf(legs));
        expect(convertAmount(amount, chained(legs))).toBe(roundFraction(exact, SIGNIFICANT_DIGITS));
      }),
      propertyRuns(2000),
    );
  });

  it('gives exactly 1 EUR for 7.5345 HRK, which the rounded inverse would miss', () => {
    expect(convertAmount(7.5345, publishedRate('7.53450', true))).toBe(1);
    expect(7.5345 * roundRate(publishedRate('7.53450', true))).not.toBe(1);
  });

  it(seeded('is the rate for amount 1, and the amount itself at rate 1'), () => {
    fc.assert(
      fc.property(randomLegs(), randomAmount(), (legs, amount) => {
        expect(convertAmount(1, chained(legs))).toBe(roundRate(chained(legs)));
        expect(convertAmount(amount, IDENTITY_RATE)).toBe(amount);
      }),
      propertyRuns(500),
    );
  });

  it(seeded('is linear within 1e-14: two halves make the whole'), () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), randomLegs(), (half, legs) => {
        const whole = fractionOf(convertAmount(2 * half, chained(legs)));
        const halves = timesFractions(fractionOf(2), fractionOf(convertAmount(half, chained(legs))));
        expect(distanceFromOne(timesFractions(whole, invertFraction(halves)))).toBeLessThanOrEqual(1e-14);
      }),
      propertyRuns(500),
    );
  });

  it(seeded('never falls when the amount rises'), () => {
    fc.assert(
      fc.property(randomAmount(), randomAmount(), randomLegs(), (one, other, legs) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(convertAmount(low, chained(legs))).toBeLessThanOrEqual(convertAmount(high, chained(legs)));
      }),
      propertyRuns(500),
    );
  });

  it(seeded('is a plain number that JSON keeps: never NaN, infinite or -0'), () => {
    fc.assert(
      fc.property(randomAmount(), randomLegs(), (amount, legs) => {
        const result = convertAmount(amount, chained(legs));
        expect(Number.isFinite(result)).toBe(true);
        expect(Object.is(result, -0)).toBe(false);
        expect(JSON.parse(JSON.stringify(result))).toBe(result);
        expect(countSignificantDigits(String(result))).toBeLessThanOrEqual(SIGNIFICANT_DIGITS);
      }),
      propertyRuns(500),
    );
  });
});

describe('counting significant digits', () => {
  it.each([
    ['0', 1],
    ['1000', 1],
    ['0.00120', 2],
    ['366.90', 4],
    ['123456789012345', 15],
    ['1234567890123456', 16],
    ['1.000000000000001', 16],
    ['12e-3', 2],
  ])('finds in %s', (text, digits) => {
    expect(countSignificantDigits(text)).toBe(digits);
  });
});

interface RandomLeg {
  readonly figure: number;
  readonly inverted: boolean;
}

/** One to four legs: direct, inverse, a cross inside a source, a cross between sources. */
function randomLegs(): fc.Arbitrary<readonly RandomLeg[]> {
  const leg = fc.record({ figure: randomFigure(), inverted: fc.boolean() });
  return fc.array(leg, { minLength: 1, maxLength: 4 });
}

function chained(legs: readonly RandomLeg[]): ExactRate {
  return legs.map(({ figure, inverted }) => publishedRate(figure, inverted)).reduce(chainRates);
}

function exactOf(legs: readonly RandomLeg[]): ExactFraction {
  return timesFractions(
    ...legs.map(({ figure, inverted }) => {
      const published = fractionOf(figure);
      return inverted ? invertFraction(published) : published;
    }),
  );
}

function times(one: number, other: number): ExactRate {
  return chainRates(publishedRate(one, false), publishedRate(other, false));
}
