import { ok } from '#lib/domain/result';

import type { Documents, SourceDocument } from './source.ts';

type Failure = (Documents & { readonly ok: false })['error'];

/** How a publisher is asked for several series. */
export interface SeriesCall<Series> {
  readonly series: readonly Series[];
  /** Asks for some of them in one call. */
  readonly ask: (some: readonly Series[]) => Promise<Documents>;
  /** Whether a refusal of the list may be about one of its codes: only then may a shorter list help. */
  readonly mayBeOneCode: (failure: Failure) => boolean;
  /** Waits before the next call. */
  readonly pause: () => Promise<void>;
}

/** So many failures before the first answer are about us and not about a code: publishers block whole address ranges. */
const FAILURES_BEFORE_AN_ANSWER_MAX = 3;

/**
 * Fetches all series in one call, and where the publisher refuses that, one call a series, because one unknown code has the
 * whole list refused. Then every series that answered has a document of its own, and fewer than half of them are a failure.
 */
export async function fetchSeries<Series extends { readonly code: string }>(
  call: SeriesCall<Series>,
): Promise<Documents> {
  const { series, ask, mayBeOneCode, pause } = call;
  const list = await ask(series);
  if (list.ok || !mayBeOneCode(list.error)) return list;
  const documents: SourceDocument[] = [];
  let answers = 0;
  let failures = 0;
  for (const one of series) {
    await pause();
    const answer = await ask([one]);
    if (answer.ok) {
      answers += 1;
      documents.push(...answer.value);
      continue;
    }
    failures += 1;
    const isHopeless = answers === 0 && failures >= FAILURES_BEFORE_AN_ANSWER_MAX;
    if (isHopeless || failures > series.length / 2 || answer.error.kind === 'aborted') {
      const sentence =
        `${list.error.sentence} One series at a time: ${answers} of the first ${answers + failures} ` +
        `(of ${series.length}) answered; ${one.code}: ${answer.error.sentence}`;
      return { ok: false, error: { ...answer.error, sentence } };
    }
  }
  return ok(documents);
}
