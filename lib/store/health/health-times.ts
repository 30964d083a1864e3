import { type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import type { Health } from '#lib/domain/health/source-health';

/** What the check before said of a source. */
export interface EarlierCheck {
  readonly atMs: number;
  readonly status: Health;
  readonly intervalMs: number;
}

/** What a check says of a source: its state, since when, and how soon the next check is due. */
export interface LaterCheck extends EarlierCheck {
  readonly changedAtMs: number;
}

/** Time that a source spent in a state on a UTC day. */
export interface StatusTime {
  readonly day: IsoDay;
  readonly status: Health;
  readonly ms: number;
}

/** A pause between two checks that a breaker may make; after a longer one nobody looked. */
const PAUSE_MS_MAX = 15 * 60_000;

/** Checks that may be missed before nobody looked. */
const MISSED_CHECKS_MAX = 3;

/**
 * The time between two checks by state and day: the earlier state until the change, the later one from there. Time after
 * which nobody looked counts for no state, so that a service that was off does not seem to have watched.
 */
export function statusTimes(earlier: EarlierCheck | null, later: LaterCheck): readonly StatusTime[] {
  if (!earlier) return [];
  const watchedMs = Math.max(PAUSE_MS_MAX, MISSED_CHECKS_MAX * earlier.intervalMs);
  const endMs = Math.min(later.atMs, earlier.atMs + watchedMs);
  const hasChanged = earlier.status !== later.status;
  const changeMs = hasChanged ? Math.min(Math.max(later.changedAtMs, earlier.atMs), endMs) : endMs;
  return [...byDay(earlier.status, earlier.atMs, changeMs), ...byDay(later.status, changeMs, endMs)];
}

/**
 * Whether a source was polled without a gap until an instant, so that figures which aged meanwhile aged at the publisher's
 * and not for want of a reader. Stricter than what counts as watched: a market's figures are stale before fifteen minutes are over.
 */
export function wasPolledUntil({ atMs, intervalMs }: EarlierCheck, untilMs: number): boolean {
  return untilMs - atMs <= MISSED_CHECKS_MAX * intervalMs;
}

function byDay(status: Health, fromMs: number, toMs: number): readonly StatusTime[] {
  const times: StatusTime[] = [];
  let startMs = fromMs;
  while (startMs < toMs) {
    const day = isoDayOf(new Date(startMs));
    const endMs = Math.min(toMs, startOfDay(day).getTime() + DAY_MS);
    times.push({ day, status, ms: endMs - startMs });
    startMs = endMs;
  }
  return times;
}
