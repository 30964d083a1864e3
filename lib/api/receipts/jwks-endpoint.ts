import { callerOf, isEncryptedFor } from '#lib/api/callers/caller';
import { asBody, matchesTag, transportHeaders } from '#lib/api/http/respond';
import { prepareAnswer, type PreparedAnswer, serialiseJson } from '#lib/api/answers/prepared-answer';
import type { PublicKeySet } from '#lib/contract/receipts';
import type { Handler } from '#lib/api/route';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';

/** A new key is served after this time at the latest, and the database is asked no more often. */
const KEPT_MS = 5_000;

const CACHE_CONTROL = 'public, max-age=300';

const METHODS = 'GET, HEAD, OPTIONS';

const SHARED_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag',
  'X-Content-Type-Options': 'nosniff',
};

/** What the endpoint stands on. */
export interface JwksSetting {
  readonly receiptKeys: () => Promise<PublicKeySet>;
  /** Milliseconds of a clock that only goes forward. */
  readonly monotonicMs: () => number;
}

/** GET and HEAD of the public keys that receipts are verified with: for everybody, from any origin, without a key. */
export function createJwksEndpoint({ receiptKeys, monotonicMs }: JwksSetting): Handler {
  let kept: { readonly answer: Promise<PreparedAnswer>; readonly untilMs: number } | null = null;
  const current = (): Promise<PreparedAnswer> => {
    if (kept !== null && kept.untilMs > monotonicMs()) return kept.answer;
    const answer = receiptKeys().then((body) => prepareAnswer(serialiseJson({ body, stale: false })));
    kept = { answer, untilMs: monotonicMs() + KEPT_MS };
    answer.catch(() => {
      kept = null;
    });
    return answer;
  };
  return async ({ method, headers: asked }, context) => {
    const shared = { ...SHARED_HEADERS, ...transportHeaders(isEncryptedFor(callerOf(context))) };
    if (method === 'OPTIONS') {
      const headers = { ...shared, Allow: METHODS, 'Access-Control-Allow-Methods': METHODS };
      return new Response(null, { status: 204, headers });
    }
    if (method !== 'GET' && method !== 'HEAD')
      return new Response(null, { status: 405, headers: { ...shared, Allow: METHODS } });
    try {
      const { body, byteLength, etag } = (await current()).plain;
      const headers = { ...shared, 'Cache-Control': CACHE_CONTROL, ETag: etag };
      const known = asked.get('if-none-match');
      if (known !== null && matchesTag(known, etag)) return new Response(null, { status: 304, headers });
      return new Response(method === 'HEAD' ? null : asBody(body), {
        status: 200,
        headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(byteLength) },
      });
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      return new Response(null, { status: 503, headers: { ...shared, 'Cache-Control': 'no-store' } });
    }
  };
}
