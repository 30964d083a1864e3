import { DAY_MS, type IsoDay, isoDayOf } from '#lib/domain/iso-day';

/** What a key was used for on a UTC day since the counts were last taken. */
export interface KeyUse {
  readonly keyId: string;
  readonly day: IsoDay;
  /** Requests that were let pass, whatever their answer. */
  readonly requests: number;
  /** Requests that its limit refused. */
  readonly limited: number;
  /** The minute of the last one, in epoch milliseconds. */
  readonly lastUsedAtMs: number;
}

/** Counts in memory; a process that is killed loses what was not taken yet. */
export interface KeyUsage {
  readonly count: (keyId: string, wasLimited: boolean, nowMs: number) => void;
  /** Everything since the last call, which begins anew. */
  readonly takeUsage: () => readonly KeyUse[];
  /** Puts back what could not be kept. */
  readonly putBack: (uses: readonly KeyUse[]) => void;
}

interface Counted {
  requests: number;
  limited: number;
  lastUsedAtMs: number;
}

const MINUTE_MS = 60_000;

/** Counts by day and key, with nothing counted yet. */
export function createKeyUsage(): KeyUsage {
  let days = new Map<number, Map<string, Counted>>();
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
      if (wasLimited) counted.limited += 1;
      else counted.requests += 1;
      counted.lastUsedAtMs = nowMs - (nowMs % MINUTE_MS);
    },
    takeUsage: () => {
      const taken = days;
      days = new Map();
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
  };
}
