import { describe, expect, it } from 'vitest';
import { isWeekend } from '#lib/domain/calendars/holiday-rules';
import type { IsoDay } from '#lib/domain/iso-day';
import { atPeriodEnds, findPeriodGaps } from './period-series.ts';

const at = (text: string) => Date.parse(`${text}T12:10:00Z`);
const daysOf = (instantsMs: readonly number[]) =>
  instantsMs.map((atMs) => new Date(atMs).toISOString().slice(0, 10));
const rhythm = { isOpenDay: (day: IsoDay) => !isWeekend(day) };

describe('atPeriodEnds', () => {
  it('puts each figure at the last day of its period, and the last one no later than the end', () => {
    const series = { instantsMs: [at('2026-02-02'), at('2026-03-31'), at('2026-04-02')], rates: [1, 2, 3] };
    const placed = atPeriodEnds(series, 'month', at('2026-04-14'));
    expect(daysOf(placed.instantsMs)).toEqual(['2026-02-28', '2026-03-31', '2026-04-14']);
    expect(placed.rates).toEqual([1, 2, 3]);
  });

  it('leaves a figure of after the end at its own day', () => {
    const series = { instantsMs: [at('2026-04-15')], rates: [1] };
    expect(daysOf(atPeriodEnds(series, 'year', at('2026-04-14')).instantsMs)).toEqual(['2026-04-15']);
  });
});

describe('findPeriodGaps', () => {
  it('finds periods without any figure that were due', () => {
    const gaps = findPeriodGaps([at('2026-01-30'), at('2026-04-01'), at('2026-05-04')], rhythm, 'month');
    expect(gaps).toEqual([
      {
        kind: 'missing',
        firstDay: '2026-02-01',
        lastDay: '2026-03-31',
        afterMs: at('2026-01-30'),
        beforeMs: at('2026-04-01'),
        dueAt: null,
      },
    ]);
  });

  it('takes periods on whose days nothing was due for none', () => {
    const closed = { isOpenDay: () => false };
    expect(findPeriodGaps([at('2026-01-05'), at('2026-01-26')], closed, 'week')).toEqual([]);
  });
});
