/** How long a request waits for the first of its answer, and for all of it. */
export interface FetchBounds {
  readonly answerMs: number;
  readonly wholeMs: number;
}

/** Longer than the service worker waits before it gives what it keeps (public/sw.js), and than the service takes at its slowest. */
const READ_BOUNDS: FetchBounds = { answerMs: 20_000, wholeMs: 60_000 };

/** A change may have been made although its answer does not come, so it is given up late. */
const CHANGE_BOUNDS: FetchBounds = { answerMs: 60_000, wholeMs: 60_000 };

/**
 * The browser's `fetch`, given up when no answer comes: behind a proxy that hangs it would wait for ever, nothing would be asked
 * again, and the few connections that a browser has to a service would be taken. Rejects with the reason of its signal.
 */
export async function boundedFetch(
  path: string,
  init: RequestInit = {},
  bounds: FetchBounds = isChange(path, init) ? CHANGE_BOUNDS : READ_BOUNDS,
): Promise<Response> {
  const silent = new AbortController();
  let isAnswered = false;
  const patience = AbortSignal.timeout(bounds.answerMs);
  patience.addEventListener('abort', () => {
    if (!isAnswered) silent.abort(patience.reason);
  });
  const signals = [silent.signal, AbortSignal.timeout(bounds.wholeMs), ...(init.signal ? [init.signal] : [])];
  const answer = await fetch(path, { ...init, signal: AbortSignal.any(signals) });
  isAnswered = true;
  return answer;
}

/** A page's own key is sent for by POST, and changes nothing. */
function isChange(path: string, { method = 'GET' }: RequestInit): boolean {
  return method !== 'GET' && path !== '/browser-key';
}
