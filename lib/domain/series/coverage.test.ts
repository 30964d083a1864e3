import { describe, expect, it } from 'vitest';
import { addDays, type IsoDay, isoDayOf, weekdayOf } from '#lib/domain/iso-day';
import { FACTS as ECB } from '#lib/sources/ecb/facts';
import { coverageOf, expectedDays } from './coverage.ts';

const MONDAY = isoDayOf(new Date('2026-04-06'));
const weekdays = { isExpected: (day: IsoDay) => weekdayOf(day) % 6 !== 0, until: addDays(MONDAY, 11) };

function days(...offsets: readonly number[]): readonly IsoDay[] {
  return offsets.map((offset) => addDays(MONDAY, offset));
}

describe('the coverage of a series', () => {
  it('counts figures, expected days, and what is missing with its reason', () => {
    const own = days(0, 1, 4, 5, 10, 11);
    const source = new Set(days(0, 1, 2, 4, 5, 7, 8, 10, 11));
    expect(coverageOf(own, source, weekdays, {})).toEqual({
      firstDay: MONDAY,
      lastDay: addDays(MONDAY, 11),
      count: 6,
      expected: 10,
      missing: [
        { ...spanOf(2, 2), days: 1, reason: 'pair' },
        { ...spanOf(3, 3), days: 1, reason: 'source' },
        { ...spanOf(7, 8), days: 2, reason: 'pair' },
        { ...spanOf(9, 9), days: 1, reason: 'source' },
      ],
    });
  });

  it('joins days over a weekend, and ends with a currency that ended', () => {
    const { missing, expected } = coverageOf(days(0), new Set(), weekdays, { until: addDays(MONDAY, 8) });
    expect(missing).toEqual([{ ...spanOf(1, 8), days: 6, reason: 'source' }]);
    expect(expected).toBe(7);
  });

  it('is that of a range, whose first day may be missing', () => {
    const range = { from: addDays(MONDAY, 2), until: addDays(MONDAY, 4) };
    expect(coverageOf(days(0, 1, 4, 5), new Set(), weekdays, range)).toEqual({
      ...spanOf(4, 4),
      count: 1,
      expected: 3,
      missing: [{ ...spanOf(2, 3), days: 2, reason: 'source' }],
    });
  });

  it('is nothing where nothing is stored', () => {
    const nothing = { firstDay: null, lastDay: null, count: 0, expected: 0, missing: [] };
    expect(coverageOf([], new Set(days(0)), weekdays, {})).toEqual(nothing);
  });
});

describe('the days on which figures are expected', () => {
  it.each([
    ['2026-04-14T08:00:00Z', '2026-04-13'],
    ['2026-04-14T14:05:00Z', '2026-04-13'],
    ['2026-04-14T15:30:00Z', '2026-04-14'],
    ['2026-04-06T12:00:00Z', '2026-04-02'],
  ])('of the ECB at %s end with %s, the last one that was due', (now, until) => {
    const { isExpected, until: last } = expectedDays(ECB, new Date(now));
    expect(last).toBe(until);
    expect(isExpected(isoDayOf(new Date('2026-04-06'))), 'Easter Monday').toBe(false);
  });

  it.each([
    ['always', true],
    ['forex', false],
  ] as const)('of a market that is open %s end yesterday', (market, onSunday) => {
    const ages = { lateMs: 1, staleMs: 2, hardLimitMs: 3 };
    const source = { id: 'web-finance', name: 'A page', base: 'USD', cadence: 'tick', market, ages } as const;
    const { isExpected, until } = expectedDays(source, new Date('2026-04-14T08:00:00Z'));
    expect(until).toBe('2026-04-13');
    expect(isExpected(isoDayOf(new Date('2026-04-12')))).toBe(onSunday);
    expect(isExpected(isoDayOf(new Date('2026-04-13')))).toBe(true);
  });
});

function spanOf(first: number, last: number) {
  return { firstDay: addDays(MONDAY, first), lastDay: addDays(MONDAY, last) };
}
