import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { GroupCounts } from '#lib/testing/long/outcomes';

/** Who is a nuisance to a service: readers of heavy pages, and hang-ups, silent connections and cold histories in proportion. */
export interface Crowd {
  readonly port: number;
  /** Readers of each of three pages. */
  readonly readers: number;
  /** The key that histories are asked with. */
  readonly coldKey: string;
}

/** What the crowd met. */
export interface CrowdSeen {
  readonly counts: Readonly<Record<string, GroupCounts>>;
  readonly offences: readonly string[];
  /** Silent connections that were made. */
  readonly connections: number;
}

/** Starts the crowd in a thread of its own, so that its work is no part of what others measure; gives what ends it. */
export function startCrowd(crowd: Crowd): () => Promise<CrowdSeen> {
  const thread = new Worker(new URL('./crowd-thread.ts', import.meta.url), { workerData: crowd });
  return async () => {
    thread.postMessage('stop');
    const [seen] = await once(thread, 'message');
    await thread.terminate();
    return asSeen(seen);
  };
}

/** The thread sends exactly one message, of this kind. */
function asSeen(message: unknown): CrowdSeen {
  return message as CrowdSeen;
}
