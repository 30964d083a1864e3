import { AskFailure, failureOf } from './ask-failure.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { RECEIVED_HEADER, type Transport } from './ask.ts';

/** A key with less life than this is renewed before it is used. */
const RENEW_BEFORE_MS = 30_000;

interface BrowserKey {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly expiresAtMs: number;
}

/** What asking stands on. */
export interface Surroundings {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The browser's own surroundings; tests bring others. */
export const BROWSER: Surroundings = { fetch: boundedFetch, now: () => Date.now() };

/**
 * The transport of pages: asks for a short-lived key at POST /browser-key, keeps it in memory only, sends it in `X-API-Key`,
 * renews it before it expires, and once more when the service does not know it (a restart). Rejects with {@link AskFailure}.
 */
export function createBrowserTransport(surroundings = BROWSER): Transport {
  const { fetch, now } = surroundings;
  let held: Promise<BrowserKey> | null = null;
  /** Asks for a key in the place of `used`, once however many requests want it. */
  const renew = (used: Promise<BrowserKey> | null): Promise<BrowserKey> => {
    if (held !== null && held !== used) return held;
    const minted = mintKey(surroundings);
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

/** What the browser keeps may be five seconds old, and who asks has heard of newer. */
function withKey({ key }: BrowserKey): RequestInit {
  return { headers: { 'X-API-Key': key }, cache: 'no-cache' };
}

async function mintKey({ fetch, now }: Surroundings): Promise<BrowserKey> {
  const response = await fetch('/browser-key', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw failureOf(response);
  const { key, expiresAt } = asKeyBody(await response.json());
  // Counted from the server's own clock: this device's may be wrong by more than a key lives.
  const answeredAt = Date.parse(response.headers.get('Date') ?? '') || now();
  return { key, expiresAtMs: now() + Date.parse(expiresAt) - answeredAt };
}

/** The route answers 200 with exactly these two fields, which its tests hold. */
function asKeyBody(body: unknown): { readonly key: string; readonly expiresAt: string } {
  return body as { readonly key: string; readonly expiresAt: string };
}
