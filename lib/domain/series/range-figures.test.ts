import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/domain/durations';
import {
  annualVolatilityPercent,
  daysAYear,
  forexDay,
  indexTo100,
  rangeFigures,
  seriesWithin,
} from './range-figures.ts';

const FOREX_DAYS_A_YEAR = daysAYear('forex');

const daily = (rates: readonly number[], firstDay = 0) => ({
  rates,
  instantsMs: rates.map((_, index) => (firstDay + index) * DAY_MS + 43_200_000),
});

it('counts volatility with all days of a market that never closes, else with trading days', () => {
  expect((['fixing', 'forex', 'always', 'law'] as const).map(daysAYear)).toEqual([252, 252, 365, 252]);
});

describe('rangeFigures', () => {
  it('answers null for nothing', () => {
    expect(rangeFigures({ instantsMs: [], rates: [] }, FOREX_DAYS_A_YEAR)).toBeNull();
  });

  it('gives open, last, extremes with their instants, mean and change', () => {
    expect(rangeFigures(daily([2, 4, 1, 3]), FOREX_DAYS_A_YEAR)).toMatchObject({
      open: { rate: 2 },
      last: { rate: 3 },
      high: { rate: 4, atMs: DAY_MS + 43_200_000 },
      low: { rate: 1, atMs: 2 * DAY_MS + 43_200_000 },
      mean: 2.5,
      change: 1,
      changePercent: 50,
      count: 4,
      percentile: 66,
    });
  });

  it('takes the first of equal extremes', () => {
    expect(rangeFigures(daily([1, 2, 2, 1]), FOREX_DAYS_A_YEAR)).toMatchObject({
      high: { atMs: DAY_MS + 43_200_000 },
      low: { atMs: 43_200_000 },
    });
  });

  it('puts the last point on the whole percentile that the points below it reach', () => {
    const sizes = fc
      .integer({ min: 1, max: 300 })
      .chain((others) =>
        fc.record({ others: fc.constant(others), below: fc.integer({ min: 0, max: others }) }),
      );
    fc.assert(
      fc.property(sizes, ({ others, below }) => {
        const rates = [...Array.from({ length: others }, (_, index) => (index < below ? 1 : 3)), 2];
        const percentile = BigInt(rangeFigures(daily(rates), FOREX_DAYS_A_YEAR)?.percentile ?? -1);
        expect(percentile * BigInt(others) <= 100n * BigInt(below)).toBe(true);
        expect((percentile + 1n) * BigInt(others) > 100n * BigInt(below)).toBe(true);
      }),
      { examples: [[{ others: 100, below: 57 }]] },
    );
  });

  it('says 100 for the highest, 0 for the lowest and nothing for a single point', () => {
    expect(rangeFigures(daily([1, 2, 3]), 252)?.percentile).toBe(100);
    expect(rangeFigures(daily([3, 2, 1]), 252)?.percentile).toBe(0);
    expect(rangeFigures(daily([3, 3, 3]), 252)?.percentile, 'nothing is below or above').toBeNull();
    expect(rangeFigures(daily([3]), 252)).toMatchObject({ percentile: null, volatilityPercent: null });
  });
});

describe('annualVolatilityPercent', () => {
  it('is the sample deviation of daily log returns over the root of the days of a year', () => {
    // Returns ln 2 and -ln 2: mean 0, sample variance 2 (ln 2)^2, so the deviation is ln 2 times the root of 2.
    expect(annualVolatilityPercent(daily([1, 2, 1]), 252)).toBeCloseTo(
      Math.LN2 * Math.sqrt(2 * 252) * 100,
      9,
    );
  });

  it('is nought where every day moves alike', () => {
    expect(annualVolatilityPercent(daily([1, 1.1, 1.21, 1.331]), 252)).toBeCloseTo(0, 6);
  });

  it('counts only the last of several points of a day', () => {
    const hourly = { instantsMs: [0, 3_600_000, DAY_MS, 2 * DAY_MS], rates: [7, 1, 2, 1] };
    expect(annualVolatilityPercent(hourly, 252)).toBe(annualVolatilityPercent(daily([1, 2, 1]), 252));
  });
});

it('forexDay counts what the market quotes on Sunday evening to Monday, so that a week has five closes', () => {
  const at = (text: string) => Date.parse(text);
  const ticks = (points: Readonly<Record<string, number>>) => ({
    instantsMs: Object.keys(points).map(at),
    rates: Object.values(points),
  });
  const friday = { '2026-04-09T20:00Z': 1, '2026-04-10T20:00Z': 2 };
  const monday = { '2026-04-13T20:00Z': 1, '2026-04-14T20:00Z': 2 };
  const live = ticks({ ...friday, '2026-04-12T22:30Z': 1.9, ...monday });
  expect(annualVolatilityPercent(live, FOREX_DAYS_A_YEAR, forexDay)).toBe(
    annualVolatilityPercent(ticks({ ...friday, ...monday }), FOREX_DAYS_A_YEAR),
  );
  expect(forexDay(at('2026-04-11T12:00Z')), 'a Saturday stays itself').toBe(
    forexDay(at('2026-04-12T12:00Z')) - 2,
  );
});

describe('indexTo100', () => {
  it('starts all lines at 100 on the first day that all of them have', () => {
    const both = indexTo100([daily([1, 2, 4], 10), daily([5, 10], 11)]);
    expect(both?.baseMs).toBe(11 * DAY_MS);
    expect(both?.indexed.map(({ rates }) => rates)).toEqual([
      [50, 100, 200],
      [100, 200],
    ]);
  });

  it('answers null where a line is empty or ends before the others begin', () => {
    expect(indexTo100([daily([1]), daily([])])).toBeNull();
    expect(indexTo100([daily([1], 1), daily([1], 5)])).toBeNull();
  });
});

describe('seriesWithin', () => {
  it('includes both ends', () => {
    const series = { instantsMs: [1, 2, 3, 4], rates: [10, 20, 30, 40] };
    expect(seriesWithin(series, 2, 3)).toEqual({ instantsMs: [2, 3], rates: [20, 30] });
    expect(seriesWithin(series, 5, 9)).toEqual({ instantsMs: [], rates: [] });
  });
});
