import { startTransition, useEffect, useState } from 'react';

/** When the page rests the code is fetched anyway, so that it opens at once, and without a network too. */
const PREFETCH_AFTER_MS = 2000;

/** A piece of the page's code that comes when it is wanted. */
export interface OnDemand<T> {
  /** Null until it is there. */
  readonly part: T | null;
  /** Whether it was wanted and could not be had. */
  readonly isMissing: boolean;
  /** Fetches it now; false when it cannot be had. */
  readonly load: () => Promise<boolean>;
}

/** Fetches code when it is wanted, or before, once the page rests. `load` is a function of its file, not of a render. */
export function useOnDemand<T>(load: () => Promise<T>): OnDemand<T> {
  const [held, setHeld] = useState<{ readonly part: T } | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    const timer = setTimeout(
      // A failure here is no news: it is fetched again when it is wanted.
      () =>
        void load().then(
          // Nobody waits for it, so it may be drawn between other things.
          (part) => startTransition(() => setHeld({ part })),
          () => undefined,
        ),
      PREFETCH_AFTER_MS,
    );
    return () => clearTimeout(timer);
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
