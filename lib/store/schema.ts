import type { Generated, Insertable, Selectable } from 'kysely';

/** The figures of one source for one pair, in the published direction. */
export interface SeriesTable {
  id: Generated<number>;
  source: string;
  base: string;
  quote: string;
}

/**
 * The newest revision of each fixing. Identity is the day: `ts` is the fixing instant of that day in epoch milliseconds.
 * When it was first seen is `fetched_at` of its document.
 */
export interface DayObservationTable {
  series_id: number;
  ts: number;
  rate: number;
  body_id: number;
}

/** Figures that a publisher replaced, append-only; `replaced_at` is when the newer one was first seen here. */
export interface ObservationRevisionTable {
  series_id: number;
  ts: number;
  rate: number;
  body_id: number;
  replaced_at: number;
}

/** One row a document that brought a figure; `content` is gzip and kept for small documents only. */
export interface BodyTable {
  id: Generated<number>;
  source: string;
  url: string;
  fetched_at: number;
  sha256: string;
  size: number;
  content: Uint8Array | null;
}

/** The enabled sources in priority order, one row each time they changed. */
export interface ConfigHistoryTable {
  at: number;
  sources: string;
}

/** What the newest checks of a source said. */
export interface SourceStateTable {
  source: string;
  latency_ms: number;
  last_checked_at: number;
  last_passed_at: number | null;
  reason: string | null;
}

/** A counter a subject, raised by every commit that other processes must notice. */
export interface RevisionTable {
  subject: string;
  n: number;
}

/** Who owns keys. */
export interface AccountTable {
  id: string;
  email: string;
  created_at: number;
}

/** An API key; the key itself is never stored, only its SHA-256 in hex. */
export interface ApiKeyTable {
  id: string;
  account_id: string;
  hash: string;
  prefix: string;
  last4: string;
  name: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  limit_per_minute: number | null;
}

/** Every table; instants are epoch milliseconds UTC as bigint. */
export interface Schema {
  series: SeriesTable;
  obs_day: DayObservationTable;
  obs_revision: ObservationRevisionTable;
  body: BodyTable;
  config_history: ConfigHistoryTable;
  source_state: SourceStateTable;
  revision: RevisionTable;
  account: AccountTable;
  api_key: ApiKeyTable;
  /** Of one connection and one load: what is about to be merged. */
  staged_fixing: Omit<DayObservationTable, 'body_id'>;
}

export type NewBody = Insertable<BodyTable>;
export type ApiKeyRow = Selectable<ApiKeyTable>;
