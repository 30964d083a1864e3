import type { Generated } from 'kysely';

/** What an account waits for; a row is never changed but for what was last found. */
export interface PairWatchTable {
  id: string;
  account_id: string;
  base: string;
  quote: string;
  kind: 'above' | 'below';
  /** A rate, one unit of base in quote. */
  threshold: number;
  created_at: number;
  /** Whether it was so at the last look: 0 or 1; null where that is not known. */
  is_beyond: number | null;
}

/** A crossing, noted once; goes with its watch. */
export interface WatchEventTable {
  id: Generated<number>;
  watch_id: string;
  at: number;
  rate: number;
  source: string;
  observed_at: number;
  /** Of the snapshot that the rate was found in. */
  version: string;
}

/** The tables of what accounts watch. */
export interface WatchSchema {
  pair_watch: PairWatchTable;
  watch_event: WatchEventTable;
}
