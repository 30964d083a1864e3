import type { WatchRule } from '#lib/domain/series/pair-watch';

/** Watches an account may have. */
export const WATCHES_MAX = 50;

/** A pair that an account watches: one unit of `from` in `to`. */
export interface WatchRow {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly rule: WatchRule;
  readonly createdAt: string;
  /** Whether it is so now, and will be told again only after it was not; null where no figure has said it yet. */
  readonly isBeyond: boolean | null;
}

/** A crossing that was noted once; instants are ISO texts in UTC. */
export interface FiredWatch extends Pick<WatchRow, 'from' | 'to' | 'rule'> {
  readonly id: string;
  readonly watchId: string;
  readonly at: string;
  /** The figure that crossed: one unit of `from` in `to`. */
  readonly rate: number;
  readonly source: string;
  readonly observedAt: string;
  /** The `X-Data-Version` of the answers that had it. */
  readonly version: string;
}

/** GET watches: both newest first. */
export interface Watches {
  readonly watches: readonly WatchRow[];
  /** The newest 100 of the last 90 days. */
  readonly fired: readonly FiredWatch[];
}

/** GET watches/lately: what was noted within the last 24 hours, newest first. */
export interface LatelyFired {
  readonly fired: readonly FiredWatch[];
}

/** What adding a watch answers. */
export interface AddedWatch {
  readonly watch: WatchRow;
}
