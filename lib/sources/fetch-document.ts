import { setTimeout } from 'node:timers/promises';

import { ok, type Result } from '#lib/domain/result';
import type { GetOptions, HttpClient, HttpFailure } from '#lib/platform/http-client';

import type { Documents, SourceDocument } from './source.ts';

/** Fetches one document, whatever version of it there is. */
export async function fetchDocument(
  http: HttpClient,
  address: URL,
  options: GetOptions,
): Promise<Result<SourceDocument, HttpFailure>> {
  const answer = await http.get(address.href, options);
  if (!answer.ok) return answer;
  const { url, body, fetchedAt } = answer.value;
  return ok({ url, body, fetchedAt });
}

/** A failure whose sentence also says what its status means at this publisher, where that is known. */
export function explainStatus(failure: HttpFailure, meanings: ReadonlyMap<number, string>): HttpFailure {
  const meaning = failure.kind === 'status' ? meanings.get(failure.status) : undefined;
  return meaning === undefined ? failure : { ...failure, sentence: `${failure.sentence} ${meaning}` };
}

/** What a second choice came to; where both failed, the sentence tells of both. */
export function secondChoice(first: Documents & { readonly ok: false }, second: Documents): Documents {
  if (second.ok) return second;
  const sentence = `${first.error.sentence} Second choice: ${second.error.sentence}`;
  return { ok: false, error: { ...second.error, sentence } };
}

/** The pause between two calls. A stop ends it without a failure: the next call then says that it was stopped. */
export async function pauseCalls(pauseMs: number, signal: AbortSignal | undefined): Promise<void> {
  await setTimeout(pauseMs, undefined, signal && { signal }).catch(() => undefined);
}

/**
 * A reading of documents that remembers what it has read: a fetch must read to know whether it has figures, and the
 * caller's reading of the same document is then free.
 */
export function rememberReading<Read>(read: (document: SourceDocument) => Read): typeof read {
  const known = new WeakMap<SourceDocument, Read>();
  return (document) => {
    const result = known.get(document) ?? read(document);
    known.set(document, result);
    return result;
  };
}
