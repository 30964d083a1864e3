import type { PublishedTick } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import type { HttpClient, HttpFailure } from '#lib/platform/http-client';

import type { DocumentTicks, Documents, LayoutError, SourceDocument, Stated, TickSource } from './source.ts';
import { pauseCalls, rememberReading } from './fetch-document.ts';

/** Reads the quotes of one document. */
export type ReadTicks = (document: SourceDocument) => Result<Stated<PublishedTick>, LayoutError>;

/**
 * Makes, of a source's way to read one document, the `parse` of a whole poll, and a `read` for its fetch. Both remember
 * what they read: a fetch must read to know whether it has quotes, and the caller's parse is then free.
 */
export function documentTicks(readOnce: ReadTicks): {
  readonly read: ReadTicks;
  readonly parse: TickSource['parse'];
} {
  const read = rememberReading(readOnce);
  const parse: TickSource['parse'] = (documents) => {
    const poll: DocumentTicks[] = [];
    for (const document of documents) {
      const stated = read(document);
      if (!stated.ok) return stated;
      poll.push({ document, ticks: stated.value.figures, leftOut: stated.value.leftOut });
    }
    return ok(poll);
  };
  return { read, parse };
}

/** Where a market is asked, and over what. */
export interface MarketCall {
  readonly http: HttpClient;
  readonly address: URL;
  readonly isOperatorAddress: boolean;
  readonly signal: AbortSignal | undefined;
}

/** How a poll is divided into calls. */
interface PollDivision {
  /** So many pairs are asked for in one call. */
  readonly size: number;
  readonly read: ReadTicks;
  /** The pause between two calls; none unless given. */
  readonly pauseMs?: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Asks for pairs `size` at a time, one part after the other; every document has quotes. A part that fails or cannot be read
 * does not cost the others, until more than half of the pairs are lost: then no further one is asked, and the failure is
 * the first one's.
 */
export async function fetchInParts(
  pairs: readonly string[],
  { size, read, pauseMs = 0, signal }: PollDivision,
  ask: (part: readonly string[]) => Promise<Result<SourceDocument, HttpFailure | LayoutError>>,
): Promise<Documents> {
  const documents: SourceDocument[] = [];
  const lost: string[] = [];
  let first: (Documents & { readonly ok: false }) | null = null;
  for (let start = 0; start < pairs.length; start += size) {
    if (start > 0 && pauseMs > 0) await pauseCalls(pauseMs, signal);
    const part = pairs.slice(start, start + size);
    const document = await ask(part);
    const stated = document.ok ? read(document.value) : document;
    if (document.ok && stated.ok) {
      documents.push(document.value);
      continue;
    }
    if (stated.ok) continue;
    if (stated.error.kind === 'aborted') return stated;
    lost.push(...part);
    first ??= stated;
    if (2 * lost.length > pairs.length) {
      const sentence = `${lost.length} of ${pairs.length} pairs are lost; the first, ${lost[0]}: ${first.error.sentence}`;
      return { ok: false, error: { ...first.error, sentence } };
    }
  }
  return ok(documents);
}
