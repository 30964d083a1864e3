import type { CheckKind } from './check-kind.ts';
import type { Health } from './source-health.ts';
import type { AgeState } from '#lib/domain/calendars/staleness';
import { MINUTE_MS } from '#lib/domain/durations';

/** Consecutive checks of one kind. */
export interface CheckRun {
  readonly kind: CheckKind;
  readonly count: number;
  /** The instant of the first of them. */
  readonly sinceMs: number;
}

/** Everything the machine remembers of a source: plain JSON, so that it survives a restart. Instants in epoch milliseconds. */
export interface HealthState {
  readonly status: Health;
  /** Whether every check so far failed, or there was none. */
  readonly isStarting: boolean;
  /** When `status` last changed, or was first known; null before the first check. */
  readonly changedAtMs: number | null;
  /** The last ten checks, newest last. */
  readonly checks: readonly CheckKind[];
  /** The run that the newest check belongs to; null before the first check. */
  readonly run: CheckRun | null;
  /** The last four changes of `status` since the last hold ended, newest last. */
  readonly recentChangesMs: readonly number[];
  /** Since when the source is held at degraded for changing too often; null when it is not. */
  readonly heldSinceMs: number | null;
}

/** The state of a source that was never checked; `afterAge` says how it is doing at a moment. */
export const UNCHECKED: HealthState = {
  status: 'outage',
  isStarting: true,
  changedAtMs: null,
  checks: [],
  run: null,
  recentChangesMs: [],
  heldSinceMs: null,
};

/** What is known of a source at an instant besides its checks. */
export interface HealthMoment {
  readonly atMs: number;
  /** The pause between two checks of this source as it is polled now. */
  readonly intervalMs: number;
  /** The age of its newest figure; `none` when there is no figure at all. */
  readonly age: AgeState | 'none';
}

/** One check, and the moment at which it ended. */
export interface HealthCheck extends HealthMoment {
  readonly kind: CheckKind;
  /** Whether some pair has been in quarantine for more than three polls. */
  readonly isQuarantineLong: boolean;
}

/** From this interval on fewer checks decide: five of them would take most of an hour. */
const LONG_INTERVAL_MS = 10 * MINUTE_MS;
/** Checks that the machine looks back on. */
export const CHECKS_KEPT = 10;
/** Checks other than passes that degrade: in a row, and among the checks kept. */
const FAULTS_IN_A_ROW = 2;
const FAULTS_KEPT = 3;
const HARDS_TO_OUTAGE = { short: 5, long: 3 } as const;
const OUTAGE_AFTER_MS = 2 * MINUTE_MS;
const PASSES_TO_RECOVER = { short: 3, long: 2 } as const;
const RECOVER_AFTER_MS = MINUTE_MS;
/** Changes allowed within a time; with one more the source is held until it has behaved in one way for long enough. */
const CHANGES_ALLOWED = 4;
const CHANGES_WITHIN_MS = 30 * MINUTE_MS;
/** How long a source that changed too often has to behave before it is trusted again. */
export const HOLD_MS = 10 * MINUTE_MS;

/**
 * The state after a check. In this order:
 *
 * 1. The newest figure is stale, expired or missing: outage, whatever else is true.
 * 2. Five hard checks in a row (three at an interval of 10 min or more), the first at least 2 min ago: outage.
 * 3. While no check has done other than fail: degraded, as stored figures are served; the first that passes lifts to
 *    operational where the figure is fresh and nothing is long in quarantine. Later a pass or soft check lifts from outage to
 *    degraded, one step a check.
 * 4. From operational: degraded when the figure is late, a pair is long in quarantine, or this check is no pass and
 *    either the one before was none or it is the third among the last ten. A passing check never degrades, so that
 *    the three passes of a recovery are not undone by older faults among the ten.
 * 5. From degraded: operational when the figure is fresh, nothing is long in quarantine, the last three checks passed
 *    (two at an interval of 10 min or more), the first of the run of passes at least 60 s ago, and the last change too.
 *
 * A change that would be the fifth within 30 min puts the source on hold: it goes, or stays, at degraded instead. The
 * first check of all is no change: before it nothing was known. While
 * held, rules 2 and 5 also ask that the run of hard or passing checks is 10 min old, so that a dead source is not
 * called degraded for ever; rule 1 always holds. A pass whose run is 10 min old ends the hold and forgets the changes.
 * An instant in the past (the clock was set back) makes what is remembered as later happen at that instant.
 */
export function afterCheck(state: HealthState, check: HealthCheck): HealthState {
  const before = notAfter(state, check.atMs);
  const checked: HealthState = {
    ...before,
    checks: [...before.checks, check.kind].slice(-CHECKS_KEPT),
    run: extendedRun(before.run, check),
  };
  const ended = isHoldOver(checked, check.atMs)
    ? { ...checked, heldSinceMs: null, recentChangesMs: [] }
    : checked;
  const after = changed(ended, statusAfterCheck(ended, check), check);
  const known = { ...after, isStarting: state.isStarting && check.kind === 'hard' };
  return state.run === null ? { ...known, changedAtMs: check.atMs, recentChangesMs: [] } : known;
}

/**
 * The state when time has passed without a check. Time alone never improves a state: a late figure degrades, a stale
 * one is an outage, and so is a run of hard checks (long enough by count) once it is 2 min old. A source that was never
 * checked is degraded while it has a figure to serve, else in outage, and that is no change.
 */
