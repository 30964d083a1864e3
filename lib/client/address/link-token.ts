import { useEffect, useState, useSyncExternalStore } from 'react';

/**
 * Takes the token that a link carries out of its `#token=...`, where no server and no log sees it, and out of the address, so that
 * it stays in no history and no screenshot. `isRead` is false until the page's code looked.
 */
export function useLinkToken() {
  const hash = useSyncExternalStore<string | null>(
    subscribe,
    () => window.location.hash,
    () => null,
  );
  const [token, setToken] = useState<string | null>(null);
  const found = hash === null ? null : new URLSearchParams(hash.slice(1)).get('token');
  if (found !== null && found !== token) setToken(found);
  useEffect(() => {
    if (token !== null) window.history.replaceState(null, '', window.location.pathname);
  }, [token]);
  return { isRead: hash !== null, token };
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
