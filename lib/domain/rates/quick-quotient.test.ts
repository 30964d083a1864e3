import { setImmediate } from 'node:timers/promises';
import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import {
  fractionOf,
  invertFraction,
  roundFraction,
  timesFractions,
} from '#lib/testing/oracles/exact-fraction';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { randomFigure } from '#lib/testing/builders/random-figures';
import {
  edgeQuotient,
  nearTie,
  publishedQuotient,
  type RandomQuotient,
  randomQuotient,
  tie,
} from '#lib/testing/builders/random-quotients';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { quickQuotient, shortDecimal } from './quick-quotient.ts';
import { exactQuotient, SIGNIFICANT_DIGITS } from './rate-precision.ts';
import { isLong } from '#lib/testing/long-count';

/** Quotients that are tried, the share of each kind in them, and how many of a kind may be left open. */
const QUOTIENTS = isLong('PROPERTY_RUNS_TIMES') ? 200_000 : 20_000;
const KINDS = [
  { kind: 'published', quotient: publishedQuotient(), share: 0.3, openMax: 0.0001 },
  { kind: 'of any figures', quotient: randomQuotient(), share: 0.3, openMax: 0.3 },
  { kind: 'edges', quotient: edgeQuotient(), share: 0.2, openMax: 0.5 },
  { kind: 'near ties', quotient: nearTie(), share: 0.15, openMax: 0.2 },
  { kind: 'ties', quotient: tie(), share: 0.05, openMax: 1 },
] as const;

/** Decimals that a short decimal may have: ten to the power of them is a double. */
const DECIMALS_MAX = 22;

/** The long run takes minutes a kind. */
const TIMEOUT_MS = 60 * 60_000;

describe('the quick quotient', () => {
  it.for(KINDS)(
    seeded('is the exact one, rounded once, bit for bit, or left open: $kind'),
    { timeout: TIMEOUT_MS },
    async ({ kind, quotient, share, openMax }, { annotate }) => {
      const { seed, numRuns } = propertyRuns(1);
      const runs = Math.round(QUOTIENTS * share);
      let leftOpen = 0;
      for (let part = 0; part < numRuns; part += 1) {
        const judged = fc.property(quotient, (figures) => {
          if (isLeftOpen(figures)) leftOpen += 1;
        });
        fc.assert(judged, { seed: seed + part, numRuns: runs });
        // A process that never rests is taken for dead.
        await setImmediate();
      }
      await annotate(`quotients, ${kind}: 0 of ${numRuns * runs} differ, ${leftOpen} left open`);
      expect(leftOpen).toBeLessThanOrEqual(openMax * numRuns * runs);
    },
  );

  it('is the exact one for all pairs of the recorded days of a central bank', ({ skip }) => {
    const days = recordedDays();
    if (days === null) return skip(recordedBodiesMissing('ecb'));
    const pairs = days.flatMap((day) =>
      day.flatMap((one) => day.map((other) => ({ over: [one], under: [other] }))),
    );
    expect(pairs.length).toBeGreaterThan(60_000);
    // One euro cost 1.6384 Australian dollars on a day: 2^14 / 10^4, which divides others to 16 digits, the last one 5.
    expect(pairs.filter(isLeftOpen).every(({ under }) => under[0] === 1.6384)).toBe(true);
  });
});

