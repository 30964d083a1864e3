import { Webhook as Signer } from 'standardwebhooks';
import type { DeriveSecret } from '#lib/account/secrets/master-secret';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/domain/durations';
import type { Clock } from '#lib/platform/clock';
import type { HttpClient, HttpFailure } from '#lib/platform/http-client';
import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';
import type { DueMessage } from '#lib/store/accounts/webhooks';
import { keepLooking, type Looking } from './keep-looking.ts';
import { changedMessage, webhookSecret, webhookSecretHash } from './webhook-message.ts';

/** What delivering works with. */
export interface WebhookDelivering {
  readonly store: Pick<Store, 'readDueMessages' | 'readUntoldChanges'> & {
    readonly write: Pick<Store['write'], 'noteTry' | 'queueChanges'>;
  };
  readonly http: HttpClient;
  readonly secretOf: DeriveSecret;
  /** Whether private addresses are allowed, and http to them. */
  readonly allowsPrivate: boolean;
  readonly clock: Pick<Clock, 'real'>;
  readonly log: Pick<Logger, 'error'>;
}

/** How often what waits is looked for. */
const LOOK_MS = 1000;

/** A slow receiver holds up no other. */
const AT_ONCE = 10;

/** The waits after failures in a row; the last one stays. They are those that Standard Webhooks recommends. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
] as const;

/** How long a webhook is left alone when a try could not be noted, as on a full disk. */
const UNNOTED_WAIT_MS = 5 * MINUTE_MS;

/** For how long a message is tried. */
const TRIED_MS = 3 * DAY_MS;

/**
 * Sends what waits while this process leads, to each address in order: a message that is not taken holds up those behind it,
 * until it is taken or was tried for three days. `stop` breaks off what is under way, which is sent again by the process that leads next.
 */
export function deliverWebhooks(delivering: WebhookDelivering): Pick<Looking, 'stop'> {
  const { store, clock, log } = delivering;
  const stopping = new AbortController();
  /** By the ids of their webhooks. */
  const tries = new Map<string, Promise<void>>();
  const tryOne = async (due: DueMessage) => {
    try {
      await deliver(delivering, due, stopping.signal);
      tries.delete(due.webhookId);
      look();
    } catch (error) {
      log.error({ err: error }, 'a webhook could not be tried, or the try could not be noted');
      // What was sent and could not be noted is not sent again every second.
      setTimeout(() => tries.delete(due.webhookId), UNNOTED_WAIT_MS).unref();
    }
  };
  const lookOnce = async () => {
    await queueSourceChanges(delivering);
    // What is under way now may be over when it is known what waits, and must not begin twice.
    const underWay = new Set(tries.keys());
    for (const due of await store.readDueMessages(clock.real().getTime())) {
      if (underWay.has(due.webhookId) || tries.size >= AT_ONCE || stopping.signal.aborted) continue;
      tries.set(due.webhookId, tryOne(due));
    }
  };
  const { look, stop } = keepLooking(lookOnce, LOOK_MS, (error) =>
    log.error({ err: error }, 'what waits for webhooks could not be read'),
  );
  return {
    stop: async () => {
      stopping.abort();
      await stop();
      await Promise.all(tries.values());
    },
  };
}

/**
 * Queues each change of a source from one state to another, for the webhooks that want it. A change of the cause alone, and the
 * first state of all, are not told.
 */
async function queueSourceChanges({ store, clock }: WebhookDelivering): Promise<void> {
  const changes = await store.readUntoldChanges();
  if (changes.length === 0) return;
  await store.write.queueChanges(
    changes.map((change) => ({
      id: change.id,
      message:
        change.from === null || change.from === change.to ? null : changedMessage(change, clock.real()),
    })),
  );
}

/** How a try went: every status of 200 to 299 says that the message was taken. */
interface TryOutcome {
  readonly isTaken: boolean;
  /** Of the answer; null where none came. */
  readonly status: number | null;
  /** Why it was not taken. */
  readonly sentence: string | null;
  /** What the receiver asks for, in ms. */
  readonly retryAfterMs: number | null;
}

async function deliver(delivering: WebhookDelivering, due: DueMessage, signal: AbortSignal): Promise<void> {
  const { store, secretOf, clock } = delivering;
  const secret = webhookSecret(secretOf, due.webhookId);
  const isOfThisSecret = webhookSecretHash(secret) === due.secretHash;
  const outcome = isOfThisSecret ? await send(delivering, due, secret, signal) : UNSIGNED;
  if (!outcome) return;
  const { retryAfterMs, ...tried } = outcome;
  const atMs = clock.real().getTime();
  const waitMs = Math.min(Math.max(WAITS_MS[due.failures] ?? DAY_MS, retryAfterMs ?? 0), DAY_MS);
  await store.write.noteTry({
    ...tried,
    id: due.id,
    webhookId: due.webhookId,
    nextTryAtMs: tried.isTaken ? null : atMs + waitMs,
    giveUpBeforeMs: atMs - TRIED_MS,
  });
}

const UNSIGNED: TryOutcome = {
  isTaken: false,
  status: null,
  sentence: 'Its secret is of another master secret; add the webhook again.',
  retryAfterMs: null,
};

/** Sends a message, signed as of now by the scheme of Standard Webhooks. Null where the signal broke it off. */
async function send(
  { http, allowsPrivate, clock }: WebhookDelivering,
  { url, messageId, payload }: DueMessage,
  secret: string,
  signal: AbortSignal,
): Promise<TryOutcome | null> {
  const now = clock.real();
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
