import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';

/** What a key was used for on a UTC day since the counts were last taken. */
export interface KeyUse {
  readonly keyId: string;
  readonly day: IsoDay;
  /** Requests that were let pass, whatever their answer. */
  readonly requests: number;
  /** Requests that its limit refused. */
  readonly limited: number;
  /** The last one, in epoch milliseconds. */
  readonly lastUsedAtMs: number;
}

/** Counts in memory; a process that is killed loses what was not taken yet. */
export interface KeyUsage {
  readonly count: (keyId: string, wasLimited: boolean, nowMs: number) => void;
  /** Everything since the last call, which begins anew. */
  readonly takeUsage: () => readonly KeyUse[];
  /** Puts back what could not be kept. */
  readonly putBack: (uses: readonly KeyUse[]) => void;
  /** Whether a key has uses that were not taken yet. */
  readonly isWaiting: (keyId: string) => boolean;
  /** Whether there are uses to take of a key that this process had not seen before. */
  readonly hasFirstUse: () => boolean;
  /** The last request of a key that was let pass here, taken or not, in epoch milliseconds; null if there was none. */
  readonly lastUsedAtMs: (keyId: string) => number | null;
}

interface Counted {
  requests: number;
  limited: number;
  lastUsedAtMs: number;
}

/** Counts by day and key, with nothing counted yet. */
export function createKeyUsage(): KeyUsage {
  let days = new Map<number, Map<string, Counted>>();
  let hasFirst = false;
  const lastUses = new Map<string, number>();
  const countedOf = (day: number, keyId: string) => {
    let keys = days.get(day);
    if (!keys) days.set(day, (keys = new Map()));
    let counted = keys.get(keyId);
    if (!counted) keys.set(keyId, (counted = { requests: 0, limited: 0, lastUsedAtMs: 0 }));
    return counted;
  };
  return {
    count: (keyId, wasLimited, nowMs) => {
      const counted = countedOf(Math.floor(nowMs / DAY_MS), keyId);
      counted.lastUsedAtMs = nowMs;
      if (wasLimited) {
        counted.limited += 1;
        return;
      }
      counted.requests += 1;
      hasFirst ||= !lastUses.has(keyId);
      lastUses.set(keyId, nowMs);
    },
    takeUsage: () => {
      const taken = days;
      days = new Map();
      hasFirst = false;
      return [...taken].flatMap(([day, keys]) => {
        const isoDay = isoDayOf(new Date(day * DAY_MS));
        return [...keys].map(([keyId, counted]) => ({ keyId, day: isoDay, ...counted }));
      });
    },
    putBack: (uses) => {
      for (const { keyId, day, requests, limited, lastUsedAtMs } of uses) {
        const counted = countedOf(Date.parse(day) / DAY_MS, keyId);
        counted.requests += requests;
        counted.limited += limited;
        counted.lastUsedAtMs = Math.max(counted.lastUsedAtMs, lastUsedAtMs);
      }
    },
    isWaiting: (keyId) => [...days.values()].some((keys) => keys.has(keyId)),
    hasFirstUse: () => hasFirst,
    lastUsedAtMs: (keyId) => lastUses.get(keyId) ?? null,
  };
}
