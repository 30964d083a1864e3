import { boundedFetch } from '#lib/client/asking/bounded-fetch';
import { createBrowserTransport } from '#lib/client/asking/browser-key';
import type { Transport } from './rates-client.ts';

/** The transport of a page: over the network, with a key that lives in this page's memory. */
export function createPageTransport(): Transport {
  return createBrowserTransport({ fetch: boundedFetch, now: () => Date.now() });
}

/** Asks in a task of its own, so that the press which wants the answer is painted first: sending takes a slow phone long. */
export function laterTransport(transport: Transport): Transport {
  return async (path) => {
    await new Promise((resolve) => setTimeout(resolve));
    return transport(path);
  };
}
