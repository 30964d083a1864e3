import { sql, type Transaction } from 'kysely';
import type { FaultCause } from '#lib/domain/fault-cause';
import { isoDayOf } from '#lib/domain/iso-day';
import { statusTimes } from './health-times.ts';
import { keepIncident } from './incidents.ts';
import { raiseRevision } from './revisions.ts';
import type { CheckKind, Schema, SourceStatus } from './schema.ts';

/** What one check of a source said, and what the health machine made of it. */
export interface CheckRecord {
  readonly atMs: number;
  readonly kind: CheckKind;
  readonly latencyMs: number;
  /** The name of what went wrong; null when all is well. */
  readonly reason: string | null;
  /** The same for the operator. */
  readonly sentence: string | null;
  readonly accepted: number;
  readonly rejected: number;
  readonly held: number;
  readonly status: SourceStatus;
  /** What keeps the source from being operational; null while it is. */
  readonly cause: FaultCause | null;
  /** The whole state of the health machine as JSON, from which it goes on after a restart. */
  readonly state: string;
  /** Since when the source has that status. */
  readonly changedAtMs: number;
  /** How soon the next check is due. */
  readonly intervalMs: number;
}

/** Keeps a check within the transaction of its poll: the newest state, the check, its day, and a change and an incident if there is one. */
export async function keepCheck(
  transaction: Transaction<Schema>,
  source: string,
  check: CheckRecord,
): Promise<void> {
  const before = await transaction
    .selectFrom('source_state')
    .select(['status', 'last_checked_at', 'interval_ms'])
    .where('source', '=', source)
    .executeTakeFirst();
  await saveState(transaction, source, check);
  await transaction
    .insertInto('health_check')
    .values({
      source,
      at: check.atMs,
      kind: check.kind,
      latency_ms: check.latencyMs,
      reason: check.reason,
      sentence: check.sentence,
      accepted: check.accepted,
      rejected: check.rejected,
      held: check.held,
    })
    .execute();
  const status = before?.status ?? null;
  if (status !== check.status) {
    await transaction
      .insertInto('health_change')
      .values({
        source,
        at: check.changedAtMs,
        from_status: status,
        to_status: check.status,
        reason: check.reason,
        cause: check.cause,
      })
      .execute();
  }
  await keepIncident(transaction, { ...check, source, statusBefore: status });
  await addToDays(transaction, source, {
    check,
    earlier:
      before && status
        ? { atMs: Number(before.last_checked_at), status, intervalMs: Number(before.interval_ms ?? 0) }
        : null,
  });
  await raiseRevision(transaction, 'states');
}

async function saveState(
  transaction: Transaction<Schema>,
  source: string,
  check: CheckRecord,
): Promise<void> {
  const newest = {
    latency_ms: check.latencyMs,
    last_checked_at: check.atMs,
    reason: check.sentence ?? check.reason,
    status: check.status,
    state: check.state,
    changed_at: check.changedAtMs,
    interval_ms: check.intervalMs,
    ...(check.kind === 'pass' && { last_passed_at: check.atMs }),
  };
  await transaction
    .insertInto('source_state')
    .values({ source, last_passed_at: null, ...newest })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(newest))
    .execute();
}

interface Addition {
  readonly check: CheckRecord;
  readonly earlier: Parameters<typeof statusTimes>[0];
}

async function addToDays(
  transaction: Transaction<Schema>,
  source: string,
  { check, earlier }: Addition,
): Promise<void> {
  const today = isoDayOf(new Date(check.atMs));
  for (const { day, status, ms } of statusTimes(earlier, check)) {
    await addToDay(transaction, { source, day, status, ms, check: null });
  }
  await addToDay(transaction, { source, day: today, status: check.status, ms: 0, check });
}

interface DayPart {
  readonly source: string;
  readonly day: string;
  readonly status: SourceStatus;
  readonly ms: number;
  /** Null for a day that only passed by. */
  readonly check: CheckRecord | null;
}

async function addToDay(
  transaction: Transaction<Schema>,
  { source, day, status, ms, check }: DayPart,
): Promise<void> {
  const one = (isSo: boolean) => (isSo ? 1 : 0);
  await transaction
    .insertInto('health_day')
    .values({
      source,
      day,
      checks: one(check !== null),
      passes: one(check?.kind === 'pass'),
      softs: one(check?.kind === 'soft'),
      hards: one(check?.kind === 'hard'),
      latency_sum_ms: check?.latencyMs ?? 0,
      worst: status,
      operational_ms: status === 'operational' ? ms : 0,
      degraded_ms: status === 'degraded' ? ms : 0,
      outage_ms: status === 'outage' ? ms : 0,
    })
    .onConflict((conflict) => conflict.columns(['day', 'source']).doUpdateSet(SUMS))
    .execute();
}

/** What is there and what comes, added up. */
const SUMS = {
  checks: sql<number>`health_day.checks + excluded.checks`,
  passes: sql<number>`health_day.passes + excluded.passes`,
  softs: sql<number>`health_day.softs + excluded.softs`,
  hards: sql<number>`health_day.hards + excluded.hards`,
  latency_sum_ms: sql<number>`health_day.latency_sum_ms + excluded.latency_sum_ms`,
  operational_ms: sql<number>`health_day.operational_ms + excluded.operational_ms`,
  degraded_ms: sql<number>`health_day.degraded_ms + excluded.degraded_ms`,
  outage_ms: sql<number>`health_day.outage_ms + excluded.outage_ms`,
  worst: sql<SourceStatus>`case
    when 'outage' in (health_day.worst, excluded.worst) then 'outage'
    when 'degraded' in (health_day.worst, excluded.worst) then 'degraded'
    else 'operational' end`,
} as const;
