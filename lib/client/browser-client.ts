import { createBrowserTransport } from './browser-key.ts';
import { createRatesClient, type RatesClient } from './rates-client.ts';

/** The client of a page: over the network, with a key that lives in this page's memory. */
export function createBrowserClient(): RatesClient {
  return createRatesClient(
    createBrowserTransport({ fetch: (path, init) => fetch(path, init), now: () => Date.now() }),
  );
}
