import { boundedFetch } from './bounded-fetch.ts';
import { createBrowserTransport } from './browser-key.ts';
import type { Transport } from './rates-client.ts';

/** The transport of a page: over the network, with a key that lives in this page's memory. */
export function createPageTransport(): Transport {
  return createBrowserTransport({ fetch: boundedFetch, now: () => Date.now() });
}
