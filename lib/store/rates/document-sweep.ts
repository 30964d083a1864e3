import { sql, type Transaction } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import { BUCKET_MS, bucketStart } from './tick-tables.ts';

/** Before which instants minutes and hours are gone. */
export interface TierEnds {
  readonly minutesEndMs: number;
  readonly hoursEndMs: number;
}

/** What a step of the sweep did. */
export interface SweepProgress {
  readonly removed: number;
  readonly isDone: boolean;
}

/** Documents a step looks at: six hours of an exchange that is asked every 20 s. */
const DOCUMENTS_A_STEP = 1000;

/** A document whose quotes lie further apart is kept: the search for one that names it would be too long. */
const SPAN_MS_MAX = BUCKET_MS.day;

/** Documents of one source whose finest tier is past its time, with the span of their quotes. */
interface Candidates {
  readonly source: string;
  readonly ids: readonly number[];
  readonly oldestAtMs: number;
  readonly newestAtMs: number;
}

/**
 * Removes documents of live quotes that no figure names any more; of the others only the fingerprint is kept. Each is looked
 * at twice: when its minutes are gone, and when its hours are.
 */
export async function sweepDocuments(
  transaction: Transaction<Schema>,
  { minutesEndMs, hoursEndMs }: TierEnds,
): Promise<SweepProgress> {
  for (const [tier, endMs] of [
    ['minute', minutesEndMs],
    ['hour', hoursEndMs],
  ] as const) {
    const candidates = await findCandidates(transaction, tier, endMs);
    if (!candidates) continue;
    const named = await namedDocuments(transaction, tier, candidates);
    const unnamed = candidates.ids.filter((id) => !named.has(id));
    const kept = candidates.ids.filter((id) => named.has(id));
    if (unnamed.length > 0) await transaction.deleteFrom('body').where('id', 'in', unnamed).execute();
    await promote(transaction, kept, tier === 'minute' ? 'hour' : 'day');
    return { removed: unnamed.length, isDone: false };
  }
  return { removed: 0, isDone: true };
}

async function promote(
  transaction: Transaction<Schema>,
  ids: readonly number[],
  tier: 'hour' | 'day',
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.updateTable('body').set({ tier, content: null }).where('id', 'in', ids).execute();
}

async function findCandidates(
  transaction: Transaction<Schema>,
  tier: 'minute' | 'hour',
  endMs: number,
): Promise<Candidates | null> {
  // body_of_ticks: the first source that has one, then its oldest.
  const { rows } = await sql<{ id: number; source: string; oldest_at: number; newest_at: number }>`
    select id, source, oldest_at, newest_at from body
    where tier = ${tier} and newest_at < ${endMs}
      and source = (select min(source) from body where tier = ${tier} and newest_at < ${endMs})
    order by newest_at limit ${DOCUMENTS_A_STEP}`.execute(transaction);
  const [first] = rows;
  if (!first) return null;
  const near = rows.filter(
    ({ oldest_at, newest_at }) => Number(newest_at) - Number(oldest_at) <= SPAN_MS_MAX,
  );
  const oldest = near.map(({ oldest_at }) => Number(oldest_at));
  const newest = near.map(({ newest_at }) => Number(newest_at));
  if (near.length < rows.length) {
    const far = rows.filter((row) => !near.includes(row)).map(({ id }) => id);
    await promote(transaction, far, 'day');
  }
  return {
    source: first.source,
    ids: near.map(({ id }) => id),
    oldestAtMs: Math.min(...oldest),
    newestAtMs: Math.max(...newest),
  };
}

/** Every document that a figure of the source within the span names; finer tiers than these are past their time. */
async function namedDocuments(
  transaction: Transaction<Schema>,
  tier: 'minute' | 'hour',
  { source, oldestAtMs, newestAtMs, ids }: Candidates,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const firstDay = bucketStart('day', oldestAtMs);
  const firstHour = bucketStart('hour', oldestAtMs);
  // series_of_source, then each table's key within the span; tick_recent_pkey, where late quotes wait; held_of_source.
  const hours = sql`
    select h.body_id from series s join tick_hour h on h.series_id = s.id
    where s.source = ${source} and h.ts >= ${firstHour} and h.ts <= ${newestAtMs}
    union `;
  const { rows } = await sql<{ body_id: number }>`
    ${tier === 'minute' ? hours : sql``}
    select t.body_id from tick_recent t where t.ts >= ${firstHour} and t.ts <= ${newestAtMs}
    union
    select d.body_id from series s join tick_day d on d.series_id = s.id
    where s.source = ${source} and d.ts >= ${firstDay} and d.ts <= ${newestAtMs}
    union
    select n.body_id from series s join tick_newest n on n.series_id = s.id where s.source = ${source}
    union
    select r.body_id from series s join obs_revision r on r.series_id = s.id
    where s.source = ${source} and r.ts >= ${firstDay} and r.ts <= ${newestAtMs}
    union
    select q.body_id from held q where q.source = ${source} and q.body_id is not null`.execute(transaction);
  return new Set(rows.map(({ body_id }) => body_id));
}
