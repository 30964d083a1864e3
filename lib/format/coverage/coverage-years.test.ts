import { describe, expect, it } from 'vitest';
import { coverageYears, missingDays, missingTexts } from './coverage-years.ts';

const COVERAGE = {
  source: 'ecb' as const,
  base: 'EUR',
  quote: 'USD',
  firstDay: '2025-11-03',
  lastDay: '2026-02-27',
  missing: [
    { firstDay: '2025-12-30', lastDay: '2026-01-02', days: 3, reason: 'source' as const },
    { firstDay: '2026-02-05', lastDay: '2026-02-05', days: 1, reason: 'pair' as const },
  ],
};
const DAYS = new Map([
  ['2025-11', 20],
  ['2025-12', 19],
  ['2026-01', 20],
  ['2026-02', 19],
]);

describe('the years of a history', () => {
  it('are newest first, with the days of each month, and nothing before its first or after its last day', () => {
    const [newest, oldest, ...others] = coverageYears(COVERAGE, DAYS);
    expect(others).toEqual([]);
    expect([newest?.year, newest?.days]).toEqual(['2026', 39]);
    expect(newest?.months.map((month) => month?.days ?? null)).toEqual([20, 19, ...Array(10).fill(null)]);
    expect(oldest?.months.map((month) => month?.days ?? null)).toEqual([...Array(10).fill(null), 20, 19]);
  });

  it('mark each month that lacks days, also where a stretch goes on into the next', () => {
    const months = coverageYears(COVERAGE, DAYS).flatMap((year) => year.months);
    const lacking = months.filter((month) => month?.isLacking).map((month) => month?.code);
    expect(lacking.toSorted()).toEqual(['2025-12', '2026-01', '2026-02']);
  });

  it('have a month whose days are all missing, with none', () => {
    const ended = { firstDay: '2026-03-02', lastDay: '2026-04-30', days: 42, reason: 'source' as const };
    const [year] = coverageYears({ ...COVERAGE, missing: [ended] }, DAYS);
    expect(year?.months[3]).toEqual({ code: '2026-04', days: 0, isLacking: true });
  });

  it('are none without a figure', () => {
    expect(coverageYears({ firstDay: null, lastDay: null, missing: [] }, new Map())).toEqual([]);
  });
});

describe('missing days', () => {
  it('are told with their reason, and counted', () => {
    expect(COVERAGE.missing.map((one) => missingTexts(one, COVERAGE))).toEqual([
      {
        when: '30 Dec 2025 to 2 Jan 2026',
        count: '3 days',
        why: 'The European Central Bank has no figures at all for these days.',
      },
      {
        when: '5 Feb 2026',
        count: '1 day',
        why: 'The European Central Bank has figures of other pairs, but none of EUR/USD.',
      },
    ]);
    expect(missingDays(COVERAGE)).toBe(4);
  });
});
