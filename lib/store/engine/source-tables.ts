import type { CheckKind } from '#lib/domain/health/check-kind';
import type { Health } from '#lib/domain/health/source-health';
import {
  bigint,
  bytes,
  double,
  integer,
  numbered,
  orNull,
  type TableDescription,
  text,
} from './table-description.ts';

/** What became of a figure or a document that the validation held back. */
export type HeldState = 'held' | 'released' | 'rejected';

/** What a held figure is: of a bank's day, a live quote, or the closing price of a market's day. */
export type HeldFigureKind = 'fixing' | 'tick' | 'bar';

/** The tables of sources, of what the validation held back, of receipts, and of the service itself. */
export const SOURCE_TABLES = {
  /** The enabled sources in priority order, one row each time they changed. */
  config_history: { columns: { at: bigint(), sources: text() }, key: ['at'] },
  /** What the newest checks of a source said. */
  source_state: {
    columns: {
      source: text(),
      latency_ms: integer(),
      last_checked_at: bigint(),
      last_passed_at: orNull(bigint()),
      reason: orNull(text()),
      status: orNull(text<Health>()),
      /** The state of the health machine as JSON. */
      state: orNull(text()),
      changed_at: orNull(bigint()),
      interval_ms: orNull(bigint()),
    },
    key: ['source'],
  },
  /** One check of a source, kept for a week. */
  health_check: {
    columns: {
      id: numbered(),
      source: text(),
      at: bigint(),
      kind: text<CheckKind>(),
      latency_ms: integer(),
      reason: orNull(text()),
      sentence: orNull(text()),
      accepted: integer(),
      rejected: integer(),
      held: integer(),
    },
    key: ['id'],
    indexes: { health_check_of_source: '(source, at)' },
  },
  /** The checks of a source on a UTC day and the time that it spent in each state, kept for ever. */
  health_day: {
    columns: {
      source: text(),
      day: text(),
      checks: integer(),
      passes: integer(),
      softs: integer(),
      hards: integer(),
      latency_sum_ms: bigint(),
      worst: text<Health>(),
      operational_ms: bigint(),
      degraded_ms: bigint(),
      outage_ms: bigint(),
    },
    key: ['day', 'source'],
    isClustered: true,
  },
  /** A change of a source's state, append-only; `from_status` is null for the first. */
  health_change: {
    columns: {
      id: numbered(),
      source: text(),
      at: bigint(),
      from_status: orNull(text<Health>()),
      to_status: text<Health>(),
      reason: orNull(text()),
      /** What kept the source from being operational, in one word; null where it is, and where it is not known. */
      cause: orNull(text()),
    },
    key: ['id'],
    indexes: { health_change_of_source: '(source, at)', health_change_at: '(at)' },
  },
  /** A time in which a source was not operational; `closed_at` is null while it goes on. */
  incident: {
    columns: {
      source: text(),
      opened_at: bigint(),
      closed_at: orNull(bigint()),
      worst: text<Health>(),
      cause: orNull(text()),
      reason: orNull(text()),
      first_failed_at: orNull(bigint()),
      last_failed_at: orNull(bigint()),
      failures: integer(),
      updated_at: bigint(),
    },
    key: ['source', 'opened_at'],
    isClustered: true,
    indexes: { incident_opened_at: '(opened_at)' },
  },
  /** What the operator says on the status page; `affects` is a comma list, and only planned maintenance has bounds. */
  status_note: {
    columns: {
      id: numbered(),
      text: text(),
      affects: text(),
      written_at: bigint(),
      from_at: orNull(bigint()),
      until_at: orNull(bigint()),
      ended_at: orNull(bigint()),
    },
    key: ['id'],
  },
  /**
   * A figure or a whole document that the validation held back, and what became of it: `subject` says what it is of. A document
   * has `url` to `content`, its bytes as gzip while it is held; a figure the columns of its pair, and `body_id`.
   */
  held: {
    columns: {
      id: numbered(),
      source: text(),
      kind: text<HeldFigureKind | 'document'>(),
      subject: text(),
      base: orNull(text()),
      quote: orNull(text()),
      rate: orNull(double()),
      observed_at: orNull(bigint()),
      rule: text(),
      figures: integer(),
      sentence: orNull(text()),
      first_seen_at: bigint(),
      last_seen_at: bigint(),
      polls: integer(),
      repetitions: integer(),
      state: text<HeldState>(),
      decided_at: orNull(bigint()),
      decided_by: orNull(text<'rule' | 'operator'>()),
      body_id: orNull(integer()),
      url: orNull(text()),
      fetched_at: orNull(bigint()),
      sha256: orNull(text()),
      content: orNull(bytes()),
    },
    key: ['id'],
    indexes: { held_by_state: '(state, source, id)', held_of_source: '(source, id)' },
  },
  /** How many figures of a source a rule refused on a UTC day, and the newest of them. */
  door_refusal: {
    columns: { day: text(), source: text(), rule: text(), n: integer(), example: text() },
    key: ['day', 'source', 'rule'],
    isClustered: true,
  },
  /** A part of a source's history that was fetched whole. */
  backfill_part: {
    columns: { source: text(), part: text(), done_at: bigint(), observations: integer(), revised: integer() },
    key: ['source', 'part'],
    isClustered: true,
  },
  /** Who may do what only one process does. */
  lease: {
    columns: { name: text(), holder: text(), expires_at: bigint() },
    key: ['name'],
    isOfOneRun: true,
  },
  /** A public Ed25519 key that signed receipts, the first of them at `since`; `x` is the key in base64url, `kid` its thumbprint. */
  receipt_key: { columns: { kid: text(), x: text(), since: bigint() }, key: ['kid'] },
  /** A signed receipt, as it was given. */
  receipt: { columns: { id: text(), issued_at: bigint(), jws: text() }, key: ['id'] },
  /** A figure that a receipt stands on; neither it nor its document is removed when its time is over. */
  receipt_leg: {
    columns: {
      receipt_id: text('references receipt (id)'),
      position: integer(),
      series_id: integer(),
      at: bigint(),
      rate: double(),
      body_id: orNull(integer()),
    },
    key: ['receipt_id', 'position'],
    indexes: { receipt_leg_figure: '(series_id, at)' },
  },
  /** A counter for each subject, raised by every commit that other processes must notice. */
  revision: { columns: { subject: text(), n: bigint() }, key: ['subject'] },
} as const satisfies Readonly<Record<string, TableDescription>>;
