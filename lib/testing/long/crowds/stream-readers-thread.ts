import { parentPort, workerData } from 'node:worker_threads';
import { readStream } from './stream-readers.ts';

/** Who reads: each of the keys so many streams of the same pairs. */
export interface StreamCrowd {
  readonly port: number;
  readonly keys: readonly string[];
  readonly streamsAKey: number;
  readonly pairs: string;
}

/** What all of them have read so far. */
export interface StreamCrowdSeen {
  /** How often the one that was let in least was let in. */
  readonly openedLeast: number;
  readonly events: number;
  /** Figures that a reader was told twice in a row. */
  readonly doubled: number;
  /** The newest figures of each pair, as `rate timestamp`: one where all readers have the same. */
  readonly newest: Readonly<Record<string, readonly string[]>>;
  readonly offences: readonly string[];
}

/*
 * A thread of its own, so that reading is no part of what others measure. Any message is answered with what was seen.
 */
const { port, keys, streamsAKey, pairs } = asCrowd(workerData);
const readers = keys.flatMap((key) =>
  Array.from({ length: streamsAKey }, () => readStream({ port, key, pairs })),
);

parentPort?.on('message', () => {
  const lists = readers.flatMap(({ figures }) => [...figures.values()]);
  const newest = pairs.split(',').map((pair): [string, readonly string[]] => {
    const last = readers.map(({ figures }) => figures.get(pair)?.at(-1) ?? 'none');
    return [pair, [...new Set(last)]];
  });
  const seen: StreamCrowdSeen = {
    openedLeast: Math.min(...readers.map((reader) => reader.opened())),
    events: lists.reduce((sum, { length }) => sum + length, 0),
    doubled: lists.reduce((sum, list) => sum + list.filter((told, at) => told === list[at - 1]).length, 0),
    newest: Object.fromEntries(newest),
    offences: [...new Set(readers.flatMap(({ offences }) => offences))],
  };
  parentPort?.postMessage(seen);
});

/** lib/testing/long/streams-beside-load.ts alone starts this thread, with exactly this. */
function asCrowd(given: unknown): StreamCrowd {
  return given as StreamCrowd;
}
