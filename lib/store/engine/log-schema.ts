import type { Generated } from 'kysely';
import type { LeafKind } from '#lib/domain/log/log-leaf';

/**
 * Entries of the log that are not hashed yet, in the order in which they were written, those of one document and kind in a row.
 * `figures` are 20 bytes each, the low byte first: the series as a 32-bit number, then instant and rate as doubles.
 */
export interface PendingLogTable {
  id: Generated<number>;
  kind: LeafKind;
  body_id: number;
  seen_at: number;
  figures: Uint8Array;
}

/**
 * 256 entries of the log: `content` is gzip of them as a bundle of tlog-tiles. Within which series and instants they lie is
 * written beside them, so that the entries of a figure are found.
 */
export interface LogBundleTable {
  bundle: number;
  leaves: number;
  series_first: number;
  series_last: number;
  ts_first: number;
  ts_last: number;
  content: Uint8Array;
}

/** Up to 256 hashes of the log's tree behind each other, as a tile of tlog-tiles has them. */
export interface LogTileTable {
  level: number;
  tile: number;
  hashes: Uint8Array;
}

/** Every head of the log that was signed; `root` is base64, `note` the signed note, `verifier_key` what checks it. */
export interface LogHeadTable {
  size: number;
  root: string;
  signed_at: number;
  verifier_key: string;
  note: string;
}

/** The tables of the log of figures. */
export interface LogSchema {
  log_pending: PendingLogTable;
  log_bundle: LogBundleTable;
  log_tile: LogTileTable;
  log_head: LogHeadTable;
}
