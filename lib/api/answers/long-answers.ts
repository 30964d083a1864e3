import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { LONG_ANSWERS_WAITING } from '#lib/contract/request-limits';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import {
  type AnswerTask,
  END,
  type MadeAnswer,
  type ThreadMessage,
  type ThreadStart,
} from './answer-messages.ts';
import { createFairQueue, type FairQueue } from '#lib/api/limits/fair-queue';

/** Answers that take long: their turns, and the thread that makes them. */
export interface LongAnswers {
  /** Whose turn it is; one answer is made at a time from memory, and one from the database, which may take its time. */
  readonly turns: { readonly memory: FairQueue; readonly database: FairQueue };
  /** Has an answer made. Rejects with what went wrong there, and when the thread ends. */
  readonly make: (asked: LongQuestion) => Promise<MadeAnswer>;
  /** Ends the thread after what it is doing, or soon after all. */
  readonly close: () => Promise<void>;
}

/** What is asked, and of which figures. */
export interface LongQuestion extends Pick<AnswerTask, 'endpoint' | 'query' | 'coding' | 'askedAt'> {
  /** All of it, whoever asks: it is handed to the thread once. */
  readonly snapshot: RateSnapshot;
  /** What the caller may see of it. */
  readonly seen: RateSnapshot;
}

/** Answers of a lane that wait, and callers: at 20 to 200 ms each the last one waits some seconds. */
const WAITING_MAX = 64;
const LINES_MAX = 64;

/** An answer takes less; after that the thread is ended whatever it does. */
const END_MS_MAX = 3_000;

/** Found from the project's root and not from this module: the thread runs as it is under Node, and no bundler packs it. */
const THREAD_FILE = 'lib/service/answer-thread.ts';

/** A few answers and the snapshot are all that it holds; the pages of the database come on top. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 192 };

/**
 * Starts the thread when it is first needed, and again after it ended. It stays, though it takes some 40 MB: Node 24 may abort a
 * process in which threads come and go (nodejs/node#64500).
 */
export function createLongAnswers(start: ThreadStart & { readonly root: string }): LongAnswers {
  let thread: AnswerThread | null = null;
  const bounds = {
    lineMax: LONG_ANSWERS_WAITING,
    waitingMax: WAITING_MAX,
    linesMax: LINES_MAX,
    nowMs: () => performance.now(),
  };
  return {
    turns: { memory: createFairQueue(bounds), database: createFairQueue(bounds) },
    make: (asked) => {
      if (thread?.hasEnded() !== false) thread = startAnswerThread(start);
      return thread.make(asked);
    },
    close: async () => {
      const ending = thread;
      thread = null;
      await ending?.end();
    },
  };
}

interface AnswerThread extends Pick<LongAnswers, 'make'> {
  readonly hasEnded: () => boolean;
  readonly end: () => Promise<unknown>;
}

interface Waiting {
  readonly resolve: (made: MadeAnswer) => void;
  readonly reject: (error: Error) => void;
}

function startAnswerThread({ root, ...start }: ThreadStart & { readonly root: string }): AnswerThread {
  const { databaseUrl, dataDir, createSource, issuer } = start;
  const worker = new Worker(join(/* turbopackIgnore: true */ root, THREAD_FILE), {
    workerData: { databaseUrl, dataDir, createSource, issuer } satisfies ThreadStart,
    resourceLimits: MEMORY,
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let handedOver: RateSnapshot | null = null;
  let ended: Error | null = null;
  worker.unref();
  worker.on('message', (reply: ThreadMessage) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) worker.unref();
    if (reply.kind === 'made') asked?.resolve(reply);
    else asked?.reject(reply.isAway ? new DatabaseUnavailable(reply.error.message) : reply.error);
  });
  const failAll = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('the thread that makes answers has ended')));
  return {
    hasEnded: () => ended !== null,
    make: ({ endpoint, query, coding, askedAt, snapshot, seen }) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        worker.ref();
        worker.postMessage({
          id,
          endpoint,
          query,
          coding,
          askedAt,
          snapshot: snapshot === handedOver ? null : snapshot,
          sources: seen.sources.map((source) => source.id),
        } satisfies AnswerTask);
        handedOver = snapshot;
      }),
    end: async () => {
      if (ended !== null) return;
      worker.postMessage(END);
      const patience = new AbortController();
      const tooLong = pause(END_MS_MAX, undefined, { signal: patience.signal }).catch(() => {});
      await Promise.race([once(worker, 'exit'), tooLong]);
      patience.abort();
      await worker.terminate();
    },
  };
}
