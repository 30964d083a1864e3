import process from 'node:process';
import type { MessagePort } from 'node:worker_threads';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { ok } from '#lib/domain/result';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import {
  type AnswerTask,
  END,
  type MadeAnswer,
  type ThreadMessage,
  type ThreadStart,
} from './answer-messages.ts';
import { IN_THREAD } from '#lib/api/endpoints/long';
import { compressedFor, type SerialisedAnswer, serialiseAnswer } from './prepared-answer.ts';
import type { SeriesColumns } from '#lib/api/history/series-columns';
import { createThreadReads, type DescribedSource } from './thread-reads.ts';

/** Makes the answers that are asked for through `port`; `descriptions` are those of every source there is. */
export function serveAnswers(
  port: MessagePort,
  start: ThreadStart,
  descriptions: readonly DescribedSource[],
): void {
  let newest: RateSnapshot | null = null;
  // A newer snapshot than an answer's own gives figures of a commit that its asker finds out about, as if they came from the database.
  const revisionOf = (source: string) => newest?.sources.find(({ id }) => id === source)?.revision ?? null;
  const tell = (message: ThreadMessage, handedOver: ArrayBuffer[] = []) =>
    port.postMessage(message, handedOver);
  const reads = createThreadReads(start, descriptions, revisionOf);
  const readAhead = readAheadOnce(reads.history);
  const make = async ({
    endpoint: name,
    query,
    coding,
    sources,
    askedAt,
  }: AnswerTask): Promise<MadeAnswer> => {
    const endpoint = IN_THREAD.find((candidate) => candidate.name === name);
    // While this answer waits for the database, another task may bring a newer one.
    const snapshot = newest;
    if (!endpoint || !snapshot) throw new Error(`${name} is not answered in a thread`);
    const seen = { ...snapshot, sources: snapshot.sources.filter(({ id }) => sources.includes(id)) };
    const answer = await endpoint.answer({ ...reads, askedAt }, query, seen);
    const revision = endpoint.readsDatabase ? (await (await reads.history()).readRevisions()).rates : null;
    const made = answer.ok ? ok(compressedFor(coding, serialiseAnswer(answer.value, descriptions))) : answer;
    const { toStore = null } = answer.ok && 'body' in answer.value ? answer.value : {};
    return { made, revision, toStore };
  };
  port.on('message', async (task: AnswerTask | typeof END) => {
    // Of a thread, this ends the thread alone.
    if (task === END) process.exit();
    newest = task.snapshot ?? newest;
    try {
      const made = await make(task);
      tell({ id: task.id, kind: 'made', ...made }, made.made.ok ? buffersOf(made.made.value) : []);
      if (newest) readAhead(newest);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      tell({ id: task.id, kind: 'failed', error, isAway: error instanceof DatabaseUnavailable });
    }
  });
}

/** What is handed over instead of copied. */
function buffersOf({ body, gzipped }: SerialisedAnswer): ArrayBuffer[] {
  return [body, gzipped].flatMap((bytes) =>
    bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [],
  );
}

/** Once somebody was answered, what others will ask for is read, so that a first history is as quick as the next. */
function readAheadOnce(history: () => Promise<SeriesColumns>): (snapshot: RateSnapshot) => void {
  let isBusy = false;
  let readFor: RateSnapshot | null = null;
  return async (snapshot) => {
    if (isBusy || snapshot === readFor) return;
    isBusy = true;
    try {
      await (await history()).readAhead(snapshot);
      readFor = snapshot;
    } catch {
      // Whoever asks for a history next meets the same trouble, and is told of it.
    } finally {
      isBusy = false;
    }
  };
}
