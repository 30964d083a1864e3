import { boundedFetch } from './bounded-fetch.ts';
import { createSendTry, type SendTry } from './try-request.ts';

/** Sends requests of a page: over the network, with a key that lives in this page's memory. */
export function createPageSendTry(): SendTry {
  return createSendTry({ fetch: boundedFetch, now: () => Date.now() });
}
