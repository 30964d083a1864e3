import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { FinishedPage } from './finished-page.ts';

/** A page that somebody waits for. */
export interface PageQuestion {
  /** Everything that the page depends on, but for the figures: questions of one key have one answer. */
  readonly key: string;
  /** Whom the reader counts as where addresses are limited. */
  readonly network: string;
  /** Aborts when the reader has gone. */
  readonly signal: AbortSignal;
}

/** A page, or why there is none now. */
export type PageOutcome = { readonly kind: 'page'; readonly page: FinishedPage } | NoPage;

/** `gone` is for a reader who hung up: nobody is told. */
export interface NoPage {
  readonly kind: 'busy' | 'failed' | 'gone';
}

/** Draws pages for their readers, each once for all who ask the same at a time. */
export interface PageDrawings {
  readonly page: (question: PageQuestion, draw: () => Promise<FinishedPage>) => Promise<PageOutcome>;
  /** How many are being drawn and how many wait, for metrics. */
  readonly load: () => { readonly drawing: number; readonly waiting: number };
}

/** What bounds the work on pages. */
export interface DrawingBounds {
  /** Pages drawn at once; drawing is computing, so more of them only make each other wait. */
  readonly atOnce: number;
  /** Pages that wait at most, in all and asked for from one address. */
  readonly waiting: number;
  readonly waitingPerNetwork: number;
  /** The longest that a page waits before it is begun, in ms. */
  readonly waitMs: number;
  /** For how long a page is repeated while the figures are the same, in ms. */
  readonly keptMs: number;
  /** Bytes of pages that are kept, unpacked. */
  readonly keptBytes: number;
}

/** Sixteen pages take about a second to draw on one core. Ages on pages are told in seconds, so they are repeated for two. */
export const DRAWING_BOUNDS: DrawingBounds = {
  atOnce: 4,
  waiting: 64,
  waitingPerNetwork: 16,
  waitMs: 5_000,
  keptMs: 2_000,
  keptBytes: 24 * 1024 * 1024,
};

/** A page that is being developed is compiled as it is asked for, and never repeated. */
export const DEVELOPMENT_BOUNDS: DrawingBounds = { ...DRAWING_BOUNDS, waitMs: 600_000, keptMs: 1 };

interface Drawing {
  readonly promise: Promise<PageOutcome>;
  /** Ends the waiting; a page that is being drawn already is finished and kept. */
  readonly giveUp: () => void;
  readers: number;
}

type Draw = () => Promise<FinishedPage>;

/** Drawings within bounds. `versionOf` names the figures: a page is not repeated when they have changed. */
export function createPageDrawings(versionOf: () => string, bounds: DrawingBounds): PageDrawings {
  const queue = new PQueue({ concurrency: bounds.atOnce });
  const begin = createBegin(queue, bounds);
  const kept = new LRUCache<string, FinishedPage>({
    maxSize: bounds.keptBytes,
    // Packed twins and headers beside the body.
    sizeCalculation: ({ bytes }) => 2 * bytes + 1024,
    ttl: bounds.keptMs,
    // What is not asked for again would stay until the room is wanted.
    ttlAutopurge: true,
  });
  const underWay = new Map<string, Drawing>();
  const beginKept = (key: string, network: string, draw: Draw): Drawing | null => {
    const begun = begin(network, async () => {
      const page = await draw();
      if (page.status < FAILED_STATUS) kept.set(key, page);
      return page;
    });
    if (begun === null) return null;
    const drawing = { ...begun, readers: 0 };
    underWay.set(key, drawing);
    void drawing.promise.then(() => underWay.delete(key));
    return drawing;
  };
  return {
    page: async ({ key: asked, network, signal }, draw) => {
      // What has happened already is not heard of again.
      if (signal.aborted) return { kind: 'gone' };
      const key = `${versionOf()} ${asked}`;
      const page = kept.get(key);
      if (page) return { kind: 'page', page };
      const drawing = underWay.get(key) ?? beginKept(key, network, draw);
      if (!drawing) return { kind: 'busy' };
      drawing.readers += 1;
      const gone = once(signal, () => {
        drawing.readers -= 1;
        if (drawing.readers === 0) drawing.giveUp();
      });
      return Promise.race([drawing.promise, gone]);
    },
    load: () => ({ drawing: queue.pending, waiting: queue.size }),
  };
}

/** Puts a drawing into the queue; null where too many wait already. Its promise never rejects. */
type Begin = (network: string, draw: Draw) => Omit<Drawing, 'readers'> | null;

function createBegin(queue: PQueue, { waiting, waitingPerNetwork, waitMs }: DrawingBounds): Begin {
  const waitingOf = new Map<string, number>();
  const addWaiting = (network: string, change: 1 | -1) => {
    const count = (waitingOf.get(network) ?? 0) + change;
    if (count === 0) waitingOf.delete(network);
    else waitingOf.set(network, count);
  };
  return (network, draw) => {
    if (queue.size >= waiting || (waitingOf.get(network) ?? 0) >= waitingPerNetwork) return null;
    const ending = new AbortController();
    let isWaiting = true;
    let hasBegun = false;
    // The queue would let the next one begin beside a drawing that is under way.
    const giveUp = () => {
      if (isWaiting) ending.abort();
    };
    const patience = setTimeout(giveUp, waitMs);
    const endWaiting = () => {
      if (!isWaiting) return;
      isWaiting = false;
      clearTimeout(patience);
      addWaiting(network, -1);
    };
    addWaiting(network, 1);
    const promise = queue
      .add(
        async (): Promise<PageOutcome> => {
          hasBegun = true;
          endWaiting();
          return { kind: 'page', page: await draw() };
        },
        { signal: ending.signal },
      )
      .catch((): PageOutcome => ({ kind: hasBegun ? 'failed' : 'busy' }))
      .finally(endWaiting);
    return { promise, giveUp };
  };
}

/** Pages that failed are asked for again by the next reader. */
const FAILED_STATUS = 500;

function once(signal: AbortSignal, gone: () => void): Promise<PageOutcome> {
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        gone();
        resolve({ kind: 'gone' });
      },
      { once: true },
    );
  });
}
