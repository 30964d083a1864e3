import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { chainRates, convertAmount, IDENTITY_RATE, publishedRate } from '#lib/domain/rates/rate-precision';
import type { Provenance } from '#lib/contract/responses';
import { amountFor, convertAtRate, convertExactly } from './exact-conversion.ts';

type Leg = Provenance['legs'][number];

function aLeg(figure: number, inverted: boolean): Leg {
  return {
    source: 'ecb',
    base: 'EUR',
    quote: 'USD',
    figure,
    inverted,
    observedAt: '2026-04-13T12:10:00.000Z',
    age: 'fresh',
    firstSeenAt: null,
    act: null,
    document: null,
    revision: 1,
  };
}

/** A published figure: at most 9 digits, anywhere from a satoshi to a rial. */
const figures = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: -12, max: 3 }))
  .map(([digits, exponent]) => Number(`${digits}e${exponent}`));

const amounts = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999_999_999 }), fc.integer({ min: -12, max: 0 }))
  .map(([digits, exponent]) => Number(`${digits}e${exponent}`));

describe('conversions in the browser', () => {
  it('are digit for digit those of the service', () => {
    fc.assert(
      fc.property(amounts, fc.array(fc.tuple(figures, fc.boolean()), { maxLength: 4 }), (amount, legs) => {
        const rate = legs.reduce(
          (sum, [figure, inverted]) => chainRates(sum, publishedRate(figure, inverted)),
          IDENTITY_RATE,
        );
        const ours = convertExactly(String(amount), { legs: legs.map((leg) => aLeg(...leg)) });
        expect(ours).toBe(convertAmount(amount, rate));
      }),
      { numRuns: 2000 },
    );
  });

  it('divide by the legal rate, never multiply with its rounded inverse: 7.5345 HRK is 1 EUR', () => {
    expect(convertExactly('7.5345', { legs: [aLeg(7.5345, true)] })).toBe(1);
  });

  it('turn round: the amount for a result converts back to it within the last of fifteen digits', () => {
    fc.assert(
      fc.property(
        amounts.filter((amount) => amount > 0),
        fc.array(fc.tuple(figures, fc.boolean()), { minLength: 1, maxLength: 3 }),
        (wanted, list) => {
          const legs = list.map((leg) => aLeg(...leg));
          const needed = amountFor(String(wanted), { legs });
          const back = convertExactly(String(needed), { legs });
          expect(Math.abs(back / wanted - 1)).toBeLessThan(1e-14);
        },
      ),
      { numRuns: 2000 },
    );
    expect(amountFor('1', { legs: [aLeg(7.5345, true)] }), '1 EUR needs 7.5345 HRK').toBe(7.5345);
  });

  it('round half to even', () => {
    expect(convertExactly('1', { legs: [aLeg(0.5, false), aLeg(1.00000000000001, false)] })).toBe(
      0.500000000000005,
    );
    expect(convertExactly('100000000000000.5', { legs: [] })).toBe(100000000000000);
    expect(convertExactly('100000000000001.5', { legs: [] })).toBe(100000000000002);
  });

  it('give nothing for nothing, and the amount at a rate of 1', () => {
    expect(convertExactly('0', { legs: [aLeg(1.1684, false)] })).toBe(0);
    expect(convertAtRate('12.5', 1)).toBe(12.5);
  });
});
