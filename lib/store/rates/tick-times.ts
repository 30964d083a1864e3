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
