import { describe, expect, it } from 'vitest';
import { monthCourse } from './month-course.ts';

const DAYS = ['2026-03-03', '2026-03-04'];

describe('the course of a month', () => {
  it('is that of the days where the change is measured from one of them', () => {
    expect(monthCourse(DAYS, { points: [1, null], earlier: [] })).toEqual({ days: DAYS, points: [1, null] });
  });

  it('begins with the observation that the change is measured from, with every day in between', () => {
    const earlier = [
      { day: '2026-02-27', rate: 5 },
      { day: '2026-03-02', rate: 6 },
    ];
    expect(monthCourse(DAYS, { points: [1, 2], earlier })).toEqual({
      days: ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', ...DAYS],
      points: [5, null, null, 6, 1, 2],
    });
  });

  it('is nothing of no days', () => {
    expect(monthCourse([], { points: [], earlier: [{ day: '2026-02-27', rate: 5 }] })).toEqual({
      days: [],
      points: [],
    });
  });
});
