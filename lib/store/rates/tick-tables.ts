/** How fine the ticks of a market are kept: each tier is rolled up from the one before. */
export type TickTier = 'minute' | 'hour' | 'day';

/** Milliseconds of one bucket of each tier; buckets begin at multiples of it, UTC. */
export const BUCKET_MS: Readonly<Record<TickTier, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** The table of each tier. */
export const TIER_TABLE = { minute: 'tick_minute', hour: 'tick_hour', day: 'tick_day' } as const;

/** The beginning of the bucket that holds an instant. */
export function bucketStart(tier: TickTier, atMs: number): number {
  return Math.floor(atMs / BUCKET_MS[tier]) * BUCKET_MS[tier];
}

/** The tables that hold ticks by bucket. */
export type TickTableName = 'tick_recent' | 'tick_minute' | 'tick_hour' | 'tick_day';

/**
 * The `on conflict` clause by which a bucket takes in another row of itself: the later tick stays, the extremes grow. Counts
 * are added where the two rows tell of different ticks; where the new row may tell of the same ones, the larger one counts.
 */
export function mergeClause(table: TickTableName, counts: 'added' | 'larger'): string {
  const n =
    counts === 'added'
      ? `${table}.n + excluded.n`
      : `case when excluded.n > ${table}.n then excluded.n else ${table}.n end`;
  const isLater = `excluded.at >= ${table}.at`;
  return `on conflict (series_id, ts) do update set
    rate = case when ${isLater} then excluded.rate else ${table}.rate end,
    body_id = case when ${isLater} then excluded.body_id else ${table}.body_id end,
    at = case when ${isLater} then excluded.at else ${table}.at end,
    low = case when excluded.low < ${table}.low then excluded.low else ${table}.low end,
    high = case when excluded.high > ${table}.high then excluded.high else ${table}.high end,
    n = ${n}`;
}
