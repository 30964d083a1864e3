import { setImmediate as otherWork } from 'node:timers/promises';

import type { Result } from '#lib/domain/result';

/** What a poll and a document of history do differently on the path that both take. */
export interface Steps<Documents, Read, Judged, Failure, Taken> {
  /** The documents' figures, each checked by itself. */
  readonly read: (documents: Documents) => Promise<Result<Read, Failure>>;
  /** What becomes of the figures by what is stored and by the other sources. */
  readonly judge: (read: Read) => Promise<Result<Judged, Failure>>;
  /** Stores all that came of it in one transaction; of a failure, what it says of the source. */
  readonly store: (judged: Result<Judged, Failure>, attempt: number) => Promise<Taken | typeof OVERTAKEN>;
}

/** Nothing was stored, as what the figures were judged by has changed meanwhile: they are judged again. */
export const OVERTAKEN = Symbol('overtaken');

/**
 * The path of everything that publishers send, from the bytes, or why there are none, to what is stored. Each step on thousands of
 * figures takes milliseconds: requests that wait are answered in between.
 */
export async function takeIn<Documents, Read, Judged, Failure, Taken>(
  documents: Result<Documents, Failure>,
  { read, judge, store }: Steps<Documents, Read, Judged, Failure, Taken>,
): Promise<Taken> {
  await otherWork();
  const figures = documents.ok ? await read(documents.value) : documents;
  for (let attempt = 1; ; attempt += 1) {
    await otherWork();
    const judged = figures.ok ? await judge(figures.value) : figures;
    await otherWork();
    const taken = await store(judged, attempt);
    if (taken !== OVERTAKEN) return taken;
  }
}
