import type { IsoDay } from './iso-day.ts';
import { type FixingSchedule, nextPublicationDay } from './publication-calendar.ts';

/** How current a figure is, measured in its publisher's own cadence; `expired` is no longer served. */
export type AgeState = 'fresh' | 'late' | 'stale' | 'expired';

/** The instants at which a figure changes its age state; each state begins exactly at its instant. */
export interface AgeLimits {
  readonly lateAt: Date;
  readonly staleAt: Date;
  readonly expiresAt: Date;
}

/**
 * When the fixing of `observedOn` becomes late (the next publication is missed), stale (two are missed) and expired.
 * A publication is missed once its due instant plus the schedule's grace is past. `fixingAt` is the publisher's
 * fixing instant of that day, UTC, from which the hard limit counts.
 * The ECB's Friday 2026-11-13 is late from Monday 17:30 Frankfurt time, stale from Tuesday 17:30.
 */
export function ageLimits(schedule: FixingSchedule, observedOn: IsoDay, fixingAt: Date): AgeLimits {
  const next = nextPublicationDay(schedule, observedOn);
  const afterNext = nextPublicationDay(schedule, next);
  return {
    lateAt: missedAt(schedule, next),
    staleAt: missedAt(schedule, afterNext),
    expiresAt: new Date(fixingAt.getTime() + schedule.hardLimitMs),
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
