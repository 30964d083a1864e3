import type { PublishedTick } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';

import type { DocumentTicks, LayoutError, SourceDocument, TickSource } from './source.ts';
import { rememberReading } from './fetch-document.ts';

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
