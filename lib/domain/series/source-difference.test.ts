import { describe, expect, it } from 'vitest';
import { fc } from '#lib/testing/seeded-fast-check';
import { DAY_MS } from '#lib/domain/durations';
import { dayDifferences, differenceFigures } from './source-difference.ts';

const series = (points: Readonly<Record<string, number>>) => ({
  instantsMs: Object.keys(points).map((at) => Date.parse(at)),
  rates: Object.values(points),
});
const FIXINGS = series({
  '2026-03-16T13:15:00Z': 1.1478,
  '2026-03-17T13:15:00Z': 1.1531,
  '2026-03-18T13:15:00Z': 1.15,
});
const shown = (days: ReturnType<typeof dayDifferences>) =>
  days.map(({ dayMs, basisPoints }) => [new Date(dayMs).toISOString().slice(0, 10), basisPoints]);

describe('dayDifferences', () => {
  it('has the days that both sources have, whatever the hours of their fixings', () => {
    const boe = series({ '2026-03-17T16:00:00Z': 1.1525, '2026-03-18T16:00:00Z': 1.15 });
    expect(shown(dayDifferences(FIXINGS, boe))).toEqual([
      ['2026-03-17', expect.closeTo(5.206, 3)],
      ['2026-03-18', 0],
    ]);
  });

  it('takes the last quote of a market on each UTC day', () => {
    const market = series({
      '2026-03-17T00:00:00Z': 2,
      '2026-03-17T23:59:59Z': 1.1531,
      '2026-03-18T00:00:00Z': 1.15,
    });
    expect(shown(dayDifferences(market, FIXINGS))).toEqual([
      ['2026-03-17', 0],
      ['2026-03-18', 0],
    ]);
  });

  it('leaves out the day that is not over', () => {
    const endMs = Date.parse('2026-03-18T23:00:00Z');
    expect(shown(dayDifferences(FIXINGS, FIXINGS, endMs)).map(([day]) => day)).toEqual([
      '2026-03-16',
      '2026-03-17',
    ]);
  });

  it('turns its sign when the two change places, up to what squares away', () => {
    const rate = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(rate, fc.double({ min: -0.02, max: 0.02, noNaN: true }), (one, apart) => {
        const two = { instantsMs: [0], rates: [one * (1 + apart)] };
        const alone = { instantsMs: [DAY_MS - 1], rates: [one] };
        const [there] = dayDifferences(two, alone);
        const [back] = dayDifferences(alone, two);
        expect(there?.basisPoints).toBeCloseTo(apart * 10_000, 6);
        // 200 bp one way are 196.1 bp back.
        expect(Math.abs((there?.basisPoints ?? 0) + (back?.basisPoints ?? 0))).toBeLessThan(4.1);
      }),
    );
  });
});

describe('differenceFigures', () => {
  it('are null of no day', () => {
    expect(differenceFigures([])).toBeNull();
  });

  it('name the day on which the two are furthest apart, whatever the sign', () => {
    const other = series({
      '2026-03-16T16:00:00Z': 1.147,
      '2026-03-17T16:00:00Z': 1.155,
      '2026-03-18T16:00:00Z': 1.149,
    });
    const days = dayDifferences(FIXINGS, other);
    const figures = differenceFigures(days);
    expect(figures).toMatchObject({
      largest: days[1],
      lowest: days[1],
      highest: days[2],
      last: days[2],
      days: 3,
      median: days[0]?.basisPoints,
    });
  });
});
