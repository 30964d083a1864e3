import { createBrowserTransport } from './browser-key.ts';
import type { Transport } from './rates-client.ts';

/** The transport of a page: over the network, with a key that lives in this page's memory. */
export function createPageTransport(): Transport {
  return createBrowserTransport({ fetch: (path, init) => fetch(path, init), now: () => Date.now() });
}
