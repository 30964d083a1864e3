import { sql, type Transaction } from 'kysely';
import { type FaultCause, isFaultCause, isOtherCause } from '#lib/domain/health/fault-cause';
import { isoDayOf } from '#lib/domain/iso-day';
import { type EarlierCheck, type LaterCheck, statusTimes, wasPolledUntil } from './health-times.ts';
import { keepIncident } from './incidents.ts';
import { raiseRevision } from '#lib/store/engine/revisions';
import type { CheckKind } from '#lib/domain/health/check-kind';
import type { Health } from '#lib/domain/health/source-health';
import type { Schema } from '#lib/store/engine/schema';

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
  readonly status: Health;
  /** What keeps the source from being operational; null while it is. */
  readonly cause: FaultCause | null;
  /** The whole state of the health machine as JSON, from which it goes on after a restart. */
  readonly state: string;
  /** Since when the source has that status. */
  readonly changedAtMs: number;
  /** How soon the next check is due. */
  readonly intervalMs: number;
  /** What time alone had made of the source before this check; absent where it changed nothing. */
  readonly aged?: AgedStep;
}

/** A change of state without a check, as people saw it: newer figures were missed. */
export interface AgedStep {
  readonly status: Health;
  readonly atMs: number;
  readonly cause: FaultCause | null;
  readonly reason: string | null;
}

/** Keeps a check within the transaction of its poll: the newest state, the check, its day, and a change of state or cause and an incident if there is one. */
export async function keepCheck(
  transaction: Transaction<Schema>,
  source: string,
  check: CheckRecord,
): Promise<void> {
  const before = await readEarlier(transaction, source);
  const isAged = before !== null && check.aged !== undefined && wasPolledUntil(before, check.atMs);
  const earlier = isAged ? await keepAgedStep(transaction, source, { ...check.aged, before }) : before;
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
  const statusBefore = earlier?.status ?? null;
  await keepChange(transaction, source, { ...check, statusBefore });
  const hasOtherCause = statusBefore === check.status && (await keepOtherCause(transaction, source, check));
  const changedAtMs = isAged && statusBefore === check.status ? check.aged.atMs : check.changedAtMs;
  await keepIncident(transaction, {
    ...check,
    source,
    changedAtMs,
    statusBefore,
    isOtherCause: hasOtherCause,
  });
  await addTimes(transaction, source, earlier, check);
  await addToDay(transaction, {
    source,
    day: isoDayOf(new Date(check.atMs)),
    status: check.status,
    ms: 0,
    check,
  });
  await raiseRevision(transaction, 'states');
}

async function readEarlier(transaction: Transaction<Schema>, source: string): Promise<EarlierCheck | null> {
  const row = await transaction
    .selectFrom('source_state')
    .select(['status', 'last_checked_at', 'interval_ms'])
    .where('source', '=', source)
    .executeTakeFirst();
  return row?.status
    ? { atMs: Number(row.last_checked_at), status: row.status, intervalMs: Number(row.interval_ms ?? 0) }
    : null;
}

/** Keeps what time alone did before a check; the check comes after it as after another one. */
async function keepAgedStep(
  transaction: Transaction<Schema>,
  source: string,
  { before, ...aged }: AgedStep & { readonly before: EarlierCheck },
): Promise<EarlierCheck> {
  const atMs = Math.max(aged.atMs, before.atMs);
  const step = { ...aged, atMs, changedAtMs: atMs, statusBefore: before.status };
  await keepChange(transaction, source, step);
  await keepIncident(transaction, { ...step, source, kind: 'age', isOtherCause: false });
  await addTimes(transaction, source, before, { ...step, intervalMs: before.intervalMs });
  return { atMs, status: aged.status, intervalMs: before.intervalMs };
}

interface Change extends Pick<CheckRecord, 'status' | 'changedAtMs' | 'cause' | 'reason'> {
  readonly statusBefore: Health | null;
}

async function keepChange(
  transaction: Transaction<Schema>,
  source: string,
  { status, statusBefore, changedAtMs, cause, reason }: Change,
): Promise<void> {
  if (status === statusBefore) return;
  await transaction
    .insertInto('health_change')
    .values({ source, at: changedAtMs, from_status: statusBefore, to_status: status, reason, cause })
    .execute();
}

/** Changes of cause that are looked back on: more than there are causes. */
const TOLD_MAX = 20;

/** Keeps that a source has its state for another cause, as a change from the state to itself; says whether it has. */
async function keepOtherCause(
  transaction: Transaction<Schema>,
  source: string,
  { atMs, status, cause, reason }: CheckRecord,
): Promise<boolean> {
  if (cause === null) return false;
  // health_change_of_source, backwards.
  const newest = await transaction
    .selectFrom('health_change')
    .select(['at', 'from_status', 'to_status', 'cause'])
    .where('source', '=', source)
    // Later ones were told by a clock that was ahead.
    .where('at', '<=', atMs)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(TOLD_MAX)
    .execute();
  const start = newest.findIndex(({ from_status, to_status }) => from_status !== to_status);
  const told = newest
    .slice(0, start === -1 ? undefined : start + 1)
    .map((row) => ({ atMs: Number(row.at), cause: isFaultCause(row.cause) ? row.cause : null }));
  if (!isOtherCause(told, { atMs, cause })) return false;
  await transaction
    .insertInto('health_change')
    .values({ source, at: atMs, from_status: status, to_status: status, reason, cause })
    .execute();
  return true;
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

async function addTimes(
  transaction: Transaction<Schema>,
  source: string,
  earlier: EarlierCheck | null,
  later: LaterCheck,
): Promise<void> {
  for (const { day, status, ms } of statusTimes(earlier, later)) {
    await addToDay(transaction, { source, day, status, ms, check: null });
  }
}

interface DayPart {
  readonly source: string;
  readonly day: string;
  readonly status: Health;
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
  worst: sql<Health>`case
    when 'outage' in (health_day.worst, excluded.worst) then 'outage'
    when 'degraded' in (health_day.worst, excluded.worst) then 'degraded'
    else 'operational' end`,
} as const;
