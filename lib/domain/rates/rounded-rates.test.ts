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
import { SIGNIFICANT_DIGITS } from './rate-precision.ts';
import { type LegColumn, roundedRates } from './rounded-rates.ts';

const EUR_USD = [1.1684, 1.2, 1.4];
const EUR_JPY = [180, 183.5, 186.75];

describe('the rounded rates of a route', () => {
  it('are the published figures, digit for digit, when direct', () => {
    const figures = [1.1684, 0.1 + 0.2];
    expect([...roundedRates([{ figures, inverted: false }], 2).rates]).toEqual(figures);
  });

  it(seeded('are the exact quotients, rounded once, in every direction of two legs'), () => {
    const rows = fc.array(fc.tuple(randomFigure(), randomFigure()), { maxLength: 20 });
    fc.assert(
      fc.property(rows, fc.boolean(), fc.boolean(), (figures, isFirstInverted, isSecondInverted) => {
        const first = { figures: figures.map(([one]) => one), inverted: isFirstInverted };
        const second = { figures: figures.map(([, other]) => other), inverted: isSecondInverted };
        const exact = figures.map((_, row) => exactRate([first, second], row));
        expect([...roundedRates([first, second], figures.length).rates]).toEqual(exact);
      }),
      propertyRuns(1000),
    );
  });

  it(seeded('are the exact inverse, rounded once, of a single leg'), () => {
    fc.assert(
      fc.property(fc.array(randomFigure()), (figures) => {
        const leg = { figures, inverted: true };
        const exact = figures.map((_, row) => exactRate([leg], row));
        expect([...roundedRates([leg], figures.length).rates]).toEqual(exact);
      }),
      propertyRuns(1000),
    );
  });

  it('take columns of doubles as well as lists, and only the rows that are asked for', () => {
    const dollars = { figures: Float64Array.from(EUR_USD), inverted: true };
    const yen = { figures: EUR_JPY, inverted: false };
    expect([...roundedRates([dollars, yen], 2).rates]).toEqual([154.056_829_852_790, 152.916_666_666_667]);
  });

  it('count the rows that took exact numbers: ties, and more than 15 digits', () => {
    const first = { figures: [1.5, 1.5, 0.1 + 0.2], inverted: false };
    const second = { figures: [1.000_000_000_000_01, 1.1, 1], inverted: false };
    const { rates, leftOpen } = roundedRates([first, second], 3);
    expect([...rates]).toEqual([1.500_000_000_000_02, 1.65, 0.3]);
    expect(leftOpen).toBe(2);
  });

  it('throw where a column has fewer rows', () => {
    expect(() => roundedRates([{ figures: EUR_USD, inverted: true }], 4)).toThrow('fewer rates');
    expect(() => roundedRates([{ figures: EUR_USD, inverted: false }], 4)).toThrow('fewer rates');
  });
});

function exactRate(legs: readonly LegColumn[], row: number): number {
  const fractions = legs.map(({ figures, inverted }) => {
    const figure = fractionOf(figures[row] ?? Number.NaN);
    return inverted ? invertFraction(figure) : figure;
  });
  return roundFraction(timesFractions(...fractions), SIGNIFICANT_DIGITS);
}
