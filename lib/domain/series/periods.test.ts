import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { averageRate, exactNumber } from '#lib/domain/rates/exact-number';
import { randomFigure } from '#lib/testing/builders/random-figures';
import {
  fractionOf,
  invertFraction,
  plusFraction,
  roundFraction,
  timesFractions,
} from '#lib/testing/oracles/exact-fraction';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { pointsOfRoute, type Route } from './historical-series.ts';
import { groupPoints } from './period-figures.ts';
import { PERIOD_LENGTHS, periodOf } from './periods.ts';

const FIRST = isoDayOf(new Date('2024-12-27'));

describe('the period of a day', () => {
  it.each([
    ['2026-04-13', 'day', '2026-04-13', '2026-04-13', '2026-04-13'],
    ['2026-04-13', 'week', '2026-W16', '2026-04-13', '2026-04-19'],
    ['2025-12-30', 'week', '2026-W01', '2025-12-29', '2026-01-04'],
    ['2021-01-03', 'week', '2020-W53', '2020-12-28', '2021-01-03'],
    ['2024-02-29', 'month', '2024-02', '2024-02-01', '2024-02-29'],
    ['2025-12-31', 'month', '2025-12', '2025-12-01', '2025-12-31'],
    ['2026-05-01', 'quarter', '2026-Q2', '2026-04-01', '2026-06-30'],
    ['2026-12-31', 'quarter', '2026-Q4', '2026-10-01', '2026-12-31'],
    ['2024-02-29', 'year', '2024', '2024-01-01', '2024-12-31'],
  ] as const)('%s, by %s, is %s', (day, length, name, firstDay, lastDay) => {
    expect(periodOf(isoDayOf(new Date(day)), length)).toEqual({ name, firstDay, lastDay });
  });

  it(seeded('holds the day, and the next one begins where it ends'), () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(...PERIOD_LENGTHS), (days, length) => {
        const day = addDays(isoDayOf(new Date('1990-01-01')), days);
        const { firstDay, lastDay, name } = periodOf(day, length);
        expect(firstDay <= day && day <= lastDay).toBe(true);
        const next = periodOf(addDays(lastDay, 1), length);
        expect(next.firstDay).toBe(addDays(lastDay, 1));
        expect(next.name > name, `${name} ${next.name}`).toBe(true);
      }),
      propertyRuns(500),
    );
  });
});

describe('points by period', () => {
  const points = [
    point(0, 1.1),
    point(3, 1.3),
    point(5, 1.2),
    // Two of one day: the later one counts.
    { ...point(5, 1.25), instantMs: point(5, 1).instantMs + 1000 },
    point(6, 0.3),
  ];

  it.each([
    ['last', [1.3, 0.3]],
    ['first', [1.1, 1.25]],
    ['low', [1.1, 0.3]],
    ['high', [1.3, 1.25]],
    ['average', [1.2, 0.775]],
  ] as const)('are the %s of each', (stat, rates) => {
    const figures = groupPoints(points, 'year', stat);
    expect(figures.map(({ period, days }) => [period.name, days])).toEqual([
      ['2024', 2],
      ['2025', 2],
    ]);
    expect(figures.map(({ point: { rate } }) => rate)).toEqual(rates);
  });

  it('bear the instant of the one that stands for them, an average that of its last', () => {
    const instantsOf = (stat: 'low' | 'average') =>
      groupPoints(points, 'year', stat).map(({ point: { instantMs } }) => isoDayOf(new Date(instantMs)));
    expect(instantsOf('low')).toEqual([FIRST, addDays(FIRST, 6)]);
    expect(instantsOf('average')).toEqual([addDays(FIRST, 3), addDays(FIRST, 6)]);
  });

  it('are none where there are none', () => {
    expect(groupPoints([], 'month', 'average')).toEqual([]);
  });
});

describe('the mean of rates', () => {
  it('is exact and rounded once, half-even, to 15 digits', () => {
    const meanOf = (...rates: readonly number[]) => averageRate(rates.map(exactNumber));
    expect(meanOf(0.1, 0.2, 0.3)).toBe(0.2);
    expect(meanOf(1, 1, 2)).toBe(1.333_333_333_333_33);
    expect(meanOf(1.000_000_000_000_01, 1.000_000_000_000_02)).toBe(1.000_000_000_000_02);
    expect(meanOf(1e-12, 1e12)).toBe(500_000_000_000);
  });

  it(seeded('of inverses and crosses is the mean of the rates before they are rounded'), () => {
    const figures = fc.array(fc.tuple(randomFigure(), randomFigure()), { minLength: 1, maxLength: 31 });
    fc.assert(
      fc.property(figures, fc.boolean(), (days, isCross) => {
        const instantsMs = days.map((_, day) => Date.UTC(2025, 0, 1 + day, 12));
        const columnsOf = (series: string) => ({
          instantsMs,
          rates: days.map(([one, other]) => (series === 'EUR/GBP' ? one : other)),
        });
        const inverse = { series: 'EUR/GBP', inverted: true };
        const route: Route = isCross ? [inverse, { series: 'EUR/JPY', inverted: false }] : [inverse];
        const [year] = groupPoints(pointsOfRoute('ecb', route, columnsOf), 'year', 'average');
        const sum = days
          .map(([one, other]) =>
            timesFractions(invertFraction(fractionOf(one)), fractionOf(isCross ? other : 1)),
          )
          .reduce(plusFraction);
        const mean = { ...sum, denominator: sum.denominator * BigInt(days.length) };
        expect(year?.point.rate).toBe(roundFraction(mean, 15));
      }),
      propertyRuns(50_000, 500),
    );
  });
});

function point(days: number, rate: number) {
  const day: IsoDay = addDays(FIRST, days);
  return { instantMs: startOfDay(day).getTime() + 43_200_000, rate, source: 'ecb' } as const;
}
