import { AskFailure } from './ask-failure.ts';
import { RECEIVED_HEADER, type Transport } from '#lib/client/rates/rates-client';

/** A key with less life than this is renewed before it is used. */
const RENEW_BEFORE_MS = 30_000;

/** How long to wait when the service does not say. */
const LIMITED_DEFAULT_SECONDS = 10;

interface BrowserKey {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly expiresAtMs: number;
}

/** What the transport stands on; the browser's own unless a test brings others. */
export interface BrowserSurroundings {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly now: () => number;
}

/**
 * The transport of pages: asks for a short-lived key at POST /browser-key, keeps it in memory only, sends it in `X-API-Key`,
 * renews it before it expires, and once more when the service does not know it (a restart). Rejects with {@link AskFailure}.
 */
export function createBrowserTransport({ fetch, now }: BrowserSurroundings): Transport {
  let held: Promise<BrowserKey> | null = null;
  /** Asks for a key in the place of `used`, once however many requests want it. */
  const renew = (used: Promise<BrowserKey> | null): Promise<BrowserKey> => {
    if (held !== null && held !== used) return held;
    const minted = mintKey(fetch, now);
    held = minted;
    minted.catch(() => {
      if (held === minted) held = null;
    });
    return minted;
  };
  const askWithKey = async (path: string): Promise<Response> => {
    let used = held ?? renew(null);
    if ((await used).expiresAtMs - now() <= RENEW_BEFORE_MS) used = renew(used);
    const response = await fetch(path, withKey(await used));
    return response.status === 401 ? fetch(path, withKey(await renew(used))) : response;
  };
  return (path) =>
    askWithKey(path).catch(async (failure: unknown) => {
      if (failure instanceof AskFailure) throw failure;
      // Without a network there is no key to be had, but the service worker may still repeat its last answer.
      const repeated = await fetch(path);
      if (!repeated.headers.has(RECEIVED_HEADER)) throw failure;
      return repeated;
    });
}

function withKey({ key }: BrowserKey): RequestInit {
  return { headers: { 'X-API-Key': key } };
}

async function mintKey(
  fetch: BrowserSurroundings['fetch'],
  now: BrowserSurroundings['now'],
): Promise<BrowserKey> {
  const response = await fetch('/browser-key', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  if (response.ok) {
    const { key, expiresAt } = asKeyBody(await response.json());
    // Counted from the server's own clock: this device's may be wrong by more than a key lives.
    const answeredAt = Date.parse(response.headers.get('Date') ?? '') || now();
    return { key, expiresAtMs: now() + Date.parse(expiresAt) - answeredAt };
  }
  if (response.status === 429) {
    const seconds = Number(response.headers.get('Retry-After') ?? LIMITED_DEFAULT_SECONDS);
    throw new AskFailure({ kind: 'limited', retryAfterMs: seconds * 1000 });
  }
  if (response.status >= 500) {
    throw new AskFailure({ kind: 'fault', requestId: response.headers.get('X-Request-Id') });
  }
  throw new AskFailure({ kind: 'refused' });
}

/** The route answers 200 with exactly these two fields, which its tests hold. */
function asKeyBody(body: unknown): { readonly key: string; readonly expiresAt: string } {
  return body as { readonly key: string; readonly expiresAt: string };
}
