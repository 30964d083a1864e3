import { Webhook as Signer } from 'standardwebhooks';
import type { HttpClient, HttpFailure } from '#lib/platform/http-client';
import type { QueuedMessage } from '#lib/store/accounts/webhook-messages';

/** Where and how a message is sent. */
export interface MessageSending {
  readonly http: HttpClient;
  readonly url: string;
  readonly secret: string;
  /** Whether private addresses are allowed, and http to them. */
  readonly allowsPrivate: boolean;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** How a try went, as it is noted. */
export interface SendOutcome {
  readonly isTaken: boolean;
  /** Of the answer; null where none came. */
  readonly status: number | null;
  /** Why it was not taken. */
  readonly sentence: string | null;
  /** What the receiver asks for, in ms. */
  readonly retryAfterMs: number | null;
}

/**
 * Sends a message, signed as of now by the scheme of Standard Webhooks: every status of 200 to 299 says that it was taken. Null
 * where the signal broke it off.
 */
export async function sendMessage(
  { http, url, secret, allowsPrivate, now, signal }: MessageSending,
  { messageId, payload }: Pick<QueuedMessage, 'messageId' | 'payload'>,
): Promise<SendOutcome | null> {
  const result = await http.get(url, {
    hosts: [new URL(url).host],
    isOperatorAddress: allowsPrivate,
    contentTypes: [],
    isBulk: false,
    signal,
    postBody: payload,
    headers: {
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Signer(secret).sign(messageId, now, payload),
    },
    refusesRedirects: true,
  });
  const status = result.ok ? result.value.status : statusOf(result.error);
  const isTaken = status !== null && status >= 200 && status < 300;
  if (result.ok || isTaken) return { isTaken, status, sentence: null, retryAfterMs: null };
  const { error } = result;
  if (error.kind === 'aborted') return null;
  const retryAfterMs = error.kind === 'status' ? error.retryAfterMs : null;
  return { isTaken, status, sentence: error.sentence, retryAfterMs };
}

/** The status that was answered; what the body is does not matter, but only one of 200 is read. */
function statusOf(failure: HttpFailure): number | null {
  switch (failure.kind) {
    case 'status':
      return failure.status;
    case 'content_type':
    case 'too_big':
    case 'damaged_body':
      return 200;
    default:
      return null;
  }
}
