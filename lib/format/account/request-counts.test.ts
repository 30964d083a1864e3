import { describe, expect, it } from 'vitest';
import {
  addCounts,
  axisTop,
  countRecent,
  requestDays,
  requestsSummary,
  shareText,
} from './request-counts.ts';

const NOON = Date.parse('2026-04-13T12:00:00Z');

describe('daily counts of requests', () => {
  it('end with the UTC day of now, whatever the hour', () => {
    for (const hour of ['00:00:00.000', '23:59:59.999']) {
      const days = requestDays([1, 2, 3], Date.parse(`2026-03-01T${hour}Z`));
      expect(days.map(({ day }) => day.toISOString())).toEqual([
        '2026-02-27T00:00:00.000Z',
        '2026-02-28T00:00:00.000Z',
        '2026-03-01T00:00:00.000Z',
      ]);
    }
  });

  it('are added day by day from today backwards, shorter lists too', () => {
    expect(addCounts([[1, 2, 3], [10]], 3)).toEqual([1, 2, 13]);
    expect(addCounts([], 2)).toEqual([0, 0]);
  });

  it('sum up the last days, today included', () => {
    expect(countRecent([9, 1, 2], 2)).toBe(3);
  });

  it('are told in words with the busiest day', () => {
    expect(requestsSummary([0, 3210, 120], NOON)).toBe(
      '3,330 requests in 3 days, most on 12 Apr 2026 (3,210), today 120',
    );
    expect(requestsSummary([0, 1], NOON)).toBe('1 request in 2 days, most on 13 Apr 2026 (1), today 1');
    expect(requestsSummary([0, 0], NOON)).toBe('No requests in 2 days');
  });
});

describe('the top of an axis', () => {
  it.each([
    [0, 10],
    [10, 10],
    [11, 12],
    [340, 400],
    [1000, 1000],
    [10_340, 12_000],
    [99_999, 100_000],
  ])('of %d at most is %d', (most, top) => {
    expect(axisTop(most)).toBe(top);
  });
});

describe('a part of a whole', () => {
  it.each([
    [34, 100, '34%'],
    [1, 1000, '< 1%'],
    [0, 1000, '0%'],
    [5, 5, '100%'],
    [0, 0, '–'],
  ])('%d of %d is %s', (count, total, text) => {
    expect(shareText(count, total)).toBe(text);
  });
});
