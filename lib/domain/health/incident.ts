import type { CheckKind } from './check-kind.ts';
import type { FaultCause } from './fault-cause.ts';
import { HOLD_MS } from './health-machine.ts';
import type { Health } from './source-health.ts';

/** A state that is not well. */
export type FaultState = Exclude<Health, 'operational'>;

/** A time in which a source was not operational, from one check on. Instants in epoch milliseconds of the service's clock. */
export interface Incident {
  readonly source: string;
  /** When the source left operational, or was first checked. Never changes, so it names the incident. */
  readonly openedAtMs: number;
  /** When it became operational again; null while it is not. */
  readonly closedAtMs: number | null;
  readonly worst: FaultState;
  /** What it was in its worst state for last, and the reason of the check that said so; null where none is known. */
  readonly cause: FaultCause | null;
  readonly reason: string | null;
  /** The first and the last check that failed; null when every check passed and the figures alone were late. */
  readonly firstFailedAtMs: number | null;
  readonly lastFailedAtMs: number | null;
  /** Checks that failed, the first one of `firstFailedAtMs` included. */
  readonly failures: number;
  /** When the source's state or its cause last changed: the incident opened, grew worse or better, or closed. Further failures alone change it not. */
  readonly updatedAtMs: number;
}

/** What a check made of its source. */
export interface IncidentStep {
  readonly source: string;
  readonly atMs: number;
  readonly status: Health;
  /** Since when the source has that state. */
  readonly changedAtMs: number;
  readonly hasFailed: boolean;
  readonly cause: FaultCause | null;
  readonly reason: string | null;
  /** Whether its state is another than before. */
  readonly isOtherState: boolean;
  /** Whether its state is the same and its cause another; see `isOtherCause` of fault-cause.ts. */
  readonly isOtherCause: boolean;
  /** The failed checks that led here, this one included; see {@link failuresBefore}. Read only where an incident opens or opens again. */
  readonly row: FailureRow;
}

/** Failed checks of a row. */
export interface FailureRow {
  readonly firstAtMs: number | null;
  readonly count: number;
}

/** No check failed. */
export const NO_FAILURES: FailureRow = { firstAtMs: null, count: 0 };

/** A source that falls back this soon after it recovered goes on with the same incident: as long as a hold lasts. */
export const REOPEN_WITHIN_MS = HOLD_MS;

/**
 * The incident of a source after a check; null where there is none to write. `newest` is the newest one so far.
 *
 * 1. Leaving operational opens an incident, or opens the newest one again when that closed less than ten minutes ago.
 * 2. It closes in the instant at which the source becomes operational.
 * 3. Between the two every check counts towards it, across restarts, and while nobody looks it stays open.
 * 4. Nothing opens with a source that is only on its way back: what it comes back from was either an incident that is still
 *    open, or a time in which this service was off and its figures aged for want of a reader.
 *
 * So every other time in degraded or outage belongs to exactly one incident, and one without an end is still going on.
 */
export function incidentAfter(newest: Incident | null, step: IncidentStep): Incident | null {
  const open = newest?.closedAtMs === null ? newest : null;
  if (step.status === 'operational') {
    return (
      open && {
        ...open,
        closedAtMs: Math.max(step.changedAtMs, open.openedAtMs),
        updatedAtMs: updatedBy(open, step),
      }
    );
  }
  if (open) return goneOn(open, step, step.hasFailed ? { firstAtMs: step.atMs, count: 1 } : NO_FAILURES);
  if (isComingBack(step)) return null;
  if (newest?.closedAtMs != null && step.changedAtMs - newest.closedAtMs < REOPEN_WITHIN_MS) {
    return goneOn({ ...newest, closedAtMs: null }, step, step.row);
  }
  return {
    source: step.source,
    openedAtMs: step.changedAtMs,
    closedAtMs: null,
    worst: step.status,
    cause: step.cause,
    reason: step.reason,
    firstFailedAtMs: step.row.firstAtMs,
    lastFailedAtMs: step.hasFailed ? step.atMs : null,
    failures: step.row.count,
    updatedAtMs: step.changedAtMs,
  };
}

/** A source that recovers or is held for changing too often, and whose newest check passed. */
function isComingBack({ cause, hasFailed }: IncidentStep): boolean {
  return !hasFailed && (cause === 'recovering' || cause === 'unsteady');
}

/** A clock that was set back makes no update older than the one before. */
function updatedBy({ updatedAtMs }: Incident, { changedAtMs, atMs, isOtherCause }: IncidentStep): number {
  return Math.max(updatedAtMs, isOtherCause ? atMs : changedAtMs);
}

function goneOn(incident: Incident, step: IncidentStep, row: FailureRow): Incident {
  const { status, cause, reason, atMs } = step;
  const counted = {
    ...incident,
    firstFailedAtMs: incident.firstFailedAtMs ?? row.firstAtMs,
    lastFailedAtMs: step.hasFailed ? atMs : incident.lastFailedAtMs,
    failures: incident.failures + row.count,
    updatedAtMs: updatedBy(incident, step),
  };
  const isWorse = incident.worst === 'degraded' && status === 'outage';
  const isWorstAgain = incident.worst === status && (step.isOtherCause || step.isOtherState);
  return isWorse || isWorstAgain ? { ...counted, worst: status, cause, reason } : counted;
}

/** A check as the row is found from. */
export interface CheckMade {
  readonly atMs: number;
  readonly kind: CheckKind;
}

/**
 * The failed checks that opened an incident, found in the newest checks (newest first): the unbroken row that ends with the
 * newest; where that is a single check, every failed one of them, because then it was the third among the last ten.
 */
export function failuresBefore(newest: readonly CheckMade[]): FailureRow {
  if (newest[0] === undefined || newest[0].kind === 'pass') return NO_FAILURES;
  const end = newest.findIndex(({ kind }) => kind === 'pass');
  const row = end === -1 ? newest : newest.slice(0, end);
  const failed = row.length > 1 ? row : newest.filter(({ kind }) => kind !== 'pass');
  return { firstAtMs: failed.at(-1)?.atMs ?? null, count: failed.length };
}

/** The name of an incident in addresses: `ecb-20261119T163000Z`. The second is enough: two are ten minutes apart. */
export function incidentId({ source, openedAtMs }: Pick<Incident, 'source' | 'openedAtMs'>): string {
  const compact = new Date(openedAtMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${source}-${compact}`;
}
