/** A bucket of one coin as a list of all its quotes gives it. */
export interface ModelBucket {
  readonly base: string;
  readonly ts: number;
  readonly at: number;
  readonly rate: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}

interface Recorded {
  readonly base: string;
  readonly at: number;
  readonly rate: number;
  /** What the minute is known to have shown besides. */
  readonly before: number | null;
}

/** Live quotes kept as one plain list, and buckets made from all of it each time. */
export interface TickModel {
  readonly poll: (quotes: Readonly<Record<string, number>>, observedAtMs: number) => void;
  /** Sorted by coin and beginning. */
  readonly buckets: (bucketMs: number) => readonly ModelBucket[];
}

/** A model without a quote. */
export function createTickModel(): TickModel {
  const recorded: Recorded[] = [];
  const newest = new Map<string, { readonly at: number; readonly rate: number }>();
  const poll: TickModel['poll'] = (quotes, at) => {
    for (const [base, rate] of Object.entries(quotes)) {
      const known = newest.get(base);
      const isLate = known !== undefined && at < known.at;
      const isNewDay = known !== undefined && !isLate && dayOf(at) !== dayOf(known.at);
      if (known === undefined || known.rate !== rate || isNewDay) {
        const before = known && minuteOf(known.at) === minuteOf(at) ? known.rate : null;
        recorded.push({ base, at, rate, before });
      }
      if (!isLate) newest.set(base, { at, rate });
    }
  };
  return { poll, buckets: (bucketMs) => bucketsOf(recorded, bucketMs) };
}

function bucketsOf(recorded: readonly Recorded[], bucketMs: number): readonly ModelBucket[] {
  const groups = Map.groupBy(recorded, ({ base, at }) => `${base} ${Math.floor(at / bucketMs)}`);
  const buckets = [...groups.values()].flatMap((group) => {
    // Of two quotes of one instant the one that came later counts.
    const last = group.toReversed().reduce((one, other) => (other.at > one.at ? other : one));
    const shown = group.flatMap(({ rate, before }) => (before === null ? [rate] : [rate, before]));
    const { base, at, rate } = last;
    const extremes = { low: Math.min(...shown), high: Math.max(...shown) };
    return [{ base, ts: Math.floor(at / bucketMs) * bucketMs, at, rate, ...extremes, n: group.length }];
  });
  return buckets.toSorted((one, other) =>
    one.base < other.base ? -1 : one.base > other.base ? 1 : one.ts - other.ts,
  );
}

function minuteOf(atMs: number): number {
  return Math.floor(atMs / 60_000);
}

function dayOf(atMs: number): number {
  return Math.floor(atMs / 86_400_000);
}
