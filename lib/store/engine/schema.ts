import type { Generated, Selectable } from 'kysely';
import type { CheckKind } from '#lib/domain/health/check-kind';
import type { Health } from '#lib/domain/health/source-health';
import type { AccountSchema, ApiKeyTable } from './accounts-schema.ts';
import type { WatchSchema } from './watch-schema.ts';
import type { WebhookSchema } from './webhook-schema.ts';

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
  /** The finest tier of ticks that may still name the document; null for documents that are kept for ever. */
  tier: Generated<'minute' | 'hour' | 'day' | null>;
  /** When an operator took it back: none of its figures is restored any more. */
  taken_back_at: Generated<number | null>;
  /** The span of the ticks that were stored from it; null where `tier` is. */
  oldest_at: Generated<number | null>;
  newest_at: Generated<number | null>;
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
  status: Generated<Health | null>;
  /** The state of the health machine as JSON. */
  state: Generated<string | null>;
  changed_at: Generated<number | null>;
  interval_ms: Generated<number | null>;
}

/** A counter a subject, raised by every commit that other processes must notice. */
export interface RevisionTable {
  subject: string;
  n: number;
}

/** What became of a figure that the validation held back. */
export type QuarantineState = 'held' | 'released' | 'rejected';

/** The newest quote of a market series; `polled_at` is when a poll last showed it, changed or not. */
export interface NewestTickTable {
  series_id: number;
  rate: number;
  observed_at: number;
  polled_at: number;
  body_id: number;
}

/**
 * The ticks of a minute, an hour or a day that begins at `ts`: `at` and `rate` are the last real one's. `n` counts those that
 * made a row; 0 says that the figure is a publisher's daily bar, which may state neither `low` nor `high`.
 */
export interface TickTable {
  series_id: number;
  ts: number;
  at: number;
  rate: number;
  low: number | null;
  high: number | null;
  n: number;
  body_id: number;
}

/** Hours of a source that have ticks which the coarser tiers do not yet hold. */
export interface UnrolledTable {
  source: string;
  hour: number;
}

/** One check of a source, kept for a week. */
export interface HealthCheckTable {
  id: Generated<number>;
  source: string;
  at: number;
  kind: CheckKind;
  latency_ms: number;
  reason: string | null;
  sentence: string | null;
  accepted: number;
  rejected: number;
  held: number;
}

/** The checks of a source on a UTC day and the time that it spent in each state, kept for ever. */
export interface HealthDayTable {
  source: string;
  day: string;
  checks: number;
  passes: number;
  softs: number;
  hards: number;
  latency_sum_ms: number;
  worst: Health;
  operational_ms: number;
  degraded_ms: number;
  outage_ms: number;
}

/** A change of a source's state, append-only; `from_status` is null for the first. */
export interface HealthChangeTable {
  id: Generated<number>;
  source: string;
  at: number;
  from_status: Health | null;
  to_status: Health;
  reason: string | null;
  /** What kept the source from being operational, in one word; null where it is, and where it is not known. */
  cause: Generated<string | null>;
}

/** A time in which a source was not operational; `closed_at` is null while it goes on. */
export interface IncidentTable {
  source: string;
  opened_at: number;
  closed_at: number | null;
  worst: Health;
  cause: string | null;
  reason: string | null;
  first_failed_at: number | null;
  last_failed_at: number | null;
  failures: number;
  updated_at: number;
}

/** What the operator says on the status page; `affects` is a comma list, and only planned maintenance has bounds. */
export interface StatusNoteTable {
  id: Generated<number>;
  text: string;
  affects: string;
  written_at: number;
  from_at: number | null;
  until_at: number | null;
  ended_at: Generated<number | null>;
}

/** What a held figure is: of a bank's day, a live quote, or the closing price of a market's day. */
export type QuarantineKind = 'fixing' | 'tick' | 'bar';

/** A figure that the validation held back, and what became of it. */
export interface QuarantineTable {
  id: Generated<number>;
  source: string;
  kind: QuarantineKind;
  base: string;
  quote: string;
  rate: number;
  observed_at: number;
  rule: string;
  first_seen_at: number;
  last_seen_at: number;
  polls: number;
  repetitions: number;
  state: QuarantineState;
  decided_at: number | null;
  decided_by: 'rule' | 'operator' | null;
  body_id: number | null;
}

/** What brought a withheld document. */
export type WithheldOrigin = 'poll' | 'backfill' | 'import';

/** A document of which nothing is stored until an operator decides; `content` is gzip. */
export interface WithheldDocumentTable {
  id: Generated<number>;
  source: string;
  origin: WithheldOrigin;
  url: string;
  fetched_at: number;
  sha256: string;
  content: Uint8Array;
  rule: string;
  figures: number;
  sentence: string;
  first_seen_at: number;
  last_seen_at: number;
  state: QuarantineState;
  decided_at: Generated<number | null>;
  decided_by: Generated<'rule' | 'operator' | null>;
}

/** How many figures of a source a rule refused on a UTC day, and the newest of them. */
export interface RefusalTable {
  day: string;
  source: string;
  rule: string;
  n: number;
  example: string;
}

/** A stored figure that a rule finds remarkable. */
export interface FigureFlagTable {
  series_id: number;
  ts: number;
  rule: string;
}

/** A part of a source's history that was fetched whole. */
export interface BackfillPartTable {
  source: string;
  part: string;
  done_at: number;
  observations: number;
  revised: number;
}

/** Who may do what only one process does. */
export interface LeaseTable {
  name: string;
  holder: string;
  expires_at: number;
}

/** A public Ed25519 key that signs receipts, numbered by its rotation; `x` is the key in base64url, `kid` its thumbprint. */
export interface ReceiptKeyTable {
  n: number;
  kid: string;
  x: string;
  since: number;
}

/** A signed receipt, as it was given. */
export interface ReceiptTable {
  id: string;
  issued_at: number;
  jws: string;
}

/** A figure that a receipt stands on; neither it nor its document is removed when its time is over. */
export interface ReceiptLegTable {
  receipt_id: string;
  position: number;
  series_id: number;
  at: number;
  rate: number;
  body_id: number | null;
}

/** Every table; instants are epoch milliseconds UTC as bigint. */
export interface Schema extends AccountSchema, WatchSchema, WebhookSchema {
  series: SeriesTable;
  obs_day: DayObservationTable;
  obs_revision: ObservationRevisionTable;
  body: BodyTable;
  config_history: ConfigHistoryTable;
  source_state: SourceStateTable;
  revision: RevisionTable;
  tick_newest: NewestTickTable;
  tick_recent: TickTable;
  tick_minute: TickTable;
  tick_hour: TickTable;
  tick_day: TickTable;
  tick_unrolled: UnrolledTable;
  health_check: HealthCheckTable;
  health_day: HealthDayTable;
  health_change: HealthChangeTable;
  incident: IncidentTable;
  status_note: StatusNoteTable;
  quarantine: QuarantineTable;
  withheld_document: WithheldDocumentTable;
  door_refusal: RefusalTable;
  obs_flag: FigureFlagTable;
  backfill_part: BackfillPartTable;
  lease: LeaseTable;
  receipt_key: ReceiptKeyTable;
  receipt: ReceiptTable;
  receipt_leg: ReceiptLegTable;
}

export type ApiKeyRow = Selectable<ApiKeyTable>;
