/** Longer than the service worker waits before it gives what it keeps (public/sw.js), and than the service takes at its slowest. */
const READ_MS = 30_000;

/** A change may have been made although its answer does not come, so it is given up late. */
const CHANGE_MS = 60_000;

/**
 * The browser's `fetch`, given up when its answer does not come: behind a proxy that hangs it would wait for ever, nothing would be
 * asked again, and the few connections that a browser has to a service would be taken. Rejects with the reason of its signal.
 */
export function boundedFetch(path: string, init: RequestInit = {}): Promise<Response> {
  // A page's own key is sent for by POST, and changes nothing.
  const isChange = init.method !== undefined && path !== '/browser-key';
  const limit = AbortSignal.timeout(isChange ? CHANGE_MS : READ_MS);
  const signal = init.signal ? AbortSignal.any([limit, init.signal]) : limit;
  return fetch(path, { ...init, signal });
}
