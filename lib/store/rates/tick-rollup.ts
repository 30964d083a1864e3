import { sql, type Transaction } from 'kysely';
import { sweepDocuments } from './document-sweep.ts';
import { raiseRates } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import { hasRecentTicks, rollUpHour, type SeriesRange } from './tick-buckets.ts';
import { BUCKET_MS, bucketStart, TIER_TABLE } from './tick-tables.ts';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** Until when each tier is kept; days are kept for ever. */
export interface RollUpRequest {
  readonly nowMs: number;
  readonly retainMinutesDays: number;
  readonly retainHoursDays: number;
}

/** Where a roll-up goes on: first hour by hour what is new, then what is past its time. */
export type RollUpPosition =
  | { readonly phase: 'roll'; readonly hourMs: number; readonly afterSeriesId: number }
  | { readonly phase: 'minutes' | 'hours'; readonly afterSeriesId: number }
  | { readonly phase: 'checks' | 'documents' };

/** One short step of a roll-up; null is its beginning. */
export interface RollUpStep extends RollUpRequest {
  readonly position: RollUpPosition | null;
}

/** Rows that went, and where to go on; null says that all is done. */
export interface RollUpProgress {
  readonly next: RollUpPosition | null;
  readonly removed: number;
}

/** How long a step may hold up other writes, in milliseconds. */
const STEP_BUDGET_MS = 40;

/** Series that are rolled up by one step; an hour's minutes of as many are 12,000 rows. */
const SERIES_A_STEP = 200;

/** Rows of a series that are removed by one statement: a day's minutes, since after an outage there may be weeks of them. */
const ROWS_A_REMOVAL = 1500;

/** Checks are shown for a week. */
const RETAIN_CHECKS_MS = 7 * BUCKET_MS.day;

const BEGINNING: RollUpPosition = { phase: 'roll', hourMs: Number.MIN_SAFE_INTEGER, afterSeriesId: 0 };

/**
 * One step of rolling ticks up into minutes, hours and days, the running ones included, and of removing what is past its
 * time. Any step may be repeated: each bucket takes in what its finer ones show and forgets nothing. Call until `next` is
 * null.
 */
export async function rollUpTicks(store: WriteDatabase, step: RollUpStep): Promise<RollUpProgress> {
  return store.db.transaction().execute(async (transaction) => {
    const position = step.position ?? BEGINNING;
    switch (position.phase) {
      case 'roll':
        return { next: await rollNextSeries(transaction, step, position), removed: 0 };
      case 'minutes':
      case 'hours':
        return removeOldBuckets(transaction, step, { phase: position.phase, after: position.afterSeriesId });
      case 'checks':
        return { next: { phase: 'documents' }, removed: await removeOldChecks(transaction, step.nowMs) };
      case 'documents':
        return removeDocuments(transaction, step);
      default:
        return position satisfies never;
    }
  });
}

/** Minutes before this instant go. A whole hour, so that an hour is never rolled up from a part of its minutes. */
function minutesEndMs({ nowMs, retainMinutesDays }: RollUpRequest): number {
  return bucketStart('hour', nowMs - retainMinutesDays * BUCKET_MS.day);
}

function hoursEndMs({ nowMs, retainHoursDays }: RollUpRequest): number {
  return bucketStart('day', nowMs - retainHoursDays * BUCKET_MS.day);
}

async function rollNextSeries(
  transaction: Transaction<Schema>,
  { nowMs }: RollUpRequest,
  after: { readonly hourMs: number; readonly afterSeriesId: number },
): Promise<RollUpPosition> {
  // tick_unrolled_pkey, forwards from the position.
  const mark = await transaction
    .selectFrom('tick_unrolled')
    .select('hour')
    .where('hour', '>=', after.hourMs)
    .where('hour', '<=', nowMs)
    .orderBy('hour')
    .limit(1)
    .executeTakeFirst();
  if (!mark) return { phase: 'minutes', afterSeriesId: 0 };
  const hourMs = Number(mark.hour);
  const isClosed = hourMs + BUCKET_MS.hour <= nowMs;
  const afterSeriesId = hourMs === after.hourMs ? after.afterSeriesId : 0;
  const range = rangeOf(await nextTickSeries(transaction, { afterSeriesId, limit: SERIES_A_STEP }));
  if (!range) {
    if (isClosed) await forgetMark(transaction, hourMs);
    return { phase: 'roll', hourMs: hourMs + 1, afterSeriesId: 0 };
  }
  await rollUpHour(transaction, range, { hourMs, isClosed });
  for (const source of await markedSources(transaction, hourMs)) await raiseRates(transaction, source);
  return { phase: 'roll', hourMs, afterSeriesId: range.last };
}

