import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '#lib/client/when-idle';

/** What follows a window over many rows. */
export type VirtualLibrary = typeof import('@tanstack/react-virtual');

let loaded: VirtualLibrary | null = null;

/** The library that follows a window, as code of its own; null until it is there. */
export function useVirtualLibrary(): VirtualLibrary | null {
  const [library, setLibrary] = useState(loaded);
  useEffect(() => {
    if (loaded !== null) return;
    const take = (found: VirtualLibrary) => {
      loaded = found;
      startTransition(() => setLibrary(found));
    };
    // Without it the first rows stay; the next visit asks again.
    return whenIdle(() => void import('@tanstack/react-virtual').then(take, () => undefined));
  }, []);
  return library;
}
