import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Transaction } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';

/** Larger documents are not kept; the rows taken from them are. */
const KEPT_DOCUMENT_BYTES = 64 * 1024;

/** The document that brought figures. */
export interface FixingDocument {
  readonly source: string;
  readonly url: string;
  readonly fetchedAtMs: number;
  readonly body: Uint8Array;
}

/** The first and the last instant of the ticks that a document brought. */
export interface TickSpan {
  readonly oldestAtMs: number;
  readonly newestAtMs: number;
}

/** Keeps a document of fixings or of daily bars for ever; its number. */
export async function keepDocument(
  transaction: Transaction<Schema>,
  document: FixingDocument,
): Promise<number> {
  return insertBody(transaction, document, null);
}

/** Keeps a document of ticks for as long as one of them is kept; its number. */
export async function keepTickDocument(
  transaction: Transaction<Schema>,
  document: FixingDocument,
  span: TickSpan,
): Promise<number> {
  return insertBody(transaction, document, span);
}

async function insertBody(
  transaction: Transaction<Schema>,
  document: FixingDocument,
  span: TickSpan | null,
): Promise<number> {
  const kept = document.body.byteLength <= KEPT_DOCUMENT_BYTES;
  const { id } = await transaction
    .insertInto('body')
    .values({
      source: document.source,
      url: document.url,
      fetched_at: document.fetchedAtMs,
      sha256: createHash('sha256').update(document.body).digest('hex'),
      size: document.body.byteLength,
      content: kept ? gzipSync(document.body) : null,
      tier: span ? 'minute' : null,
      oldest_at: span?.oldestAtMs ?? null,
      newest_at: span?.newestAtMs ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
