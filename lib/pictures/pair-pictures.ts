import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { createGcra } from '#lib/api/limits/gcra';
import type { PictureCard } from './picture-card.ts';
import type { PictureTask } from './picture-thread.ts';

/** Found from the project's root and not from this module: the thread runs as it is under Node, and no bundler packs it. */
const THREAD_FILE = 'lib/pictures/picture-thread.ts';

/** A picture takes about 25 kB. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** Drawing costs half a second of a core: enough for links that people share, too little to keep a server busy. */
const DRAWN = { count: 30, windowMs: 60_000, burst: 10 };

/** Pictures of pairs as PNG. */
export interface PairPictures {
  /** The picture of a card, kept or drawn now; null where too many were asked for of late, or it could not be drawn. */
  readonly draw: (card: PictureCard) => Promise<Uint8Array | null>;
}

/** What pictures stand on; `drawNow` draws beside all answers, in a thread, unless a test brings another. */
export interface PictureSetup {
  readonly root: string;
  /** Milliseconds that never go back. */
  readonly nowMs: () => number;
  readonly onFailure: (error: unknown) => void;
  readonly drawNow?: (task: PictureTask) => Promise<Uint8Array>;
}

/** Keeps pictures in bounded memory and draws new ones one after the other, at a bounded pace whoever asks. */
export function createPairPictures({
  root,
  nowMs,
  onFailure,
  drawNow = drawInThread,
}: PictureSetup): PairPictures {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const pace = createGcra(DRAWN);
  const underWay = new Map<string, Promise<Uint8Array | null>>();
  let arrival = 0;
  const turns = new PQueue({ concurrency: 1 });
  const draw = async (key: string, card: PictureCard) => {
    try {
      const picture = await turns.add(() => drawNow({ card, root }));
      kept.set(key, picture);
      return picture;
    } catch (error) {
      onFailure(error);
      return null;
    } finally {
      underWay.delete(key);
    }
  };
  return {
    draw: async (card) => {
      const key = JSON.stringify(card);
      const known = kept.get(key) ?? underWay.get(key);
      if (known !== undefined) return known;
      const next = pace.take(arrival, nowMs());
      if (next === arrival) return null;
      arrival = next;
      const drawing = draw(key, card);
      underWay.set(key, drawing);
      return drawing;
    },
  };
}

function drawInThread(task: PictureTask): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(/* turbopackIgnore: true */ task.root, THREAD_FILE), { workerData: task });
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the picture thread ended without a picture')));
  });
}
