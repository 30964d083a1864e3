import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { defineLongEndpoint } from '#lib/api/endpoint';
import { documentsContract } from '#lib/contract/endpoints/documents';
import { UNKNOWN_DOCUMENT } from '#lib/contract/errors';
import type { DocumentFactsResponse } from '#lib/contract/responses';
import { isoDayOf } from '#lib/domain/iso-day';
import { fail, ok } from '#lib/domain/result';

/** GET /v1/documents/{sha256}: a publisher's document itself where its terms allow that and it is kept, else what is known of it. */
export const documents = defineLongEndpoint(documentsContract, {
  readsDatabase: true,
  figuresMax: () => 1,
  answer: async (reads, { sha256 }, { sources }) => {
    const { readDocuments } = await reads.history();
    const stored = await readDocuments(sha256);
    // Those of other sources are as unknown to a caller as those that there are not.
    const seen = stored.flatMap((document) => {
      const id = sources.find((source) => source.id === document.source)?.id;
      const terms = id && reads.documentTerms(id);
      return terms ? [{ ...document, source: id, ...terms }] : [];
    });
    for (const { source, fetchedAtMs, content, mayPassOnDocuments } of seen) {
      if (!mayPassOnDocuments || content === null) continue;
      const bytes = unpacked(content, sha256);
      const name = `${source}-${isoDayOf(new Date(fetchedAtMs))}-${sha256.slice(0, 8)}.${endingOf(bytes)}`;
      return ok({ file: { bytes, sha256, name } });
    }
    const [first] = seen;
    if (!first) return fail(UNKNOWN_DOCUMENT);
    const body: DocumentFactsResponse = {
      sha256,
      source: first.source,
      url: first.url,
      firstSeenAt: new Date(first.fetchedAtMs).toISOString(),
      size: first.size,
      kept: seen.some(({ content }) => content !== null),
      reason: first.mayPassOnDocuments ? 'not_kept' : 'terms',
      terms: first.terms,
      credit: first.attribution,
    };
    return ok({ body, stale: false });
  },
});

/** The bytes of a document, on a buffer of their own. Throws where they are not those that were stored: damage is a fault here. */
function unpacked(content: Uint8Array, sha256: string): Uint8Array {
  const bytes = new Uint8Array(gunzipSync(content));
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`the stored document ${sha256} is damaged: its SHA-256 is ${found}`);
  return bytes;
}

/** What each form of document that the publishers send begins with, and the usual end of its name. */
const BEGINNINGS = [
  ['PK', 'zip'],
  ['<', 'xml'],
  ['{', 'json'],
  ['[', 'json'],
] as const;

/** The end of a file's name; what is none of the others is a table of text. */
function endingOf(bytes: Uint8Array): string {
  const start = new TextDecoder().decode(bytes.subarray(0, 16)).trimStart();
  return BEGINNINGS.find(([beginning]) => start.startsWith(beginning))?.[1] ?? 'csv';
}
