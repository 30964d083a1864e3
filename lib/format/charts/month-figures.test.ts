import { describe, expect, it } from 'vitest';
import { monthFigures } from './month-figures.ts';

const DAYS = ['2026-04-09', '2026-04-10', '2026-04-11', '2026-04-12', '2026-04-13'];

describe('the figures of a month', () => {
  it('are the first, the highest and the lowest, with their days', () => {
    expect(monthFigures(DAYS, [1.5, 3, null, null, 1])).toEqual({
      first: { day: '2026-04-09', rate: 1.5 },
      high: { day: '2026-04-10', rate: 3 },
      low: { day: '2026-04-13', rate: 1 },
    });
  });

  it('begin with the first day that has one', () => {
    expect(monthFigures(DAYS, [null, 1, 2, null, null])?.first).toEqual({ day: '2026-04-10', rate: 1 });
  });

  it('name the earlier day where two days are equally high or low', () => {
    expect(monthFigures(DAYS, [2, 2, 2, 2, 2])).toEqual({
      first: { day: '2026-04-09', rate: 2 },
      high: { day: '2026-04-09', rate: 2 },
      low: { day: '2026-04-09', rate: 2 },
    });
  });

  it('are none with fewer than two', () => {
    expect(monthFigures(DAYS, [null, 1, null, null, null])).toBeNull();
    expect(monthFigures(DAYS, [null, null, null, null, null])).toBeNull();
  });
});
