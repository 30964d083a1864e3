import { useSyncExternalStore } from 'react';

/** Told to this window after its address was changed from here; the browser itself only tells of back and forward. */
const MOVED = 'crossrate:moved';

/**
 * The address of the page, path and query. The first render gives `served`, so that a page which the service worker brings
 * back under another address starts from what the server wrote and then turns to its own.
 */
export function usePageAddress(served: string): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.pathname + window.location.search,
    () => served,
  );
}

/** Changes the address without loading: `push` makes a step that "back" undoes, `replace` does not. Next's router follows. */
export function movePage(address: string, how: 'push' | 'replace'): void {
  if (how === 'push') window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
  window.dispatchEvent(new Event(MOVED));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange);
  window.addEventListener(MOVED, onChange);
  return () => {
    window.removeEventListener('popstate', onChange);
    window.removeEventListener(MOVED, onChange);
  };
}
