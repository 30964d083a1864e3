import { LRUCache } from 'lru-cache';
import type { Owed, Spent } from './share-limits.ts';

/** Callers that are remembered at most, by each rule of their limit; one takes some 200 bytes. */
const ENTRIES_MAX = 200_000;

/**
 * What callers of several processes owe, in the memory of one that all of them tell: by the algorithm of `gcra.ts` in ms instead of
 * ticks. `monotonicMs` is a clock that never goes back.
 */
export function createLimitTable(monotonicMs: () => number): (spent: readonly Spent[]) => Owed {
  const arrivals = new LRUCache<string, number>({ maxSize: ENTRIES_MAX, sizeCalculation: () => 1 });
  return (spent) => {
    const nowMs = monotonicMs();
    return spent.map(({ name, costsMs, requests }) =>
      costsMs.map((costMs, place) => {
        const entry = `${place} ${name}`;
        const arrival = Math.max(arrivals.get(entry) ?? 0, nowMs) + requests * costMs;
        arrivals.set(entry, arrival);
        return Math.max(0, arrival - nowMs);
      }),
    );
  };
}
