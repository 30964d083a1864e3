import PQueue from 'p-queue';

/** What a reader who asks for a page is told: go on, there are too many, or nothing because the reader hung up. */
export type PageTurn = 'turn' | 'busy' | 'gone';

/** Lets pages onto the thread that answers /v1 a few at a time. */
export interface PageTurns {
  /** Waits for a turn; `signal` aborts when the reader has gone. Never rejects. */
  readonly take: (signal: AbortSignal) => Promise<PageTurn>;
}

/** How many pages are answered in how long, and how many readers wait at most. */
export interface TurnBounds {
  readonly turns: number;
  readonly perMs: number;
  readonly waiting: number;
}

/**
 * Two hundred pages a second. One that is drawn already costs that thread about as much as several rates; a thousand a second
 * took all of it. Two seconds' worth of readers wait.
 */
export const TURN_BOUNDS: TurnBounds = { turns: 20, perMs: 100, waiting: 400 };

/** Turns within bounds, in the order in which they are asked for. */
export function createPageTurns({ turns, perMs, waiting }: TurnBounds): PageTurns {
  const queue = new PQueue({ intervalCap: turns, interval: perMs });
  return {
    take: async (signal) => {
      if (signal.aborted) return 'gone';
      if (queue.size >= waiting) return 'busy';
      return queue.add((): PageTurn => 'turn', { signal }).catch((): PageTurn => 'gone');
    },
  };
}
