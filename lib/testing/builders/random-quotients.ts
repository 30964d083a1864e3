import { randomFigure } from './random-figures.ts';
import { fc } from '#lib/testing/seeded-fast-check';

/** Figures that multiply, and figures that divide. */
export interface RandomQuotient {
  readonly over: readonly (number | string)[];
  readonly under: readonly (number | string)[];
}

/** Quotients as services make them, of one to four figures a side: direct, inverse, crosses, amounts. */
export function randomQuotient(): fc.Arbitrary<RandomQuotient> {
  return quotientOf(fc.oneof(publishedFigure(), randomFigure()), 4);
}

/** A cross of two published figures. */
export function publishedQuotient(): fc.Arbitrary<RandomQuotient> {
  return quotientOf(publishedFigure(), 2);
}

/** Quotients at every edge: all digits used, one beside a power of ten or of two, up to ten figures a side. */
export function edgeQuotient(): fc.Arbitrary<RandomQuotient> {
  const edge = fc.oneof(edgeFigure(), edgeFigure(), randomFigure());
  return fc.oneof(
    { arbitrary: quotientOf(edge, 3), weight: 20 },
    { arbitrary: quotientOf(fc.oneof(edge, noise()), 3), weight: 3 },
    { arbitrary: quotientOf(edge, 10), weight: 1 },
  );
}

/** Products half-way between two decimals of 15 digits: 16 digits of which the last is 5. */
export function tie(): fc.Arbitrary<RandomQuotient> {
  const factor = fc.integer({ min: 5_000_000, max: 9_999_999 });
  return fc
    .tuple(factor, factor, fc.integer({ min: 0, max: 4 }))
    .map(([one, other, half]) => ({ over: [one * 10 + 5, other * 10 + 2 * half + 1], under: [] }));
}

/**
 * Quotients just beside half-way. For a denominator d without factors of ten there is a numerator n for every remainder of
 * n * 10^15 by d; remainders beside d / 2 put the quotient as many times 1 / d from half-way, down to 2^-51 of its last digit.
 */
export function nearTie(): fc.Arbitrary<RandomQuotient> {
  const denominator = fc
    .tuple(fc.integer({ min: 10_000_000_000_000, max: 99_999_999_999_999 }), fc.constantFrom(1, 3, 7, 9))
    .map(([digits, last]) => digits * 10 + last);
  const beside = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -1_000_000, max: 1_000_000 }));
  return fc.tuple(denominator, beside).map(([divisor, steps]) => {
    const d = BigInt(divisor);
    const remainder = d / 2n + BigInt(steps);
    const numerator = (remainder * inverseOf(10n ** 15n % d, d)) % d;
    return { over: [Number(numerator)], under: [divisor] };
  });
}

/** Quotients with texts of more digits than a number holds, and of zeros at their end, as acts have them. */
export function legalQuotient(): fc.Arbitrary<RandomQuotient> {
  const text = fc
    .tuple(
      fc.bigInt({ min: 1n, max: 10n ** 25n }),
      fc.integer({ min: 1, max: 24 }),
      fc.constantFrom('', '0', '000'),
    )
    .map(([digits, places, zeros]) => {
      const padded = digits.toString().padStart(places + 1, '0');
      return `${padded.slice(0, -places)}.${padded.slice(-places)}${zeros}`;
    });
  return quotientOf(fc.oneof<fc.Arbitrary<number | string>[]>(text, publishedFigure()), 4);
}

/** Quotients of doubles from the smallest to the largest, with results out of their range too. */
export function extremeQuotient(): fc.Arbitrary<RandomQuotient> {
  return quotientOf(fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }), 3);
}

function quotientOf(figure: fc.Arbitrary<number | string>, figuresMax: number): fc.Arbitrary<RandomQuotient> {
  const side = fc.array(figure, { maxLength: figuresMax });
  return fc.record({ over: side, under: side });
}

/** As publishers write: four to seven digits, two to six decimals. */
function publishedFigure(): fc.Arbitrary<number> {
  return fc
    .tuple(fc.integer({ min: 1000, max: 9_999_999 }), fc.integer({ min: 2, max: 6 }))
    .map(([digits, places]) => Number(`${digits}e-${places}`));
}

function edgeFigure(): fc.Arbitrary<number> {
  const exponent = fc.integer({ min: -26, max: 2 });
  const nines = fc
    .tuple(fc.integer({ min: 1, max: 15 }), fc.integer({ min: -5, max: 5 }), exponent)
    .map(([digits, beside, power]) => Number(`${Math.max(10 ** digits + beside, 1)}e${power}`));
  const twos = fc
    .tuple(fc.integer({ min: 0, max: 49 }), exponent)
    .map(([bits, power]) => Number(`${2 ** bits}e${power}`));
  const fives = fc
    .tuple(fc.integer({ min: 0, max: 21 }), exponent)
    .map(([count, power]) => Number(`${5 ** count}e${power}`));
  return fc.oneof(nines, twos, fives);
}

/** Sixteen and seventeen digits, which no publisher gives and no arithmetic of 15 digits may cut. */
function noise(): fc.Arbitrary<number> {
  return fc.double({ min: 1e-9, max: 1e9, noNaN: true });
}

/** The number below `modulus` that times `whole` leaves 1, by Euclid's algorithm; the two share no factor. */
function inverseOf(whole: bigint, modulus: bigint): bigint {
  let [large, small] = [modulus, whole];
  let [before, inverse] = [0n, 1n];
  while (small > 1n) {
    const times = large / small;
    [large, small] = [small, large - times * small];
    [before, inverse] = [inverse, before - times * inverse];
  }
  return ((inverse % modulus) + modulus) % modulus;
}
