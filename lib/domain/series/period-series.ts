import { DAY_MS } from '#lib/domain/durations';
import { addDays, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import type { SeriesFigures } from './historical-series.ts';
import { type PeriodLength, type PeriodNote, periodOf } from './periods.ts';
import type { SeriesGap } from './series-gaps.ts';
import type { SeriesRhythm } from './series-gaps-rhythm.ts';

/** A series whose points may stand for periods: then `periods` has what each is made of. */
export interface PeriodSeries extends SeriesFigures {
  readonly periods?: readonly PeriodNote[];
}

/**
 * The figures of periods, each at the last day of its period (12:00 UTC), so that those of several sources stand under each
 * other; none after the day of `untilMs` (epoch milliseconds).
 */
export function atPeriodEnds(series: PeriodSeries, length: PeriodLength, untilMs: number): PeriodSeries {
  const until = isoDayOf(new Date(untilMs));
  const instantsMs = series.instantsMs.map((atMs) => {
    const day = isoDayOf(new Date(atMs));
    const { lastDay } = periodOf(day, length);
    // A figure of after the end, where a newer answer came between two minutes of the clock, stays at its own day.
    const end = lastDay <= until ? lastDay : day > until ? day : until;
    return startOfDay(end).getTime() + DAY_MS / 2;
  });
  return { ...series, instantsMs };
}

/** Periods in a row without any figure, although their days have some by the source's calendar. */
export function findPeriodGaps(
  instantsMs: readonly number[],
  { isOpenDay }: Pick<SeriesRhythm, 'isOpenDay'>,
  length: PeriodLength,
): readonly SeriesGap[] {
  return instantsMs.flatMap((beforeMs, index): readonly SeriesGap[] => {
    const afterMs = instantsMs[index - 1];
    if (afterMs === undefined) return [];
    const firstDay = addDays(periodOf(isoDayOf(new Date(afterMs)), length).lastDay, 1);
    const lastDay = addDays(periodOf(isoDayOf(new Date(beforeMs)), length).firstDay, -1);
    let day = firstDay;
    while (day <= lastDay && !isOpenDay(day)) day = addDays(day, 1);
    return day > lastDay ? [] : [{ kind: 'missing', firstDay, lastDay, afterMs, beforeMs, dueAt: null }];
  });
}
