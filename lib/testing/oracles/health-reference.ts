import type { HealthCheck, HealthMoment } from '#lib/domain/health/health-machine';
import type { Health } from '#lib/domain/health/source-health';
import { MINUTE_MS } from '#lib/domain/durations';

/** The naive judge of the health machine: what the status is after each thing that happens to a source. */
export interface HealthReference {
  readonly check: (check: HealthCheck) => Health;
  readonly age: (moment: HealthMoment) => Health;
  /** When the status last changed, or was first known; null before the first check. */
  readonly changedAtMs: () => number | null;
  /** Whether the source is held for changing too often. */
  readonly isHeld: () => boolean;
}

/** One thing that happened; `kind` is null where only time passed. The instant is put back when the clock is. */
interface Happening {
  atMs: number;
  readonly kind: HealthCheck['kind'] | null;
  readonly status: Health;
  readonly isChange: boolean;
  readonly isHeld: boolean;
  readonly endsHold: boolean;
}

/** What the rules ask about, looked up in the whole past. */
interface Questions {
  readonly status: Health;
  readonly isHeld: boolean;
  /** Whether no check before this one did other than fail. */
  readonly isStarting: boolean;
  readonly newestTen: readonly HealthCheck['kind'][];
  readonly passes: Streak;
  readonly hards: Streak;
  readonly changedForMs: number;
}

/** How many of the newest checks are of one kind, and how long ago the first of them was. */
interface Streak {
  readonly count: number;
  readonly lastedMs: number;
}

/**
 * A health machine that keeps everything that ever happened and answers each question by looking back through it, written
 * from the rules and not from lib/domain/health/health-machine. Slow, and with no counter that could be wrong.
 */
export function createHealthReference(): HealthReference {
  const past: Happening[] = [];
  const happen = (moment: HealthMoment, check: HealthCheck | null): Health => {
    if (moment.atMs < (past.at(-1)?.atMs ?? 0)) {
      for (const one of past) one.atMs = Math.min(one.atMs, moment.atMs);
    }
    const happening = whatHappens(past, moment, check);
    past.push(happening);
    return happening.status;
  };
  return {
    check: (check) => happen(check, check),
    age: (moment) => happen(moment, null),
    changedAtMs: () => past.findLast(({ isChange }) => isChange)?.atMs ?? null,
    isHeld: () => past.at(-1)?.isHeld ?? false,
  };
}

function whatHappens(past: readonly Happening[], moment: HealthMoment, check: HealthCheck | null): Happening {
  const { atMs } = moment;
  const kind = check?.kind ?? null;
  const asked = questionsAbout(past, moment, kind);
  const endsHold = asked.isHeld && kind === 'pass' && asked.passes.lastedMs >= 10 * MINUTE_MS;
  const isHeld = asked.isHeld && !endsHold;
  const wanted = wantedStatus({ ...asked, isHeld }, moment, check);
  const isFifth = wanted !== asked.status && !endsHold && recentChanges(past, atMs) >= 4;
  const isFirstCheck = kind !== null && past.every((one) => one.kind === null);
  const isGone = ['stale', 'expired', 'none'].includes(moment.age);
  const status = isFifth && !isHeld && !isGone ? 'degraded' : wanted;
  const isChange = isFirstCheck || (status !== asked.status && past.some((one) => one.kind !== null));
  return { atMs, kind, status, isChange, isHeld: isHeld || isFifth, endsHold };
}

function questionsAbout(
  past: readonly Happening[],
  { atMs }: HealthMoment,
  kind: HealthCheck['kind'] | null,
): Questions {
  const newest = past.at(-1);
  const change = past.findLast(({ isChange }) => isChange);
  const newestTen: HealthCheck['kind'][] = kind === null ? [] : [kind];
  for (let index = past.length - 1; index >= 0 && newestTen.length < 10; index -= 1) {
    const earlier = past[index]?.kind;
    if (earlier) newestTen.push(earlier);
  }
  return {
    status: newest?.status ?? 'outage',
    isHeld: newest?.isHeld ?? false,
    isStarting: past.every((one) => one.kind === null || one.kind === 'hard'),
    newestTen,
    passes: streakOf('pass', past, atMs, kind),
    hards: streakOf('hard', past, atMs, kind),
    changedForMs: change ? atMs - change.atMs : Infinity,
  };
}

function streakOf(
  wanted: HealthCheck['kind'],
  past: readonly Happening[],
  atMs: number,
  newest: HealthCheck['kind'] | null,
): Streak {
  if (newest !== null && newest !== wanted) return { count: 0, lastedMs: 0 };
  let count = newest === null ? 0 : 1;
  let sinceMs = atMs;
  for (let index = past.length - 1; index >= 0; index -= 1) {
    const earlier = past[index];
    if (!earlier?.kind) continue;
    if (earlier.kind !== wanted) break;
    count += 1;
    sinceMs = earlier.atMs;
  }
  return { count, lastedMs: atMs - sinceMs };
}

/** Changes of the last half hour, those before the end of the last hold and the first check's left out. */
function recentChanges(past: readonly Happening[], atMs: number): number {
  const sinceHold = past.slice(
    Math.max(
      0,
      past.findLastIndex(({ endsHold }) => endsHold),
    ),
  );
  const firstCheck = past.find(({ kind }) => kind !== null);
  return sinceHold.filter((one) => one.isChange && one !== firstCheck && atMs - one.atMs < 30 * MINUTE_MS)
    .length;
}

function wantedStatus(asked: Questions, moment: HealthMoment, check: HealthCheck | null): Health {
  const { status, isHeld, newestTen, passes, hards } = asked;
  const isLong = moment.intervalMs >= 10 * MINUTE_MS;
  if (moment.age !== 'fresh' && moment.age !== 'late') return 'outage';
  if (check === null && newestTen.length === 0) return 'degraded';
  if (hards.count >= (isLong ? 3 : 5) && hards.lastedMs >= (isHeld ? 10 : 2) * MINUTE_MS) return 'outage';
  if (status === 'operational' && moment.age === 'late') return 'degraded';
  if (check === null) return status;
  const isWell = moment.age === 'fresh' && !check.isQuarantineLong;
  if (asked.isStarting) return check.kind === 'pass' && isWell ? 'operational' : 'degraded';
  if (status === 'outage') return check.kind === 'hard' ? 'outage' : 'degraded';
  if (status === 'degraded') {
    const isProven = passes.count >= (isLong ? 2 : 3) && passes.lastedMs >= MINUTE_MS;
    return isWell && !isHeld && isProven && asked.changedForMs >= MINUTE_MS ? 'operational' : 'degraded';
  }
  const faults = newestTen.filter((kind) => kind !== 'pass');
  const isRow = newestTen[0] !== 'pass' && newestTen[1] !== undefined && newestTen[1] !== 'pass';
  const isFaulty = isRow || (newestTen[0] !== 'pass' && faults.length >= 3);
  return isFaulty || check.isQuarantineLong ? 'degraded' : 'operational';
}
