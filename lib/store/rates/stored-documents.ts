import type { Kysely } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';

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
