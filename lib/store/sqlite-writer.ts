import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { openSqliteCommands, type SqliteCommands } from './sqlite-commands.ts';
import type { WriteMessage, WriteReply } from './sqlite-writer-thread.ts';

/** The one thread that writes to the file, seen from the thread that answers requests. */
export interface SqliteWriter extends Pick<SqliteCommands, 'run'> {
  /** Settles when the tables are up to date; rejects when the file cannot be opened or migrated. */
  readonly ready: Promise<void>;
  /** Finishes what was asked before, then closes the file. */
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The thread's own file, found from the project's root and not from this module: a bundler that saw a relative address
 * would try to pack it, and the thread runs as it is under Node.
 */
const THREAD_FILE = 'lib/store/sqlite-writer-thread.ts';

/** Rows pass through the thread and are forgotten; a larger young generation would only be memory taken. */
const YOUNG_GENERATION_MB = 4;

/** Starts the writer thread on a folder's database, which is created and migrated as needed. */
export function startSqliteWriter(dataDir: string, root: string): SqliteWriter {
  const worker = new Worker(join(/* turbopackIgnore: true */ root, THREAD_FILE), {
    workerData: dataDir,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: Error | null = null;
  let closing: Promise<void> | null = null;
  const ready = new Promise<unknown>((resolve, reject) => waiting.set(0, { resolve, reject })).then(() => {});
  // Every write fails with the same error, so whoever only reads need not listen.
  ready.catch(() => {});
  worker.on('message', (reply: WriteReply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) worker.unref();
    if (reply.ok) return asked?.resolve(reply.value);
    const { id, error, fault } = reply;
    const thrown = fault === null ? error : new DatabaseUnavailable(error.message, fault);
    asked?.reject(thrown);
    if (id === 0) failAll(thrown);
  });
  const failAll = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('the writer thread has ended')));
  const send = (name: WriteMessage['name'], argument: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, name, argument } satisfies WriteMessage);
    });
  return {
    run: send,
    ready,
    close: () => {
      // A thread that never opened the file has ended by itself.
      closing ??= ready.then(
        async () => {
          if (!ended) await send('close', undefined);
        },
        () => {},
      );
      return closing;
    },
  };
}

/**
 * A writer in the caller's own thread, on a folder's database which is created and migrated as needed: for a command that
 * has nothing else to do while it writes. A thread beside it would cost 45 MB.
 */
export function openSqliteWriterHere(dataDir: string): SqliteWriter {
  const opening = openSqliteCommands(dataDir);
  const ready = opening.then(() => {});
  // Every write fails with the same error, so whoever only reads need not listen.
  ready.catch(() => {});
  const turns = new PQueue({ concurrency: 1 });
  let closing: Promise<void> | null = null;
  return {
    /** One after the other, as asked. */
    run: (name, argument) => turns.add(async () => (await opening).run(name, argument)),
    ready,
    close: () =>
      (closing ??= turns.add(() =>
        opening.then(
          ({ close }) => close(),
          () => {},
        ),
      )),
  };
}
