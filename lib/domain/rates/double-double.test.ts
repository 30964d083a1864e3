import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { divide, type DoubleDouble, exactProduct, multiply } from './double-double.ts';

/** 2^106, which is 1 / u^2. */
const ONE_OVER_U_SQUARED = 2n ** 106n;

describe('numbers of two doubles', () => {
  it(seeded('multiply two whole doubles exactly'), () => {
    fc.assert(
      fc.property(randomWhole(), randomWhole(), (one, other) => {
        expect(exactOf(exactProduct(one, other))).toBe(BigInt(one) * BigInt(other));
      }),
      propertyRuns(5000),
    );
  });

  it(seeded('multiply within 9 u^2'), () => {
    fc.assert(
      fc.property(randomDoubleDouble(), randomDoubleDouble(), (one, other) => {
        const exact = exactOf(one) * exactOf(other);
        const error = sizeOf(exactOf(multiply(one, other)) - exact);
        expect(error * ONE_OVER_U_SQUARED <= 9n * exact).toBe(true);
      }),
      propertyRuns(5000),
    );
  });

  it(seeded('divide within 13 u^2'), () => {
    fc.assert(
      fc.property(randomDoubleDouble(), randomDoubleDouble(), (one, other) => {
        // Scaled by a power of two, so that the quotient's parts are whole.
        const scaled = { high: one.high * 2 ** 300, low: one.low * 2 ** 300 };
        const error = sizeOf(exactOf(divide(scaled, other)) * exactOf(other) - exactOf(scaled));
        expect(error * ONE_OVER_U_SQUARED <= 13n * exactOf(scaled)).toBe(true);
      }),
      propertyRuns(5000),
    );
  });

  it(seeded('keep the low part within half a unit in the last place of the high one'), () => {
    fc.assert(
      fc.property(randomDoubleDouble(), randomDoubleDouble(), (one, other) => {
        for (const { high, low } of [multiply(one, other), divide(one, other)]) expect(high + low).toBe(high);
      }),
      propertyRuns(5000),
    );
  });
});

/** Whole doubles of any number of bits, of all ones and of few ones too. */
function randomWhole(): fc.Arbitrary<number> {
  const any = fc.maxSafeInteger().map((whole) => Math.abs(whole) + 1);
  const edge = fc
    .tuple(fc.integer({ min: 0, max: 53 }), fc.integer({ min: -3, max: 3 }))
    .map(([bits, beside]) => Math.max(2 ** bits + beside, 1));
  return fc.oneof(any, edge);
}

/** A product of two, which fills both parts. */
function randomDoubleDouble(): fc.Arbitrary<DoubleDouble> {
  return fc.tuple(randomWhole(), randomWhole()).map(([one, other]) => exactProduct(one, other));
}

function exactOf({ high, low }: DoubleDouble): bigint {
  return BigInt(high) + BigInt(low);
}

function sizeOf(difference: bigint): bigint {
  return difference < 0n ? -difference : difference;
}
