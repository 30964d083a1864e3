import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Kysely, Transaction } from 'kysely';
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

/** Keeps a document for ever, or one of ticks for as long as one of those in its span is kept; its number. */
export async function keepDocument(
  transaction: Transaction<Schema>,
  document: FixingDocument,
  span: TickSpan | null = null,
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

/** A document that figures came from, as it is kept. */
export interface StoredDocument {
  readonly source: string;
  readonly url: string;
  readonly fetchedAtMs: number;
  /** In bytes, unpacked. */
  readonly size: number;
  /** The bytes as gzip; null where the document was too large to keep, or is kept no longer. */
  readonly content: Uint8Array | null;
}

/** Fetches of the very same bytes that are looked at. */
const FETCHES_MAX = 100;

/** Reads every document with this SHA-256 (in lower-case hex), the first that was fetched first; it may have come several times. */
export async function readDocuments(db: Kysely<Schema>, sha256: string): Promise<readonly StoredDocument[]> {
  // body_of_sha256.
  const rows = await db
    .selectFrom('body')
    .select(['source', 'url', 'fetched_at', 'size', 'content'])
    .where('sha256', '=', sha256)
    .orderBy('fetched_at')
    .orderBy('id')
    .limit(FETCHES_MAX)
    .execute();
  return rows.map(({ source, url, fetched_at, size, content }) => ({
    source,
    url,
    fetchedAtMs: Number(fetched_at),
    size: Number(size),
    content,
  }));
}
