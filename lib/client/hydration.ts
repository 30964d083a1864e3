import { useSyncExternalStore } from 'react';

/** Whether the page's code runs already; false in what the server wrote and in the first render of the browser. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
