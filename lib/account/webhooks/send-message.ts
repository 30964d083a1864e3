import { Webhook as Signer } from 'standardwebhooks';
import type { HttpClient, HttpFailure, HttpResult } from '#lib/platform/http-client';
import type { QueuedMessage } from '#lib/store/webhooks/webhook-messages';

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

/** How it went; `isStopped` says that it was broken off here. */
export interface SendOutcome {
  readonly isTaken: boolean;
  readonly isStopped: boolean;
  readonly status: number | null;
  readonly sentence: string | null;
  /** What the receiver asks for, in ms. */
  readonly retryAfterMs: number | null;
}

/** Sends a message, signed as of now by the scheme of Standard Webhooks: every status of 200 to 299 says that it was taken. */
export async function sendMessage(
  { http, url, secret, allowsPrivate, now, signal }: MessageSending,
  { messageId, payload }: Pick<QueuedMessage, 'messageId' | 'payload'>,
): Promise<SendOutcome> {
  const headers = {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Signer(secret).sign(messageId, now, payload),
  };
  const { host } = new URL(url);
  return outcomeOf(
    await http.get(url, {
      hosts: [host],
      isOperatorAddress: allowsPrivate,
      contentTypes: [],
      isBulk: false,
      signal,
      postBody: payload,
      headers,
      refusesRedirects: true,
    }),
  );
}

const TAKEN = { isTaken: true, isStopped: false, sentence: null, retryAfterMs: null };

function outcomeOf(result: HttpResult<{ readonly status: number }>): SendOutcome {
  if (result.ok) return { ...TAKEN, status: result.value.status };
  const { error } = result;
  const status = statusOf(error);
  if (status !== null && status >= 200 && status < 300) return { ...TAKEN, status };
  return {
    isTaken: false,
    isStopped: error.kind === 'aborted',
    status,
    sentence: error.sentence,
    retryAfterMs: error.kind === 'status' ? error.retryAfterMs : null,
  };
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