export function afterAge(state: HealthState, moment: HealthMoment): HealthState {
  if (state.run === null) return { ...state, status: isCurrent(moment) ? 'degraded' : 'outage' };
  const before = notAfter(state, moment.atMs);
  return changed(before, statusAfterTime(before, moment), moment);
}

function statusAfterCheck(state: HealthState, check: HealthCheck): Health {
  if (!isCurrent(check) || isDown(state, check)) return 'outage';
  if (state.isStarting) return check.kind === 'pass' && isSound(check) ? 'operational' : 'degraded';
  switch (state.status) {
    case 'outage':
      return check.kind === 'hard' ? 'outage' : 'degraded';
    case 'operational':
      return check.age === 'late' || check.isQuarantineLong || hasFaults(state) ? 'degraded' : 'operational';
    case 'degraded':
      return hasRecovered(state, check) ? 'operational' : 'degraded';
    default:
      return state.status satisfies never;
  }
}

function statusAfterTime(state: HealthState, moment: HealthMoment): Health {
  if (!isCurrent(moment) || isDown(state, moment)) return 'outage';
  return state.status === 'operational' && moment.age === 'late' ? 'degraded' : state.status;
}

function isCurrent({ age }: HealthMoment): boolean {
  return age === 'fresh' || age === 'late';
}

function isSound({ age, isQuarantineLong }: HealthCheck): boolean {
  return age === 'fresh' && !isQuarantineLong;
}

function isDown(
  state: HealthState,
  { atMs, intervalMs }: Pick<HealthMoment, 'atMs' | 'intervalMs'>,
): boolean {
  const { run } = state;
  if (run?.kind !== 'hard' || run.count < HARDS_TO_OUTAGE[paceOf(intervalMs)]) return false;
  return atMs - run.sinceMs >= patienceMs(state);
}

function patienceMs({ heldSinceMs }: HealthState): number {
  return heldSinceMs === null ? OUTAGE_AFTER_MS : HOLD_MS;
}

/** The instant at which time alone made a run of hard checks an outage, in epoch milliseconds; null where none did. */
export function downSinceMs(
  state: HealthState,
  moment: Pick<HealthMoment, 'atMs' | 'intervalMs'>,
): number | null {
  if (state.run === null || !isDown(state, moment)) return null;
  return state.run.sinceMs + patienceMs(state);
}

function hasFaults({ checks }: HealthState): boolean {
  if (checks.at(-1) === 'pass') return false;
  const isRow = checks.length >= FAULTS_IN_A_ROW && !checks.slice(-FAULTS_IN_A_ROW).includes('pass');
  return isRow || checks.filter((kind) => kind !== 'pass').length >= FAULTS_KEPT;
}

function hasRecovered({ run, changedAtMs, heldSinceMs }: HealthState, check: HealthCheck): boolean {
  if (heldSinceMs !== null || !isSound(check) || run?.kind !== 'pass') return false;
  if (run.count < PASSES_TO_RECOVER[paceOf(check.intervalMs)]) return false;
  const changedForMs = changedAtMs === null ? Infinity : check.atMs - changedAtMs;
  return check.atMs - run.sinceMs >= RECOVER_AFTER_MS && changedForMs >= RECOVER_AFTER_MS;
}

function isHoldOver({ run, heldSinceMs }: HealthState, atMs: number): boolean {
  return heldSinceMs !== null && run?.kind === 'pass' && atMs - run.sinceMs >= HOLD_MS;
}

function paceOf(intervalMs: number): 'short' | 'long' {
  return intervalMs >= LONG_INTERVAL_MS ? 'long' : 'short';
}

function extendedRun(run: CheckRun | null, { kind, atMs }: HealthCheck): CheckRun {
  return run?.kind === kind ? { ...run, count: run.count + 1 } : { kind, count: 1, sinceMs: atMs };
}

/** Makes the change that is due, or begins a hold where it is one too many. */
function changed(state: HealthState, due: Health, moment: HealthMoment): HealthState {
  if (due === state.status) return state;
  const recent = state.recentChangesMs.filter((changeMs) => moment.atMs - changeMs < CHANGES_WITHIN_MS);
  const isTooOften = recent.length >= CHANGES_ALLOWED;
  const heldSinceMs = state.heldSinceMs ?? (isTooOften ? moment.atMs : null);
  const status = isTooOften && isCurrent(moment) && state.heldSinceMs === null ? 'degraded' : due;
  if (status === state.status) return { ...state, heldSinceMs };
  return {
    ...state,
    status,
    changedAtMs: moment.atMs,
    recentChangesMs: [...state.recentChangesMs, moment.atMs].slice(-CHANGES_ALLOWED),
    heldSinceMs,
  };
}

function notAfter(state: HealthState, atMs: number): HealthState {
  const { changedAtMs, run, heldSinceMs } = state;
  return {
    ...state,
    changedAtMs: changedAtMs === null ? null : Math.min(changedAtMs, atMs),
    run: run && { ...run, sinceMs: Math.min(run.sinceMs, atMs) },
    recentChangesMs: state.recentChangesMs.map((changeMs) => Math.min(changeMs, atMs)),
    heldSinceMs: heldSinceMs === null ? null : Math.min(heldSinceMs, atMs),
  };
}