function rangeOf(ids: readonly number[]): SeriesRange | null {
  const [first] = ids;
  const last = ids.at(-1);
  return first === undefined || last === undefined ? null : { first, last };
}

/** Unless a late quote came to series that were done before. */
async function forgetMark(transaction: Transaction<Schema>, hourMs: number): Promise<void> {
  if (await hasRecentTicks(transaction, hourMs)) return;
  await transaction.deleteFrom('tick_unrolled').where('hour', '=', hourMs).execute();
}

async function markedSources(transaction: Transaction<Schema>, hourMs: number): Promise<readonly string[]> {
  // tick_unrolled_pkey.
  const rows = await transaction
    .selectFrom('tick_unrolled')
    .select('source')
    .where('hour', '=', hourMs)
    .limit(100)
    .execute();
  return rows.map(({ source }) => source);
}

async function removeOldBuckets(
  transaction: Transaction<Schema>,
  request: RollUpRequest,
  { phase, after }: { readonly phase: 'minutes' | 'hours'; readonly after: number },
): Promise<RollUpProgress> {
  const stopsAtMs = performance.now() + STEP_BUDGET_MS;
  const isMinutes = phase === 'minutes';
  const endMs = isMinutes ? minutesEndMs(request) : hoursEndMs(request);
  const done: RollUpPosition = isMinutes ? { phase: 'hours', afterSeriesId: 0 } : { phase: 'checks' };
  let afterSeriesId = after;
  let removed = 0;
  do {
    const [seriesId] = await nextTickSeries(transaction, { afterSeriesId, limit: 1 });
    if (seriesId === undefined) return { next: done, removed };
    const gone = await removeBuckets(transaction, isMinutes ? 'minute' : 'hour', { seriesId, endMs });
    removed += gone;
    if (gone < ROWS_A_REMOVAL) afterSeriesId = seriesId;
  } while (performance.now() < stopsAtMs);
  return { next: { phase, afterSeriesId }, removed };
}

/** Removes the oldest buckets of a series before an instant, but those that hold a figure of a receipt; how many went. */
async function removeBuckets(
  transaction: Transaction<Schema>,
  tier: 'minute' | 'hour',
  { seriesId, endMs }: { readonly seriesId: number; readonly endMs: number },
): Promise<number> {
  const table = TIER_TABLE[tier];
  // The tier's key, from the beginning of the series; receipt_leg_figure within each bucket.
  const oldest = transaction
    .selectFrom(table)
    .select('ts')
    .where('series_id', '=', seriesId)
    .where('ts', '<', endMs)
    .where(
      sql<boolean>`not exists (
        select 1 from receipt_leg l
        where l.series_id = ${sql.ref(`${table}.series_id`)}
          and l.at >= ${sql.ref(`${table}.ts`)} and l.at < ${sql.ref(`${table}.ts`)} + ${sql.lit(BUCKET_MS[tier])})`,
    )
    .orderBy('ts')
    .limit(ROWS_A_REMOVAL);
  const { numDeletedRows } = await transaction
    .deleteFrom(table)
    .where('series_id', '=', seriesId)
    .where('ts', '<', endMs)
    .where('ts', 'in', oldest)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function nextTickSeries(
  transaction: Transaction<Schema>,
  { afterSeriesId, limit }: { readonly afterSeriesId: number; readonly limit: number },
): Promise<readonly number[]> {
  // tick_newest's key: every series that ever had a live quote.
  const rows = await transaction
    .selectFrom('tick_newest')
    .select('series_id')
    .where('series_id', '>', afterSeriesId)
    .orderBy('series_id')
    .limit(limit)
    .execute();
  return rows.map(({ series_id }) => series_id);
}

async function removeOldChecks(transaction: Transaction<Schema>, nowMs: number): Promise<number> {
  // health_check_of_source, from the beginning of each source.
  const { numDeletedRows } = await transaction
    .deleteFrom('health_check')
    .where('source', 'in', (query) => query.selectFrom('source_state').select('source'))
    .where('at', '<', nowMs - RETAIN_CHECKS_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function removeDocuments(
  transaction: Transaction<Schema>,
  request: RollUpRequest,
): Promise<RollUpProgress> {
  const swept = await sweepDocuments(transaction, {
    minutesEndMs: minutesEndMs(request),
    hoursEndMs: hoursEndMs(request),
  });
  return { next: swept.isDone ? null : { phase: 'documents' }, removed: swept.removed };
}
