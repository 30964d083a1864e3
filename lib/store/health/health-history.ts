import type { Kysely } from 'kysely';
import { type FaultCause, isFaultCause } from '#lib/domain/health/fault-cause';
import type { CheckKind } from '#lib/domain/health/check-kind';
import type { Health } from '#lib/domain/health/source-health';
import type { Schema } from '#lib/store/engine/schema';

/** One check of a source as it was kept. */
export interface StoredCheck {
  readonly source: string;
  readonly atMs: number;
  readonly kind: CheckKind;
  readonly latencyMs: number;
  readonly reason: string | null;
  readonly sentence: string | null;
  readonly accepted: number;
  readonly rejected: number;
  readonly held: number;
}

/** The checks of a source on a UTC day, and the time that it is known to have spent in each state. */
export interface HealthDay {
  readonly source: string;
  readonly day: string;
  readonly checks: number;
  readonly passes: number;
  readonly softs: number;
  readonly hards: number;
  readonly latencySumMs: number;
  /** The worst state of the day. */
  readonly worst: Health;
  readonly operationalMs: number;
  readonly degradedMs: number;
  readonly outageMs: number;
}

/** A change of a source's state, or of its cause where `from` and `to` are the same; `from` is null for the first. */
export interface HealthChange {
  readonly source: string;
  readonly atMs: number;
  readonly from: Health | null;
  readonly to: Health;
  readonly reason: string | null;
  /** What kept the source from being operational; null where it is, and where it is not known. */
  readonly cause: FaultCause | null;
}

/**
 * Reads the newest checks of a source from an instant on, newest first. Until an instant where one is given: what a clock that
 * was ahead left behind is not the newest of now.
 */
export async function readHealthChecks(
  db: Kysely<Schema>,
  query: {
    readonly source: string;
    readonly sinceMs: number;
    readonly untilMs?: number;
    readonly limit: number;
  },
): Promise<readonly StoredCheck[]> {
  // health_check_of_source, backwards.
  return db
    .selectFrom('health_check')
    .select(['source', 'at as atMs', 'kind', 'latency_ms as latencyMs', 'reason', 'sentence'])
    .select(['accepted', 'rejected', 'held'])
    .where('source', '=', query.source)
    .where('at', '>=', query.sinceMs)
    .$if(query.untilMs !== undefined, (checks) => checks.where('at', '<=', query.untilMs ?? 0))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .execute();
}

/** Days read at most: a year of a hundred sources. */
const DAYS_LIMIT = 36_600;

/** Reads the days of one source or of all from a day on, ascending by day and source. */
export async function readHealthDays(
  db: Kysely<Schema>,
  query: { readonly source?: string; readonly fromDay: string },
): Promise<readonly HealthDay[]> {
  const { source } = query;
  // health_day_pkey, from the day on.
  return db
    .selectFrom('health_day')
    .select([
      'source',
      'day',
      'checks',
      'passes',
      'softs',
      'hards',
      'latency_sum_ms as latencySumMs',
      'worst',
    ])
    .select(['operational_ms as operationalMs', 'degraded_ms as degradedMs', 'outage_ms as outageMs'])
    .where('day', '>=', query.fromDay)
    .$if(source !== undefined, (days) => days.where('source', '=', source ?? ''))
    .orderBy('day')
    .orderBy('source')
    .limit(DAYS_LIMIT)
    .execute();
}

/** Reads the newest changes of one source or of all from an instant on, and before another where one is given, newest first. */
export async function readHealthChanges(
  db: Kysely<Schema>,
  query: {
    readonly source?: string;
    readonly sinceMs: number;
    readonly beforeMs?: number;
    readonly limit: number;
  },
): Promise<readonly HealthChange[]> {
  const { source, beforeMs } = query;
  // health_change_of_source or health_change_at, backwards.
  const rows = await db
    .selectFrom('health_change')
    .select(['source', 'at as atMs', 'from_status as from', 'to_status as to', 'reason', 'cause'])
    .where('at', '>=', query.sinceMs)
    .$if(beforeMs !== undefined, (changes) => changes.where('at', '<', beforeMs ?? 0))
    .$if(source !== undefined, (changes) => changes.where('source', '=', source ?? ''))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .execute();
  return rows.map(({ cause, ...row }) => ({ ...row, cause: isFaultCause(cause) ? cause : null }));
}

/** A change of a source's state as it was noted; later ones have larger ids. */
export interface NotedChange extends HealthChange {
  readonly id: number;
}

/** Changes that are read at once. */
const CHANGES_AT_ONCE = 100;

/** Reads the first changes of all sources that some webhook is still to be told of, the oldest first. */
export async function readUntoldChanges(db: Kysely<Schema>): Promise<readonly NotedChange[]> {
  // The key, and the small table of webhooks.
  const rows = await db
    .selectFrom('health_change')
    .select(['id', 'source', 'at as atMs', 'from_status as from', 'to_status as to', 'reason', 'cause'])
    .where('id', '>', (seen) =>
      seen
        .selectFrom('webhook')
        .select(({ fn }) => fn.min<number>('changes_seen').as('id'))
        .where('wants_status', '=', 1),
    )
    .orderBy('id')
    .limit(CHANGES_AT_ONCE)
    .execute();
  return rows.map(({ cause, ...row }) => ({ ...row, cause: isFaultCause(cause) ? cause : null }));
}
