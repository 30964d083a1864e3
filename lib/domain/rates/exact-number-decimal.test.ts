import { setImmediate } from 'node:timers/promises';
import { Decimal } from 'decimal.js';
import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { randomAmount, randomFigure } from '#lib/testing/builders/random-figures';
import {
  edgeQuotient,
  extremeQuotient,
  legalQuotient,
  nearTie,
  publishedQuotient,
  type RandomQuotient,
  randomQuotient,
  tie,
} from '#lib/testing/builders/random-quotients';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { isLong } from '#lib/testing/long-count';
import {
  add,
  averageRate,
  compareExact,
  exactNumber,
  rateOfLegs,
  roundedText,
  roundExact,
  SIGNIFICANT_DIGITS,
  subtract,
} from './exact-number.ts';

/** Quotients that are tried, and the share of each kind in them. */
const QUOTIENTS = isLong('PROPERTY_RUNS_TIMES') ? 200_000 : 20_000;
const KINDS = [
  { kind: 'published', quotient: publishedQuotient(), share: 0.25 },
  { kind: 'of any figures', quotient: randomQuotient(), share: 0.25 },
  { kind: 'edges', quotient: edgeQuotient(), share: 0.15 },
  { kind: 'near ties', quotient: nearTie(), share: 0.15 },
  { kind: 'ties', quotient: tie(), share: 0.1 },
  { kind: 'of legal digits', quotient: legalQuotient(), share: 0.05 },
  { kind: 'of any doubles', quotient: extremeQuotient(), share: 0.05 },
] as const;

/** The long run takes minutes a kind. */
const TIMEOUT_MS = 60 * 60_000;

/** decimal.js, with room for every product of the figures above. */
const ExactDecimal = Decimal.clone({ defaults: true, precision: 500, rounding: Decimal.ROUND_HALF_EVEN });

/** Its division is rounded once, from the exact quotient: it looks at the remainder. */
const RoundedDecimal = ExactDecimal.clone({ precision: SIGNIFICANT_DIGITS });

describe('an exact number, rounded,', () => {
  it.for(KINDS)(
    seeded('is as decimal.js rounds it, bit for bit: $kind'),
    { timeout: TIMEOUT_MS },
    async ({ kind, quotient, share }, { annotate }) => {
      const { seed, numRuns } = propertyRuns(1);
      const runs = Math.round(QUOTIENTS * share);
      for (let part = 0; part < numRuns; part += 1) {
        fc.assert(fc.property(quotient, expectSameAsDecimal), { seed: seed + part, numRuns: runs });
        // A process that never rests is taken for dead.
        await setImmediate();
      }
      await annotate(`quotients, ${kind}: 0 of ${numRuns * runs} differ`);
    },
  );

  it('is as decimal.js rounds it for all pairs of the recorded days of a central bank', ({ skip }) => {
    const days = recordedDays();
    if (days === null) return skip(recordedBodiesMissing('ecb'));
    const pairs = days.flatMap((day) =>
      day.flatMap((one) => day.map((other) => ({ over: [one], under: [other] }))),
    );
    expect(pairs.length).toBeGreaterThan(60_000);
    for (const pair of pairs) expectSameAsDecimal(pair);
  });
});

describe('the arithmetic of exact numbers', () => {
  it(seeded('adds, subtracts and compares as decimal.js does'), () => {
    const figure = fc.oneof(randomFigure(), randomAmount()).chain((size) => fc.constantFrom(size, -size));
    fc.assert(
      fc.property(figure, figure, (one, other) => {
        const [first, second] = [exactNumber(one), exactNumber(other)];
        const [decimal, otherDecimal] = [new ExactDecimal(one), new ExactDecimal(other)];
        expect(roundedText(add(first, second), 60)).toBe(plainOf(decimal.add(otherDecimal)));
        expect(roundedText(subtract(first, second), 60)).toBe(plainOf(decimal.sub(otherDecimal)));
        expect(compareExact(first, second)).toBe(decimal.cmp(otherDecimal));
      }),
      propertyRuns(2000),
    );
  });

  it(seeded('has the arithmetic mean of decimal.js'), () => {
    fc.assert(
      fc.property(fc.array(randomFigure(), { minLength: 1 }), (rates) => {
        const sum = rates.reduce<Decimal>((total, rate) => total.add(rate), new ExactDecimal(0));
        expect(averageRate(rates.map(exactNumber))).toBe(
          new RoundedDecimal(sum).div(rates.length).toNumber(),
        );
      }),
      propertyRuns(1000),
    );
  });
});

/** Throws where a quotient is not the one of decimal.js. */
function expectSameAsDecimal({ over, under }: RandomQuotient): void {
  const [numerator, denominator] = [over, under].map((side) =>
    side.reduce<Decimal>((product, figure) => product.mul(figure), new ExactDecimal(1)),
  );
  if (!numerator || !denominator) throw new Error('two sides');
  const expected = new RoundedDecimal(numerator).div(denominator).toNumber();
  const legs = [
    ...over.map((figure) => ({ figure, inverted: false })),
    ...under.map((figure) => ({ figure, inverted: true })),
  ];
  const rate = rateOfLegs(legs);
  // The number by quick digits where there are, the text never.
  const rounded = roundExact(rate);
  const text = roundedText(rate);
  // Quicker than `expect`, which matters in millions.
  if (rounded !== expected || Number(text) !== expected) {
    throw new Error(`${rounded} and ${text} instead of ${expected}`);
  }
}

/** All digits without an exponent; decimal.js has a nought below nought. */
function plainOf(decimal: Decimal): string {
  return decimal.isZero() ? '0' : decimal.toFixed();
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
