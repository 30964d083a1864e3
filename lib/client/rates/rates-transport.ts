import { boundedFetch } from '#lib/client/asking/bounded-fetch';
import { createBrowserTransport } from '#lib/client/asking/browser-key';
import type { Transport } from './rates-client.ts';

/** The transport of a page: over the network, with a key that lives in this page's memory. */
export function createPageTransport(): Transport {
  return createBrowserTransport({ fetch: boundedFetch, now: () => Date.now() });
}
