import { AskFailure } from './ask-failure.ts';
import { BROWSER, createBrowserTransport } from './browser-key.ts';
import { RECEIVED_HEADER, type Transport } from './ask.ts';

/** Headers of an answer that tell a caller something, in the order in which they are shown. */
export const TOLD_HEADERS = [
  'X-Rate-Stale',
  'X-Rate-Date',
  'X-Truncated',
  'Link',
  'Content-Disposition',
  'X-Rate-Credit',
  'Retry-After',
  'X-Data-Version',
  'RateLimit',
  'RateLimit-Policy',
  'ETag',
  'Cache-Control',
  'X-Request-Id',
] as const;

/** An answer as it came. */
export interface TriedAnswer {
  readonly status: number;
  /** The time from sending to the last byte, in ms. */
  readonly tookMs: number;
  readonly byteLength: number;
  /** The body, untouched. */
  readonly text: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** When it is worth asking again, in epoch milliseconds; null unless the service said so. */
  readonly retryAtMs: number | null;
}

/** Whose key goes with a request: none, the page's own, or one that the visitor gave. */
export type TryKey = 'none' | 'page' | { readonly secret: string };

/** Sends GET requests to /v1 and gives the answers as they came; rejects with {@link AskFailure} when none came. */
export type SendTry = (path: string, key: TryKey) => Promise<TriedAnswer>;

/** Sends past every cache, so that each answer is one of now. */
export function createSendTry({ fetch, now } = BROWSER): SendTry {
  /** When each answer was asked for; asking for a key before is no part of it. */
  const sentAt = new WeakMap<Response, number>();
  const fresh = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const atMs = now();
    const response = await fetch(path, { ...init, cache: 'no-store' });
    sentAt.set(response, atMs);
    return response;
  };
  const asPage: Transport = createBrowserTransport({ fetch: fresh, now });
  const ask = (path: string, key: TryKey): Promise<Response> => {
    if (key === 'page') return asPage(path);
    return fresh(path, key === 'none' ? {} : { headers: { 'X-API-Key': key.secret }, credentials: 'omit' });
  };
  return async (path, key) => {
    try {
      const response = await ask(path, key);
      // The service worker repeats answers when the network is gone; this page promises live ones.
      if (response.headers.has(RECEIVED_HEADER)) throw new AskFailure({ kind: 'unreachable' });
      const text = await textOf(response);
      const endedAtMs = now();
      const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
      return {
        status: response.status,
        tookMs: Math.max(0, Math.round(endedAtMs - (sentAt.get(response) ?? endedAtMs))),
        byteLength: new TextEncoder().encode(text).byteLength,
        text,
        headers: toldHeaders(response.headers),
        retryAtMs: Number.isFinite(retryAfter) ? endedAtMs + retryAfter * 1000 : null,
      };
    } catch (failure) {
      throw failure instanceof AskFailure
        ? failure
        : new AskFailure({ kind: 'unreachable' }, { cause: failure });
    }
  };
}

/** The body; of a stream, which would not end, what it begins with. */
async function textOf(response: Response): Promise<string> {
  const isStream = response.headers.get('Content-Type') === 'text/event-stream';
  if (!isStream || response.body === null) return response.text();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!/\nid: .*\n\n$/.test(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  // The stream ends when nobody reads it.
  void reader.cancel();
  return text;
}

function toldHeaders(headers: Headers): TriedAnswer['headers'] {
  return TOLD_HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
}
