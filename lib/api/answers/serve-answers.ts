import process from 'node:process';
import type { MessagePort } from 'node:worker_threads';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { isPegSource, type PegSource, type SourceDescription } from '#lib/domain/rates/stored-source';
import { expectedDays } from '#lib/domain/series/coverage';
import type { SourceId } from '#lib/domain/source-id';
import { ok } from '#lib/domain/result';
import { openReads } from '#lib/store/open-store';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import {
  type AnswerReply,
  type AnswerTask,
  END,
  type MadeAnswer,
  type ThreadStart,
} from './answer-messages.ts';
import type { DocumentTerms } from '#lib/api/endpoint';
import { IN_THREAD } from '#lib/api/endpoints/long';
import { compressedFor, type SerialisedAnswer, serialiseAnswer } from './prepared-answer.ts';
import { createDayColumns } from '#lib/api/history/day-columns';
import { createDayRates } from '#lib/api/history/day-rates';
import { createReceiptSigner } from '#lib/api/receipts/receipt-signer';
import { createSeriesColumns, type SeriesColumns } from '#lib/api/history/series-columns';

/** What is known of a source without asking it. */
type DescribedSource = (SourceDescription & DocumentTerms) | PegSource;

/** Makes the answers that are asked for through `port`; `descriptions` are those of every source there is. */
export function serveAnswers(
  port: MessagePort,
  start: ThreadStart,
  descriptions: readonly DescribedSource[],
): void {
  let newest: RateSnapshot | null = null;
  // A newer snapshot than an answer's own gives figures of a commit that its asker finds out about, as if they came from the database.
  const revisionOf = (source: string) => newest?.sources.find(({ id }) => id === source)?.revision ?? null;
  const opened = openedWhenAsked(async () => {
    const store = await openReads(start);
    const history = createSeriesColumns(store, revisionOf);
    const dayRates = createDayRates(store, descriptions);
    const receipts = createReceiptSigner(start.issuer, store);
    return { history, dayColumns: createDayColumns(history), dayRates, receipts };
  });
  const history = async () => (await opened()).history;
  const reads = {
    history,
    dayColumns: async () => (await opened()).dayColumns,
    dayRates: async () => (await opened()).dayRates,
    receipts: async () => (await opened()).receipts,
    expectedDays: (id: SourceId, now: Date) => {
      const source = descriptions.find((candidate) => candidate.id === id);
      return Promise.resolve(!source || isPegSource(source) ? null : expectedDays(source, now));
    },
    documentTerms: (id: SourceId) => {
      const source = descriptions.find((candidate) => candidate.id === id);
      return !source || isPegSource(source) ? null : source;
    },
  };
  const readAhead = readAheadOnce(history);
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
    const revision = endpoint.readsDatabase ? (await (await history()).readRevisions()).rates : null;
    const made = answer.ok ? ok(compressedFor(coding, serialiseAnswer(answer.value))) : answer;
    const toStore = answer.ok && 'toStore' in answer.value ? answer.value.toStore : null;
    return { made, revision, toStore };
  };
  port.on('message', async (task: AnswerTask | typeof END) => {
    // Of a thread, this ends the thread alone.
    if (task === END) process.exit();
    newest = task.snapshot ?? newest;
    const reply = (message: AnswerReply, handedOver: ArrayBuffer[] = []) =>
      port.postMessage(message, handedOver);
    try {
      const made = await make(task);
      reply({ id: task.id, kind: 'made', ...made }, made.made.ok ? buffersOf(made.made.value) : []);
      if (newest) readAhead(newest);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      reply({ id: task.id, kind: 'failed', error, isAway: error instanceof DatabaseUnavailable });
    }
  });
}

/** What is handed over instead of copied. */
function buffersOf({ body, gzipped }: SerialisedAnswer): ArrayBuffer[] {
  return [body, gzipped].flatMap((bytes) =>
    bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [],
  );
}

/** Opens the database once; again where that failed. */
function openedWhenAsked<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | null = null;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
}

/** Once somebody was answered, what others will ask for is read, so that a first history is as quick as the next. */
function readAheadOnce(history: () => Promise<SeriesColumns>): (snapshot: RateSnapshot) => void {
  let isBusy = false;
  return async (snapshot) => {
    if (isBusy) return;
    isBusy = true;
    try {
      await (await history()).readAhead(snapshot);
    } catch {
      // Whoever asks for a history next meets the same trouble, and is told of it.
    } finally {
      isBusy = false;
    }
  };
}
