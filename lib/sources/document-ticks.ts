import type { PublishedTick } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';

import type { DocumentTicks, LayoutError, SourceDocument, TickSource, Documents } from './source.ts';
import { rememberReading } from './fetch-document.ts';
import type { HttpClient, HttpFailure } from '#lib/platform/http-client';

/** Reads the quotes of one document. */
export type ReadTicks = (document: SourceDocument) => Result<readonly PublishedTick[], LayoutError>;

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
      const ticks = read(document);
      if (!ticks.ok) return ticks;
      poll.push({ document, ticks: ticks.value });
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

/** Asks for pairs `size` at a time, one part after the other; every document must have quotes. */
export async function fetchInParts(
  pairs: readonly string[],
  { size, read }: { readonly size: number; readonly read: ReadTicks },
  ask: (part: readonly string[]) => Promise<Result<SourceDocument, HttpFailure>>,
): Promise<Documents> {
  const documents: SourceDocument[] = [];
  for (let start = 0; start < pairs.length; start += size) {
    const document = await ask(pairs.slice(start, start + size));
    if (!document.ok) return document;
    const ticks = read(document.value);
    if (!ticks.ok) return ticks;
    documents.push(document.value);
  }
  return ok(documents);
}
