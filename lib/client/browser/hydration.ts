import { useSyncExternalStore } from 'react';
import type { Kept } from './kept.ts';

/** What `read` gives once the page's code runs, and `served` before; where both are the same, nothing is drawn anew. */
export function useInBrowser<T extends string | number | boolean | null>(read: () => T, served: T): T {
  return useSyncExternalStore(
    () => () => undefined,
    read,
    () => served,
  );
}

/** Whether the page's code runs already; false in what the server wrote and in the first render of the browser. */
export function useIsHydrated(): boolean {
  return useInBrowser(() => true, false);
}

/** The text that this browser keeps; the first render gives `served`, which is what the server saw of it. */
export function useKept({ subscribe, read }: Kept, served: string | null = null): string | null {
  return useSyncExternalStore(subscribe, read, () => served);
}
