import { LRUCache } from 'lru-cache';

/** How often something may be done in an hour, each by its name. */
export interface Allowance {
  /** Counts one; or the seconds to wait, and nothing was counted. */
  readonly take: (name: string, nowMs: number) => 'taken' | { readonly retryAfterSeconds: number };
  /** Gives one back that did not count after all. */
  readonly giveBack: (name: string) => void;
}

const HOUR_MS = 3_600_000;

/** Names remembered at most, the longest unseen forgotten first. */
const NAMES_MAX = 10_000;

/** At most `max` an hour a name. */
export function createAllowance(max: number): Allowance {
  const taken = new LRUCache<string, readonly number[]>({ max: NAMES_MAX });
  return {
    take: (name, nowMs) => {
      const recent = (taken.get(name) ?? []).filter((atMs) => nowMs - atMs < HOUR_MS);
      const [oldest] = recent;
      if (oldest !== undefined && recent.length >= max) {
        return { retryAfterSeconds: Math.ceil((oldest + HOUR_MS - nowMs) / 1000) };
      }
      taken.set(name, [...recent, nowMs]);
      return 'taken';
    },
    giveBack: (name) => {
      taken.set(name, (taken.get(name) ?? []).slice(0, -1));
    },
  };
}
