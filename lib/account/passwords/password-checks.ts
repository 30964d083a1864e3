import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { PASSWORD_COST, type PasswordCost } from './password-hash.ts';
import type { PasswordReply, PasswordTask } from './password-thread.ts';
import { createTurns, type Turns } from '#lib/account/limits/turns';

/** Work on passwords, which takes long, off the thread that answers requests. */
export interface PasswordChecks {
  readonly hash: (password: string) => Promise<string>;
  readonly fits: (password: string, hash: string) => Promise<boolean>;
  /** Whether it is one of the first to be guessed; `ownWords` are the account's. */
  readonly isWeak: (password: string, ownWords: readonly string[]) => Promise<boolean>;
  /** Does some work that hashes passwords when its turn comes; there are as many turns at once as threads. */
  readonly inTurn: Turns;
  readonly close: () => Promise<void>;
}

/**
 * Sign-ins at once, and threads there ever are: two, of which each takes 32 MiB and one core; one where two would take all
 * cores, since whoever asks for a rate would then wait for a core.
 */
export function passwordThreadCount(cores: number = availableParallelism()): number {
  return cores > 2 ? 2 : 1;
}

/** From the project's root and not from this module, so that a bundler does not try to pack it. */
const THREAD_FILE = 'lib/account/passwords/password-thread.ts';

interface Thread {
  readonly run: (task: PasswordTask) => Promise<string | boolean>;
  readonly end: () => Promise<unknown>;
}

/**
 * Starts no thread before the first password, and ends none: Node 24 may abort a process in which threads come and go
 * (nodejs/node#64500). `root` is the project's folder; `cost` is of new hashes; `threads` there are at most.
 */
export function createPasswordChecks(
  root: string,
  cost: PasswordCost = PASSWORD_COST,
  threads: number = passwordThreadCount(),
): PasswordChecks {
  const idle = new Set<Thread>();
  const all = new Set<Thread>();
  const turns = createTurns(threads);
  // Whoever asks without a turn waits too: a thread is never started beside `threads` others.
  const whenThreadIsFree = new PQueue({ concurrency: threads });
  const runTask = (task: PasswordTask): Promise<string | boolean> =>
    whenThreadIsFree.add(async () => {
      const [thread = startThread(root, all, idle)] = idle;
      idle.delete(thread);
      try {
        const value = await thread.run(task);
        idle.add(thread);
        return value;
      } catch (error) {
        await thread.end();
        throw error;
      }
    });
  return {
    hash: async (password) => asText(await runTask({ kind: 'hash', password, cost })),
    fits: async (password, hash) => (await runTask({ kind: 'fits', password, hash })) === true,
    isWeak: async (password, ownWords) => (await runTask({ kind: 'weak', password, ownWords })) === true,
    inTurn: turns,
    close: async () => {
      await Promise.all([...all].map((thread) => thread.end()));
    },
  };
}

function startThread(root: string, all: Set<Thread>, idle: Set<Thread>): Thread {
  const worker = new Worker(join(/* turbopackIgnore: true */ root, THREAD_FILE));
  let waiting: {
    readonly resolve: (reply: PasswordReply) => void;
    readonly reject: (error: Error) => void;
  } | null = null;
  worker.unref();
  worker.on('message', (reply: PasswordReply) => waiting?.resolve(reply));
  worker.on('error', (error: Error) => waiting?.reject(error));
  worker.on('exit', () => {
    all.delete(thread);
    idle.delete(thread);
    waiting?.reject(new Error('a password thread has ended'));
  });
  const thread: Thread = {
    run: async (task) => {
      worker.ref();
      try {
        const reply = await new Promise<PasswordReply>((resolve, reject) => {
          waiting = { resolve, reject };
          worker.postMessage(task);
        });
        if (!reply.ok) throw new Error(reply.message);
        return reply.value;
      } finally {
        waiting = null;
        worker.unref();
      }
    },
    end: () => worker.terminate(),
  };
  all.add(thread);
  return thread;
}

/** Holds because a task to hash is answered with a text. */
function asText(value: string | boolean): string {
  if (typeof value !== 'string') throw new Error('a hash is a text');
  return value;
}
