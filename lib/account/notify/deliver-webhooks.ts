import PQueue from 'p-queue';
import type { DeriveSecret } from '#lib/account/secrets/master-secret';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/domain/durations';
import type { Clock } from '#lib/platform/clock';
import type { HttpClient } from '#lib/platform/http-client';
import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';
import type { DueMessage } from '#lib/store/accounts/webhook-messages';
import { sendMessage, type SendOutcome } from './send-message.ts';
import { changedMessage } from './webhook-message.ts';
import { unsealSecret } from './webhook-secret.ts';

/** What delivering works with. */
export interface WebhookDelivery {
  readonly store: Pick<Store, 'readWebhooks' | 'readDueMessages' | 'readChangesAfter'> & {
    readonly write: Pick<Store['write'], 'noteTry' | 'queueChanges'>;
  };
  readonly http: HttpClient;
  readonly secretOf: DeriveSecret;
  /** Whether private addresses are allowed, and http to them. */
  readonly allowsPrivate: boolean;
  readonly clock: Pick<Clock, 'real'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Sends what waits; `stop` breaks off what is under way, which is sent again by whoever delivers next. */
export interface DeliveringWebhooks {
  readonly stop: () => Promise<void>;
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

/** A longer wait is no receiver's wish, but a clock that was ahead. */
const WAIT_MAX_MS = DAY_MS;

/** How long a webhook is left alone when a try could not be noted, as on a full disk. */
const UNNOTED_WAIT_MS = 5 * MINUTE_MS;

/** For how long a message is tried. */
const TRIED_MS = 3 * DAY_MS;

/**
 * Sends what waits while this process leads, to each address in order: a message that is not taken holds up those behind it,
 * until it is taken or was tried for three days.
 */
export function deliverWebhooks(delivery: WebhookDelivery): DeliveringWebhooks {
  const { store, clock, log } = delivery;
  const stopping = new AbortController();
  const sends = new PQueue({ concurrency: AT_ONCE });
  const busy = new Set<string>();
  let look: Promise<void> | null = null;
  const begin = (due: DueMessage) => {
    const { id } = due.webhook;
    busy.add(id);
    sends
      .add(() => deliver(delivery, due, stopping.signal))
      .then(
        () => {
          busy.delete(id);
          if (!stopping.signal.aborted) lookAgain();
        },
        (error: unknown) => {
          log.error({ err: error }, 'a webhook could not be tried, or the try could not be noted');
          // What was sent and could not be noted is not sent again every second.
          setTimeout(() => busy.delete(id), UNNOTED_WAIT_MS).unref();
        },
      );
  };
  const lookOnce = async () => {
    await queueSourceChanges(delivery);
    // What is under way now may be over when it is known what waits, and must not begin twice.
    const underWay = new Set(busy);
    const nowMs = clock.real().getTime();
    for (const due of await store.readDueMessages({ nowMs, latestMs: nowMs + WAIT_MAX_MS })) {
      if (!underWay.has(due.webhook.id) && !stopping.signal.aborted) begin(due);
    }
  };
  const lookAgain = () => {
    look ??= lookOnce()
      .catch((error: unknown) => log.error({ err: error }, 'what waits for webhooks could not be read'))
      .finally(() => {
        look = null;
      });
  };
  const timer = setInterval(lookAgain, LOOK_MS).unref();
  lookAgain();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await look;
      await sends.onIdle();
    },
  };
}

/**
 * Queues each change of a source from one state to another, for the webhooks that want it. A change of the cause alone, and the
 * first state of all, are not told.
 */
async function queueSourceChanges({ store, clock }: WebhookDelivery): Promise<void> {
  const wanting = (await store.readWebhooks(null)).filter(({ wantsStatus }) => wantsStatus);
  if (wanting.length === 0) return;
  const changes = await store.readChangesAfter(Math.min(...wanting.map(({ changesSeen }) => changesSeen)));
  const newest = changes.at(-1);
  if (!newest) return;
  const told = changes.filter(({ from, to }) => from !== null && from !== to);
  await store.write.queueChanges(
    wanting.map(({ id: webhookId, changesSeen }) => ({
      webhookId,
      changesSeen: newest.id,
      messages: told
        .filter(({ id }) => id > changesSeen)
        .map((change) => changedMessage(change, clock.real())),
    })),
  );
}

async function deliver(
  { store, http, secretOf, allowsPrivate, clock }: WebhookDelivery,
  { webhook: { id: webhookId, url, sealedSecret, failures }, ...message }: DueMessage,
  signal: AbortSignal,
): Promise<void> {
  const secret = unsealSecret(secretOf, sealedSecret);
  const sending = { http, url, allowsPrivate, now: clock.real(), signal };
  const outcome = secret === null ? UNSIGNED : await sendMessage({ ...sending, secret }, message);
  if (!outcome) return;
  const { retryAfterMs, ...tried } = outcome;
  const atMs = clock.real().getTime();
  await store.write.noteTry({
    ...tried,
    id: message.id,
    webhookId,
    atMs,
    nextTryAtMs: tried.isTaken ? null : atMs + waitAfter(failures, retryAfterMs),
    giveUpBeforeMs: atMs - TRIED_MS,
  });
}

const UNSIGNED: SendOutcome = {
  isTaken: false,
  status: null,
  sentence: 'Its secret is of another master secret; add the webhook again.',
  retryAfterMs: null,
};

function waitAfter(failures: number, retryAfterMs: number | null): number {
  const waitMs = WAITS_MS[failures] ?? DAY_MS;
  return Math.min(Math.max(waitMs, retryAfterMs ?? 0), WAIT_MAX_MS);
}
