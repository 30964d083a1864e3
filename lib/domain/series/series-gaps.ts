import { forexOpenMs } from '#lib/domain/calendars/forex-market';
import { isWeekend } from '#lib/domain/calendars/holiday-rules';
import { addDays, dayNumber, type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import type { SeriesRhythm } from './series-gaps-rhythm.ts';

/**
 * Why a stretch of a series has no point. `weekend`: only days on which nothing is published by habit, Saturday and
 * Sunday among them and no other. `holiday`: closed days, at least one of them a weekday. `missing`: figures were due and
 * there are none, an outage here or there. `not-yet`: the figures are not due yet. `before`: the series begins later.
 */
export type GapKind = 'weekend' | 'holiday' | 'missing' | 'not-yet' | 'before';

/** A stretch without points between two points, or between a point and an end of the range. */
export interface SeriesGap {
  readonly kind: GapKind;
  /** The days without a figure, inclusive; of `missing` only from the first to the last day on which one was due. */
  readonly firstDay: IsoDay;
  readonly lastDay: IsoDay;
  /** The instants of the points around it in epoch milliseconds; null at an end of the range. */
  readonly afterMs: number | null;
  readonly beforeMs: number | null;
  /** Of `not-yet` when the next figure is due, else null. */
  readonly dueAt: Date | null;
}

/** The asked range: days inclusive, null where it is open; `now` is the service's clock. */
export interface GapRange {
  readonly fromDay: IsoDay | null;
  readonly toDay: IsoDay | null;
  readonly now: Date;
}

/** Points closer than this are several a day, and then a day is too coarse to look for gaps in. */
const INTRADAY_BELOW_MS = 20 * 3_600_000;

/** Enough for a median. */
const STEPS_SAMPLED = 400;

/** So many usual steps without a point are a gap. */
const STEPS_OF_A_GAP = 3;

/** The gaps of a series (instants ascending, epoch milliseconds) in time order. */
export function findGaps(
  instantsMs: readonly number[],
  rhythm: SeriesRhythm,
  range: GapRange,
): readonly SeriesGap[] {
  const stepMs = usualStepMs(instantsMs);
  const between = isIntraday(instantsMs) ? gapOfHours(rhythm, stepMs) : gapOfDays(rhythm);
  const gaps: SeriesGap[] = leadingGap(instantsMs, rhythm, range);
  for (let index = 1; index < instantsMs.length; index += 1) {
    const gap = between(instantsMs[index - 1] ?? 0, instantsMs[index] ?? 0);
    if (gap) gaps.push(gap);
  }
  return [...gaps, ...trailingGaps(instantsMs, rhythm, range)];
}

/** Whether a series (instants ascending, epoch milliseconds) has several points a day, or all of them on one. */
export function isIntraday(instantsMs: readonly number[]): boolean {
  const [firstMs = 0] = instantsMs;
  const lastMs = instantsMs.at(-1) ?? 0;
  return dayOf(firstMs) === dayOf(lastMs)
    ? lastMs > firstMs
    : instantsMs.length > 2 && usualStepMs(instantsMs) < INTRADAY_BELOW_MS;
}

/** The median distance of neighbouring points, of long series by a sample. */
function usualStepMs(instantsMs: readonly number[]): number {
  const every = Math.max(1, Math.floor(instantsMs.length / STEPS_SAMPLED));
  const steps: number[] = [];
  for (let index = 1; index < instantsMs.length; index += every) {
    steps.push((instantsMs[index] ?? 0) - (instantsMs[index - 1] ?? 0));
  }
  steps.sort((one, other) => one - other);
  return steps[steps.length >> 1] ?? DAY_MS;
}

type GapBetween = (afterMs: number, beforeMs: number) => SeriesGap | null;

function gapOfDays(rhythm: SeriesRhythm): GapBetween {
  const keepsWeekends = rhythm.kind === 'fixing' || rhythm.kind === 'forex';
  return (afterMs, beforeMs) => {
    // Neighbouring days, and Friday and Monday, are nearly all there is in a history of 27 years, and cheap to see.
    const afterDay = dayNumber(afterMs);
    const distance = dayNumber(beforeMs) - afterDay;
    if (distance <= 1) return null;
    if (distance === 3 && isEpochFriday(afterDay) && keepsWeekends) {
      const [firstDay, lastDay] = [dayOf((afterDay + 1) * DAY_MS), dayOf((afterDay + 2) * DAY_MS)];
      return { kind: 'weekend', firstDay, lastDay, afterMs, beforeMs, dueAt: null };
    }
    const days = daysFrom(addDays(dayOf(afterMs), 1), addDays(dayOf(beforeMs), -1));
    const [firstDay, lastDay] = ends(days);
    if (firstDay === undefined || lastDay === undefined) return null;
    const [firstDue, lastDue] = ends(days.filter(rhythm.isOpenDay));
    const around = { afterMs, beforeMs, dueAt: null };
    if (firstDue !== undefined && lastDue !== undefined) {
      return { kind: 'missing', firstDay: firstDue, lastDay: lastDue, ...around };
    }
    return { kind: days.every(isWeekend) ? 'weekend' : 'holiday', firstDay, lastDay, ...around };
  };
}

/** The first day of the epoch was a Thursday. */
function isEpochFriday(epochDay: number): boolean {
  return epochDay % 7 === 1;
}

function gapOfHours(rhythm: SeriesRhythm, stepMs: number): GapBetween {
  const patienceMs = STEPS_OF_A_GAP * stepMs;
  return (afterMs, beforeMs) => {
    if (beforeMs - afterMs <= patienceMs) return null;
    const openMs =
      rhythm.kind === 'forex' ? forexOpenMs(new Date(afterMs), new Date(beforeMs)) : beforeMs - afterMs;
    const days = { firstDay: dayOf(afterMs), lastDay: dayOf(beforeMs) };
    const closed = daysFrom(days.firstDay, days.lastDay).some(isWeekend) ? 'weekend' : 'holiday';
    return { kind: openMs > patienceMs ? 'missing' : closed, ...days, afterMs, beforeMs, dueAt: null };
  };
}

function leadingGap(instantsMs: readonly number[], rhythm: SeriesRhythm, { fromDay }: GapRange): SeriesGap[] {
  const [firstMs] = instantsMs;
  if (firstMs === undefined || fromDay === null || dayOf(firstMs) <= fromDay) return [];
  const lastDay = addDays(dayOf(firstMs), -1);
  const isDue = daysFrom(fromDay, lastDay).some(rhythm.isOpenDay);
  const gap = { firstDay: fromDay, lastDay, afterMs: null, beforeMs: firstMs, dueAt: null };
  return isDue ? [{ kind: 'before', ...gap }] : [];
}

/** What follows the last point up to the end of the range, or to today where that is earlier. */
function trailingGaps(
  instantsMs: readonly number[],
  rhythm: SeriesRhythm,
  { toDay, now }: GapRange,
): readonly SeriesGap[] {
  const lastMs = instantsMs.at(-1);
  const today = isoDayOf(now);
  const until = toDay === null || toDay > today ? today : toDay;
  if (lastMs === undefined || dayOf(lastMs) >= until) return [];
  const open = daysFrom(addDays(dayOf(lastMs), 1), until).filter(rhythm.isOpenDay);
  const isMissing = (day: IsoDay) => rhythm.dueAt(day).getTime() + rhythm.graceMs <= now.getTime();
  const around = { afterMs: lastMs, beforeMs: null };
  const [firstMissing, lastMissing] = ends(open.filter(isMissing));
  const [firstOpen, lastOpen] = ends(open.filter((day) => !isMissing(day)));
  return [
    ...(firstMissing === undefined || lastMissing === undefined
      ? []
      : [
          {
            kind: 'missing' as const,
            firstDay: firstMissing,
            lastDay: lastMissing,
            ...around,
            dueAt: null,
          },
        ]),
    ...(firstOpen === undefined || lastOpen === undefined
      ? []
      : [
          {
            kind: 'not-yet' as const,
            firstDay: firstOpen,
            lastDay: lastOpen,
            ...around,
            dueAt: rhythm.dueAt(firstOpen),
          },
        ]),
  ];
}

function ends<T>(values: readonly T[]): readonly [T | undefined, T | undefined] {
  return [values[0], values.at(-1)];
}

function dayOf(atMs: number): IsoDay {
  return isoDayOf(new Date(atMs));
}

/** Both inclusive; empty when `last` is before `first`. */
function daysFrom(first: IsoDay, last: IsoDay): readonly IsoDay[] {
  const count = (startOfDay(last).getTime() - startOfDay(first).getTime()) / DAY_MS + 1;
  return Array.from({ length: Math.max(0, count) }, (_, offset) => addDays(first, offset));
}
