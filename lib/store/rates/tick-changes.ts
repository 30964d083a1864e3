import { bucketStart } from './tick-tables.ts';

/** The newest quote that the store knows of a series. */
export interface KnownTick {
  readonly rate: number;
  readonly observedAtMs: number;
  readonly polledAtMs: number;
  readonly bodyId: number;
}

/** One quote on its way in. */
export interface IncomingTick {
  readonly rate: number;
  readonly observedAtMs: number;
  readonly polledAtMs: number;
}

/** What a quote changes. */
export interface TickChange {
  /** Whether it makes a row in its minute. */
  readonly makesRow: boolean;
  /** Whether it is the series' newest quote from now on. */
  readonly becomesNewest: boolean;
  /** Of the minute as far as this quote shows: the one before counts when it was still seen in that minute. */
  readonly low: number;
  readonly high: number;
}

/**
 * What a quote changes about what is known. It makes a row when its figure differs from the newest one's, and when it is the
 * first of its UTC day, so that a day on which a price stood still is not a day without a price. A quote that is older than
 * the newest one, as a source's slower replica gives it, goes to its own minute only; but when the clock of the service was
 * put back, what it says now counts.
 */
export function tickChange(known: KnownTick | null, tick: IncomingTick): TickChange {
  const { rate, observedAtMs } = tick;
  if (!known) return { makesRow: true, becomesNewest: true, low: rate, high: rate };
  const becomesNewest = observedAtMs >= known.observedAtMs || tick.polledAtMs < known.polledAtMs;
  const isOtherDay = bucketStart('day', observedAtMs) !== bucketStart('day', known.observedAtMs);
  const isSameMinute = bucketStart('minute', observedAtMs) === bucketStart('minute', known.observedAtMs);
  return {
    makesRow: rate !== known.rate || (becomesNewest && isOtherDay),
    becomesNewest,
    low: isSameMinute ? Math.min(rate, known.rate) : rate,
    high: isSameMinute ? Math.max(rate, known.rate) : rate,
  };
}
