import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '#lib/domain/durations';
import { addDays, type IsoDay } from '#lib/domain/iso-day';
import type { Pair } from '#lib/domain/rates/pair';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import {
  type PastFigure,
  readRule,
  watchedFigure,
  type WatchedFigure,
  type WatchReading,
  type WatchRule,
} from '#lib/domain/series/pair-watch';

/** Where watched figures come from. */
export interface WatchFigures {
  /** The newest figures, from which `/v1/rates/pair` answers. */
  readonly snapshot: () => RateSnapshot;
  /** The rate of a UTC day that is over, as `/v1/rates/pair` answers it; null where there is none. */
  readonly rateOfDay: (pair: Pair, day: IsoDay) => Promise<number | null>;
}

/** What is watched: a pair, and what of it. */
export interface Watched extends Pair {
  readonly rule: WatchRule;
}

/** The figure of a watched pair; `reading` is null where a move lacks every day to measure from. */
export interface LookedAt {
  readonly figure: WatchedFigure;
  readonly reading: WatchReading | null;
}

/** Looks at watches in a snapshot. */
export interface WatchReader {
  readonly snapshot: () => RateSnapshot;
  /** Null where the snapshot has no rate that is current. */
  readonly lookAt: (watched: Watched, snapshot: RateSnapshot) => Promise<LookedAt | null>;
}

/** Days of pairs that are remembered: every pair of some hundred accounts. */
const DAYS_KEPT = 20_000;

/**
 * Past days that moves are measured from are asked for again when a bank has published, and once an hour, as the history of a
 * market may still come.
 */
export function createWatchReader({ snapshot, rateOfDay }: WatchFigures): WatchReader {
  const known = new LRUCache<string, { readonly rate: number | null }>({ max: DAYS_KEPT, ttl: HOUR_MS });
  let knownOf = '';
  const readDay = async (pair: Pair, day: IsoDay) => {
    const name = `${pair.base}/${pair.quote} ${day}`;
    const held = known.get(name);
    if (held) return held.rate;
    const rate = await rateOfDay(pair, day);
    known.set(name, { rate });
    return rate;
  };
  return {
    snapshot,
    lookAt: async ({ rule, ...pair }, seen) => {
      const figure = watchedFigure(seen, pair);
      if (figure === null) return null;
      const commits = commitsOfBanks(seen);
      if (commits !== knownOf) known.clear();
      knownOf = commits;
      const past: PastFigure[] = [];
      for (let ago = 1; rule.kind === 'moved' && ago <= rule.days; ago += 1) {
        const day = addDays(seen.today, -ago);
        const rate = await readDay(pair, day);
        if (rate !== null) past.push({ day, rate });
      }
      return { figure, reading: readRule(rule, figure.rate, past) };
    },
  };
}

/** Changes whenever a bank's figures did. */
function commitsOfBanks({ sources }: RateSnapshot): string {
  const banks = sources.filter(({ cadence }) => cadence === 'fixing');
  return banks.map(({ id, revision }) => `${id} ${revision}`).join();
}
