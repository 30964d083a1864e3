import type { Kysely, Transaction } from 'kysely';
import { type FaultCause, isFaultCause } from '#lib/domain/health/fault-cause';
import { CHECKS_KEPT } from '#lib/domain/health/health-machine';
import {
  failuresBefore,
  type FailureRow,
  type Incident,
  incidentAfter,
  NO_FAILURES,
} from '#lib/domain/health/incident';
import type { CheckKind } from '#lib/domain/health/check-kind';
import type { Health } from '#lib/domain/health/source-health';
import type { Schema } from '#lib/store/engine/schema';

/** What a check that is being kept says to the incidents of its source. */
export interface IncidentCheck {
  readonly source: string;
  readonly atMs: number;
  /** `age` is no check: time alone changed the state. */
  readonly kind: CheckKind | 'age';
  readonly status: Health;
  readonly changedAtMs: number;
  readonly cause: FaultCause | null;
  readonly reason: string | null;
  /** Whether the state is the same as before and its cause another. */
  readonly isOtherCause: boolean;
  /** The state before; null before the first check. */
  readonly statusBefore: Health | null;
}

/** Moves the newest incident of a source on, within the transaction that keeps the check, after the check is in. */
export async function keepIncident(transaction: Transaction<Schema>, check: IncidentCheck): Promise<void> {
  const { source, status, statusBefore } = check;
  if (status === 'operational' && (statusBefore === null || statusBefore === 'operational')) return;
  const newest = await readNewest(transaction, source, check.atMs);
  const isOpening = newest?.closedAtMs !== null && status !== 'operational' && check.kind !== 'age';
  const written = incidentAfter(newest, {
    ...check,
    isOtherState: status !== statusBefore,
    hasFailed: check.kind === 'soft' || check.kind === 'hard',
    row: isOpening ? await readFailureRow(transaction, check, newest?.closedAtMs ?? -1) : NO_FAILURES,
  });
  if (written === null) return;
  const row = incidentRow(written);
  await transaction
    .insertInto('incident')
    .values(row)
    .onConflict((conflict) => conflict.columns(['source', 'opened_at']).doUpdateSet(row))
    .execute();
}

/** An incident as a row. */
export function incidentRow(incident: Incident): Schema['incident'] {
  return {
    source: incident.source,
    opened_at: incident.openedAtMs,
    closed_at: incident.closedAtMs,
    worst: incident.worst,
    cause: incident.cause,
    reason: incident.reason,
    first_failed_at: incident.firstFailedAtMs,
    last_failed_at: incident.lastFailedAtMs,
    failures: incident.failures,
    updated_at: incident.updatedAtMs,
  };
}

/** Which incidents: those of a source or of all, at any time between two instants, the newest of them. */
export interface IncidentQuery {
  readonly source?: string;
  /** Those still open or closed from here on. */
  readonly sinceMs?: number;
  /** Those opened before this. */
  readonly beforeMs?: number;
  readonly isOpen?: boolean;
  readonly limit: number;
}

/** Reads incidents, the one that opened last first. */
export async function readIncidents(
  db: Kysely<Schema>,
  { source, sinceMs, beforeMs, isOpen, limit }: IncidentQuery,
): Promise<readonly Incident[]> {
  // incident_pkey for one source, else incident_opened_at, both backwards.
  const rows = await db
    .selectFrom('incident')
    .select(COLUMNS)
    .$if(source !== undefined, (found) => found.where('source', '=', source ?? ''))
    .$if(beforeMs !== undefined, (found) => found.where('opened_at', '<', beforeMs ?? 0))
    .$if(sinceMs !== undefined, (found) =>
      found.where((where) =>
        where.or([where('closed_at', 'is', null), where('closed_at', '>=', sinceMs ?? 0)]),
      ),
    )
    .$if(isOpen === true, (found) => found.where('closed_at', 'is', null))
    .orderBy('opened_at', 'desc')
    .orderBy('source')
    .limit(limit)
    .execute();
  return rows.map(incidentOf);
}

/** When a source was first watched. */
export interface WatchStart {
  readonly source: string;
  readonly atMs: number;
}

/** Sources that are listed at most. */
const SOURCES_MAX = 100;

/** Reads since when each source is watched: the instant of its first change of state. */
export async function readWatchStarts(db: Kysely<Schema>): Promise<readonly WatchStart[]> {
  // health_change_of_source: one entry a change, and changes are few.
  const rows = await db
    .selectFrom('health_change')
    .select(({ fn }) => ['source', fn.min('at').as('at')])
    .groupBy('source')
    .orderBy('source')
    .limit(SOURCES_MAX)
    .execute();
  return rows.map(({ source, at }) => ({ source, atMs: Number(at) }));
}

const COLUMNS = [
  'source',
  'opened_at as openedAtMs',
  'closed_at as closedAtMs',
  'worst',
  'cause',
  'reason',
  'first_failed_at as firstFailedAtMs',
  'last_failed_at as lastFailedAtMs',
  'failures',
  'updated_at as updatedAtMs',
] as const;

/** The open incident of a source, else the newest one that opened by an instant: later ones are of a clock that was ahead. */
async function readNewest(
  transaction: Transaction<Schema>,
  source: string,
  atMs: number,
): Promise<Incident | null> {
  // incident_pkey, backwards.
  const row = await transaction
    .selectFrom('incident')
    .select(COLUMNS)
    .where('source', '=', source)
    .where((where) => where.or([where('closed_at', 'is', null), where('opened_at', '<=', atMs)]))
    .orderBy((order) => order.case().when('closed_at', 'is', null).then(0).else(1).end())
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? incidentOf(row) : null;
}

/** Only checks after the incident before count, whose failures it has. */
async function readFailureRow(
  transaction: Transaction<Schema>,
  { source, atMs }: IncidentCheck,
  afterMs: number,
): Promise<FailureRow> {
  // health_check_of_source, backwards.
  const checks = await transaction
    .selectFrom('health_check')
    .select(['at', 'kind'])
    .where('source', '=', source)
    .where('at', '>', afterMs)
    .where('at', '<=', atMs)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(CHECKS_KEPT)
    .execute();
  return failuresBefore(checks.map(({ at, kind }) => ({ atMs: Number(at), kind })));
}

/** Only the two states are ever written. */
function incidentOf({ worst, cause, ...row }: IncidentRow): Incident {
  return {
    ...row,
    worst: worst === 'degraded' ? 'degraded' : 'outage',
    cause: isFaultCause(cause) ? cause : null,
  };
}

type IncidentRow = Omit<Incident, 'worst' | 'cause'> & Pick<Schema['incident'], 'worst' | 'cause'>;
