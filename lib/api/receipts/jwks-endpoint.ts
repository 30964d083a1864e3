import { prepareText, servePublic } from '#lib/api/api-descriptions';
import type { PreparedAnswer } from '#lib/api/answers/prepared-answer';
import type { Handler } from '#lib/api/route';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';

/** A new key is served after this time at the latest, and the database is asked no more often. */
const KEPT_MS = 5_000;

/** What the endpoint stands on. */
export interface JwksSetting {
  readonly receiptKeys: () => Promise<string>;
  /** Milliseconds of a clock that only goes forward. */
  readonly monotonicMs: () => number;
}

/** GET and HEAD of the public keys that receipts are verified with: for everybody, from any origin, without a key. */
export function createJwksEndpoint({ receiptKeys, monotonicMs }: JwksSetting): Handler {
  let kept: { readonly answer: Promise<PreparedAnswer>; readonly untilMs: number } | null = null;
  const answer = servePublic('application/json', () => {
    if (kept !== null && kept.untilMs > monotonicMs()) return kept.answer;
    const made = prepareText(receiptKeys);
    kept = { answer: made, untilMs: monotonicMs() + KEPT_MS };
    made.catch(() => {
      kept = null;
    });
    return made;
  });
  return async (request, context) => {
    try {
      return await answer(request, context);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };
      return new Response(null, { status: 503, headers });
    }
  };
}
