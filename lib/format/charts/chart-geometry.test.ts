import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { isoDayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import type { GapKind, SeriesGap } from '#lib/domain/series/series-gaps';
import {
  drawLine,
  movedInto,
  spreadLabels,
  timeAt,
  timeBands,
  timePosition,
  valuePosition,
  zoomed,
} from './chart-geometry.ts';

const NOON_MS = DAY_MS / 2;
const daily = (days: readonly number[]) => ({
  instantsMs: days.map((day) => day * DAY_MS + 1000),
  rates: days.map((day) => 1 + (day % 7) / 100),
});
const gapBetween = (kind: GapKind, after: number, before: number): SeriesGap => ({
  kind,
  firstDay: isoDayOf(new Date((after + 1) * DAY_MS)),
  lastDay: isoDayOf(new Date((before - 1) * DAY_MS)),
  afterMs: after * DAY_MS + 1000,
  beforeMs: before * DAY_MS + 1000,
  dueAt: null,
});
const view = (pixelsPerDay: number, pointsMax = 1200) => ({
  fromMs: 0,
  toMs: 1000 * DAY_MS,
  isIntraday: false,
  pixelsPerMs: pixelsPerDay / DAY_MS,
  pointsMax,
});

describe('drawLine', () => {
  const series = daily([1, 2, 5, 6, 9, 10]);
  const gaps = [gapBetween('weekend', 2, 5), gapBetween('holiday', 6, 9)];

  it('bridges a weekend and breaks at a holiday, points in the middle of their days', () => {
    const line = drawLine(series, gaps, view(10));
    expect(line.runs.map((run) => run.map(({ x }) => (x - NOON_MS) / DAY_MS))).toEqual([
      [1, 2],
      [5, 6],
      [9, 10],
    ]);
    expect(line.bridges.map((bridge) => bridge.map(({ x }) => (x - NOON_MS) / DAY_MS))).toEqual([[2, 5]]);
  });

  it('draws through what is too narrow to be seen', () => {
    expect(drawLine(series, gaps, view(0.5)).runs).toHaveLength(1);
    expect(drawLine(series, gaps, view(2)).runs).toHaveLength(2);
  });

  it('thins what is in the window, and never loses the edges of a gap', () => {
    const long = daily(Array.from({ length: 900 }, (_, index) => (index < 450 ? index : index + 60)));
    const line = drawLine(long, [gapBetween('missing', 449, 510)], view(1, 100));
    expect(line.runs.flat().length).toBeLessThanOrEqual(100);
    expect(line.runs).toHaveLength(2);
    expect(line.runs[0]?.at(-1)?.x).toBe(449 * DAY_MS + NOON_MS);
    expect(line.runs[1]?.[0]?.x).toBe(510 * DAY_MS + NOON_MS);
  });

  it('has an empty run for nothing', () => {
    expect(drawLine(daily([]), [], view(10))).toEqual({ runs: [[]], bridges: [] });
  });
});

it('timeBands hatches whole days of a gap and tints weekends only where days are wide', () => {
  const gaps = [gapBetween('weekend', 2, 5), gapBetween('holiday', 6, 9)];
  const wide = timeBands(gaps, view(10));
  expect(wide.weekends.map(({ fromMs, toMs }) => [fromMs / DAY_MS, toMs / DAY_MS])).toEqual([[3, 5]]);
  expect(wide.hatched.map(({ fromMs, toMs }) => [fromMs / DAY_MS, toMs / DAY_MS])).toEqual([[7, 9]]);
  expect(timeBands(gaps, view(5)).weekends).toEqual([]);
  expect(timeBands(gaps, view(1)).hatched).toEqual([]);
});

describe('positions', () => {
  const box = { left: 16, top: 20, width: 800, height: 300 };
  const window = { fromMs: 1000, toMs: 9000 };

  it('of instants and pixels undo each other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), (pixel) => {
        expect(timePosition(timeAt(16 + pixel, window, box), window, box)).toBeCloseTo(16 + pixel, 6);
      }),
    );
  });

  it('of values grow upwards, by ratio on a logarithmic scale', () => {
    expect(valuePosition(1, { min: 1, max: 3 }, box, 'linear')).toBe(320);
    expect(valuePosition(2, { min: 1, max: 3 }, box, 'linear')).toBe(170);
    expect(valuePosition(10, { min: 1, max: 100 }, box, 'log')).toBeCloseTo(170, 9);
  });
});

it('spreadLabels keeps order, distance and bounds where there is room', () => {
  const position = fc.double({ min: 20, max: 300, noNaN: true });
  fc.assert(
    fc.property(fc.uniqueArray(position, { minLength: 1, maxLength: 5 }), (positions) => {
      const spread = spreadLabels(positions, 16, 20, 300);
      const sorted = [...spread].toSorted((a, b) => a - b);
      expect(sorted.every((one, index) => index === 0 || one - (sorted[index - 1] ?? 0) >= 16 - 1e-9)).toBe(
        true,
      );
      expect(Math.min(...spread)).toBeGreaterThanOrEqual(20 - 1e-9);
      expect(Math.max(...spread)).toBeLessThanOrEqual(300 + 1e-9);
    }),
  );
});

describe('windows', () => {
  const bounds = { fromMs: 0, toMs: 1000 };

  it('zoom around an instant that keeps its place, and never leave the bounds', () => {
    expect(zoomed({ fromMs: 400, toMs: 600 }, 0.5, 500, bounds)).toEqual({ fromMs: 450, toMs: 550 });
    expect(zoomed({ fromMs: 0, toMs: 600 }, 4, 300, bounds)).toEqual(bounds);
    expect(zoomed({ fromMs: 0, toMs: 200 }, 2, 200, bounds)).toEqual({ fromMs: 0, toMs: 400 });
  });

  it('are moved back whole', () => {
    expect(movedInto({ fromMs: 900, toMs: 1100 }, bounds)).toEqual({ fromMs: 800, toMs: 1000 });
    expect(movedInto({ fromMs: -50, toMs: 50 }, bounds)).toEqual({ fromMs: 0, toMs: 100 });
  });
});
