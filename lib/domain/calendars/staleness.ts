import { forexInstantAfter } from './forex-market.ts';
import type { IsoDay } from '#lib/domain/iso-day';
import { type FixingSchedule, nextReleaseDay } from './publication-calendar.ts';

/** How current a figure is, measured in its publisher's own cadence; `expired` is no longer served. */
export type AgeState = 'fresh' | 'late' | 'stale' | 'expired';

/** The instants at which a figure changes its age state; each state begins exactly at its instant. */
export interface AgeLimits {
  readonly lateAt: Date;
  readonly staleAt: Date;
  readonly expiresAt: Date;
}

/** The ages of a live quote at which each state begins, in milliseconds of the time that its market is open. */
export interface TickAges {
  readonly lateMs: number;
  readonly staleMs: number;
  readonly hardLimitMs: number;
}

/**
 * When the fixing of `observedOn` becomes late (the next release is missed), stale (two are missed) and expired. A
 * release is missed once its due instant plus the schedule's grace is past; the days that are released together count
 * once. `fixingAt` is the publisher's fixing instant of that day, UTC, from which the hard limit counts.
 * The ECB's Friday 2026-11-13 is late from Monday 17:30 Frankfurt time, stale from Tuesday 17:30. The Federal Reserve's
 * Friday, like its Monday to Thursday, is late when the release ten days after that Friday is a day overdue.
 */
export function ageLimits(schedule: FixingSchedule, observedOn: IsoDay, fixingAt: Date): AgeLimits {
  const next = nextReleaseDay(schedule, observedOn);
  const afterNext = nextReleaseDay(schedule, next);
  return {
    lateAt: missedAt(schedule, next),
    staleAt: missedAt(schedule, afterNext),
    expiresAt: new Date(fixingAt.getTime() + schedule.hardLimitMs),
  };
}

/**
 * When a live quote of `observedAt` becomes late, stale and expired. A market that is `always` open ages by the clock;
 * in the foreign exchange market only the time counts for which it is open, so that a closing figure ages no further
 * until it opens: a quote of Friday 16:50 New York time with 20 minutes to late is late on Sunday at 17:10.
 */
export function tickAgeLimits(ages: TickAges, market: 'always' | 'forex', observedAt: Date): AgeLimits {
  const after = (ageMs: number): Date =>
    market === 'forex' ? forexInstantAfter(observedAt, ageMs) : new Date(observedAt.getTime() + ageMs);
  return {
    lateAt: after(ages.lateMs),
    staleAt: after(ages.staleMs),
    expiresAt: after(ages.hardLimitMs),
  };
}

/** The age state at `now`. */
export function ageStateAt(limits: AgeLimits, now: Date): AgeState {
  if (now >= limits.expiresAt) return 'expired';
  if (now >= limits.staleAt) return 'stale';
  return now >= limits.lateAt ? 'late' : 'fresh';
}

function missedAt(schedule: FixingSchedule, day: IsoDay): Date {
  return new Date(schedule.dueAt(day).getTime() + schedule.graceMs);
}
