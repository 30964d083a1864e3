import { useSyncExternalStore } from 'react';

/** Below the breakpoint `phone` of app/globals.css. */
export const PHONE = '(max-width: 43.74rem)';

/** Whether a media query holds; false on the server and in the first render. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
