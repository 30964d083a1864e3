import { sql, type Transaction } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import { BUCKET_MS, bucketStart, mergeClause } from './tick-tables.ts';

/** Series by their numbers, both ends included. */
export interface SeriesRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Puts the ticks of an hour where they stay: those of a closed hour into the minutes, and in either case what they show into
 * the hour and the day. Nothing is lost or counted twice when it is done again.
 */
export async function rollUpHour(
  transaction: Transaction<Schema>,
  range: SeriesRange,
  { hourMs, isClosed }: { readonly hourMs: number; readonly isClosed: boolean },
): Promise<void> {
  if (isClosed) await moveToMinutes(transaction, range, hourMs);
  const ofHour = isClosed ? minutesOf(range, hourMs) : recentOf(range, hourMs);
  await rollUp(transaction, ofHour, { into: 'hour', fineMs: BUCKET_MS.minute, startMs: hourMs });
  const dayMs = bucketStart('day', hourMs);
  await rollUp(transaction, hoursOf(range, dayMs), { into: 'day', fineMs: BUCKET_MS.hour, startMs: dayMs });
}

/** Whether ticks of an hour are left that were not moved to the minutes. */
export async function hasRecentTicks(transaction: Transaction<Schema>, hourMs: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('tick_recent')
    .select('ts')
    .where('ts', '>=', hourMs)
    .where('ts', '<', hourMs + BUCKET_MS.hour)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function moveToMinutes(
  transaction: Transaction<Schema>,
  range: SeriesRange,
  hourMs: number,
): Promise<void> {
  // tick_recent_pkey: the range of series within each minute.
  await sql`
    insert into tick_minute (series_id, ts, at, rate, low, high, n, body_id)
    select series_id, ts, at, rate, low, high, n, body_id from tick_recent where ${isRecent(range, hourMs)}
    order by series_id, ts ${sql.raw(mergeClause('tick_minute', 'added'))}`.execute(transaction);
  await sql`delete from tick_recent where ${isRecent(range, hourMs)}`.execute(transaction);
}

/** Minute by minute: a span of minutes would be searched whole, for all series. */
function isRecent({ first, last }: SeriesRange, hourMs: number) {
  const minutes = Array.from({ length: BUCKET_MS.hour / BUCKET_MS.minute }, (_, minute) =>
    sql.lit(hourMs + minute * BUCKET_MS.minute),
  );
  return sql`ts in (${sql.join(minutes)}) and series_id >= ${first} and series_id <= ${last}`;
}

function recentOf(range: SeriesRange, hourMs: number) {
  return sql`select series_id, ts, at, rate, low, high, n, body_id from tick_recent where ${isRecent(range, hourMs)}`;
}

function minutesOf({ first, last }: SeriesRange, hourMs: number) {
  // tick_newest by its key, then tick_minute_pkey within the hour for each series: in this order, which a cross join tells
  // SQLite, or it would go through all minutes of all series.
  return sql`
    select m.series_id, m.ts, m.at, m.rate, m.low, m.high, m.n, m.body_id from tick_newest s cross join tick_minute m
    where m.series_id = s.series_id and s.series_id >= ${first} and s.series_id <= ${last}
      and m.ts >= ${hourMs} and m.ts < ${hourMs + BUCKET_MS.hour}`;
}

function hoursOf({ first, last }: SeriesRange, dayMs: number) {
  // tick_newest by its key, then tick_hour_pkey within the day for each series, as above.
  return sql`
    select m.series_id, m.ts, m.at, m.rate, m.low, m.high, m.n, m.body_id from tick_newest s cross join tick_hour m
    where m.series_id = s.series_id and s.series_id >= ${first} and s.series_id <= ${last}
      and m.ts >= ${dayMs} and m.ts < ${dayMs + BUCKET_MS.day}`;
}

interface Bucket {
  readonly into: 'hour' | 'day';
  /** How long the buckets are that it is made of. */
  readonly fineMs: number;
  readonly startMs: number;
}

/**
 * Takes finer rows into the bucket that begins at `startMs`. A figure with n = 0 is a publisher's own and stays. What is there
 * stays too unless the finer rows show more, because some of them may be gone already.
 */
async function rollUp(
  transaction: Transaction<Schema>,
  finer: ReturnType<typeof recentOf>,
  { into, fineMs, startMs }: Bucket,
): Promise<void> {
  const table = into === 'hour' ? 'tick_hour' : 'tick_day';
  await sql`
    with finer as (${finer})
    insert into ${sql.table(table)} (series_id, ts, at, rate, low, high, n, body_id)
    select f.series_id, ${startMs}, f.at, f.rate, b.low, b.high, b.n, f.body_id
    from (
      select series_id, max(at) as at, min(low) as low, max(high) as high, sum(n) as n from finer group by series_id
    ) b join finer f on f.series_id = b.series_id and f.ts = b.at - b.at % ${sql.lit(fineMs)}
    where true
    ${sql.raw(mergeClause(table, 'larger'))} where ${sql.table(table)}.n > 0`.execute(transaction);
}
