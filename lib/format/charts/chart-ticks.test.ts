import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { signedAxis, timeTicks, valueAxis } from './chart-ticks.ts';

const at = (text: string) => Date.parse(`${text}Z`);

describe('valueAxis', () => {
  it('marks round values within what it holds', () => {
    expect(valueAxis([1.1476, 1.1974], 6, 'linear').ticks.map(({ label }) => label)).toEqual([
      '1.15',
      '1.16',
      '1.17',
      '1.18',
      '1.19',
      '1.20',
    ]);
    expect(valueAxis([94.4, 102.9], 5, 'linear').ticks.map(({ label }) => label)).toEqual([
      '94',
      '96',
      '98',
      '100',
      '102',
    ]);
  });

  it('marks a wide logarithmic axis in decades', () => {
    expect(valueAxis([0.02, 60000], 6, 'log').ticks.map(({ label }) => label)).toContain('1,000');
  });

  it('keeps a mark at the very end of the axis inside, where a step is not exact in binary', () => {
    const axis = valueAxis([1.0000000000000001e-7], 6, 'linear');
    expect(axis.ticks.every((tick) => tick.value >= axis.min && tick.value <= axis.max)).toBe(true);
  });

  it('holds every value and keeps a few distinct marks inside, on both scales', () => {
    const value = fc.double({ min: 1e-7, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 9 }),
        fc.constantFrom('linear', 'log'),
        (values, scale) => {
          const axis = valueAxis(values, 6, scale);
          expect(axis.min).toBeLessThanOrEqual(Math.min(...values));
          expect(axis.max).toBeGreaterThanOrEqual(Math.max(...values));
          expect(axis.ticks.length).toBeLessThan(50);
          expect(axis.ticks.every((tick) => tick.value >= axis.min && tick.value <= axis.max)).toBe(true);
        },
      ),
    );
  });
});

describe('signedAxis', () => {
  const labels = (values: readonly number[]) => signedAxis(values, 4).ticks.map(({ label }) => label);

  it('holds zero, whichever side the values are on, with a true minus', () => {
    expect(labels([12, 38])).toEqual(['0', '20', '40']);
    expect(labels([-12, 4])).toEqual(['\u221210', '\u22125', '0']);
  });

  it('stands about a level line where nothing differs', () => {
    expect(labels([0, 0])).toEqual(['\u22121', '0', '1']);
    expect(labels([1e-12])).toEqual(labels([0]));
  });
});

describe('timeTicks', () => {
  const labels = (from: string, to: string, count: number) =>
    timeTicks(at(from), at(to), count).map(({ label }) => label);

  it('marks days, half months, months and years as there is room', () => {
    expect(labels('2026-04-06T00:00', '2026-04-08T23:00', 4)).toEqual([
      'Mon 6 Apr',
      'Tue 7 Apr',
      'Wed 8 Apr',
    ]);
    expect(labels('2026-01-13T00:00', '2026-04-14T00:00', 8)).toEqual([
      '15 Jan',
      'Feb',
      '15',
      'Mar',
      '15',
      'Apr',
    ]);
    expect(labels('2025-04-13T00:00', '2026-04-14T00:00', 8)).toEqual([
      'May',
      'Jul',
      'Sep',
      'Nov',
      '2026',
      'Mar',
    ]);
    expect(labels('1999-01-04T00:00', '2026-04-14T00:00', 8)).toEqual([
      '2000',
      '2005',
      '2010',
      '2015',
      '2020',
      '2025',
    ]);
  });

  it('gives no more marks than asked by more than the ends', () => {
    const instant = fc.integer({ min: at('1970-01-01T00:00'), max: at('2030-01-01T00:00') });
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: 6, max: 12 }), (one, other, count) => {
        const ticks = timeTicks(Math.min(one, other), Math.max(one, other), count);
        expect(ticks.length).toBeLessThanOrEqual(count + 3);
      }),
    );
  });
});
