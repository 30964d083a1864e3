import { startTransition, useEffect, useState } from 'react';

/** What shows that somebody uses the page. */
const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const;

/** A piece of the page's code that comes when it is wanted. */
export interface OnDemand<T> {
  /** Null until it is there. */
  readonly part: T | null;
  /** Whether it was wanted and could not be had. */
  readonly isMissing: boolean;
  /** Fetches it now; false when it cannot be had. */
  readonly load: () => Promise<boolean>;
}

/**
 * Fetches code when it is wanted, or before, once somebody uses the page, so that it opens at once, and without a network too;
 * whoever only reads the page does without. `load` is a function of its file, not of a render.
 */
export function useOnDemand<T>(load: () => Promise<T>): OnDemand<T> {
  const [held, setHeld] = useState<{ readonly part: T } | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const fetchAhead = () => {
      listening.abort();
      // A failure here is no news: it is fetched again when it is wanted.
      void load().then(
        // Nobody waits for it, so it may be drawn between other things.
        (part) => startTransition(() => setHeld({ part })),
        () => undefined,
      );
    };
    for (const sign of SIGNS_OF_USE) {
      window.addEventListener(sign, fetchAhead, { capture: true, passive: true, signal });
    }
    return () => listening.abort();
  }, [load]);
  return {
    part: held?.part ?? null,
    isMissing: isMissing && held === null,
    load: async () => {
      const part = await load().catch(() => null);
      setIsMissing(part === null);
      if (part !== null) setHeld((was) => was ?? { part });
      return part !== null;
    },
  };
}