describe('a quick quotient', () => {
  it.each([
    ['1.5 times 1.00000000000001', [1.5, 1.000_000_000_000_01], []],
    ['1 over 2^22', [], [4_194_304]],
    ['12345678.5 times 10000001', [12_345_678.5, 10_000_001], []],
  ] as const)('is left open at a tie: %s', (_name, over, under) => {
    expect(quickQuotient(over, under)).toBeNull();
  });

  it.each([
    ['0', [0], [1.1]],
    ['a divisor of 0', [1.1], [0]],
    ['a number that is none', [Number.NaN], []],
    ['a number without end', [Number.POSITIVE_INFINITY], []],
    ['a figure below 0', [-1.1], []],
    ['a text', ['1.1'], []],
    ['16 digits', [1.000_000_000_000_001], []],
    ['23 decimals', [1.5e-22], []],
    ['a hair below a power of ten, whose logarithm is rounded up', [0.999_999_99, 1.000_000_01], []],
    ['nine figures', Array.from({ length: 9 }, () => 1.1), []],
  ] as const)('is left open out of its reach: %s', (_name, over, under) => {
    expect(quickQuotient(over, under)).toBeNull();
  });

  it.each([
    ['a third', [], [3], 0.333_333_333_333_333],
    ['no figure', [], [], 1],
    ['the same figure twice', [7.5345], [7.5345], 1],
    ['yen per dollar', [186.75], [1.4], 133.392_857_142_857],
    ['a rate of 23 decimals', [], [7e9], 1.428_571_428_571_43e-10],
    ['a rate of 30 digits', [7e14, 8e14], [], 5.6e29],
  ] as const)('is found at an edge: %s', (_name, over, under, quotient) => {
    expect(quickQuotient(over, under)).toBe(quotient);
  });
});

describe('the short decimal of a number', () => {
  it(seeded('is what the number prints as, of every figure of 15 digits and 22 decimals'), () => {
    fc.assert(
      fc.property(randomFigure(), (figure) => {
        fc.pre(Number(figure.toFixed(DECIMALS_MAX)) === figure);
        expect(writtenOf(figure)).toBe(figure);
        const { mantissa, places } = shortDecimal(figure) ?? { mantissa: Number.NaN, places: 0 };
        const printed = fractionOf(figure);
        expect(BigInt(mantissa) * printed.denominator).toBe(printed.numerator * 10n ** BigInt(places));
      }),
      propertyRuns(20_000),
    );
  });

  it(seeded('is there for no double that prints more than 15 digits, and right for all others'), () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e15, noNaN: true }), (figure) => {
        const decimal = shortDecimal(figure);
        const digits = fractionOf(figure).numerator.toString().replace(/0+$/v, '').length;
        expect(decimal !== null).toBe(digits <= SIGNIFICANT_DIGITS);
      }),
      propertyRuns(20_000),
    );
  });

  it.each([1e-22, 1e15, 9.999_999_999_999_99, 99_999.999_999_999_9, 999_999_999_999_999, 1e7, 9_999_999.99])(
    'is found at an end of its range: %d',
    (figure) => {
      expect(writtenOf(figure)).toBe(figure);
    },
  );
});

function writtenOf(figure: number): number | null {
  const decimal = shortDecimal(figure);
  return decimal && Number(`${decimal.mantissa}e-${decimal.places}`);
}

/** Whether the quick quotient was left open; throws where it, or exact numbers by either way, say different things. */
function isLeftOpen({ over, under }: RandomQuotient): boolean {
  const exact = exactQuotient(over, under);
  const fractions = [...over.map(fractionOf), ...under.map((figure) => invertFraction(fractionOf(figure)))];
  if (roundFraction(timesFractions(...fractions, fractionOf(1)), SIGNIFICANT_DIGITS) !== exact) {
    throw new Error('the exact ways differ');
  }
  const quick = quickQuotient(over, under);
  if (quick !== null && quick !== exact) throw new Error(`${quick} instead of ${exact}`);
  return quick === null;
}

/** The figures of each recorded day, units of currency per euro; null where there are no recorded bodies. */
function recordedDays(): readonly (readonly number[])[] | null {
  const bodies = readRecordedBodies('ecb');
  return (
    bodies &&
    bodies
      .filter(({ name }) => name.endsWith('.xml'))
      .flatMap(({ body }) =>
        new TextDecoder()
          .decode(body)
          .split(/<Cube time=/v)
          .slice(1),
      )
      .map((day) =>
        [...day.matchAll(/rate=["'](?<rate>[\d.]+)["']/gv)].map(({ groups }) => Number(groups?.['rate'])),
      )
  );
}
