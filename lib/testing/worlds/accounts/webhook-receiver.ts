import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, onTestFinished, vi } from 'vitest';
import { openMasterSecret } from '#lib/account/secrets/master-secret';
import { deliverWebhooks } from '#lib/account/notify/deliver-webhooks';
import type { AddedWebhook } from '#lib/contract/account';
import type { Webhook } from '#lib/domain/webhook';
import { createHttpClient, type HttpClientSettings } from '#lib/platform/http-client';
import { startLoopbackHost } from '#lib/testing/wire/loopback-host';
import type { AccountBench } from './account-bench.ts';
import type { AccountBrowser } from './account-browser.ts';
import { answerOf } from './account-replies.ts';

/** A request as the receiver got it. */
export interface ReceivedMessage {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a receiver answers. */
export type ReceiverMood = (response: ServerResponse, request: IncomingMessage) => void;

/** Takes every message without a word. */
export const TAKES: ReceiverMood = (response) => void response.writeHead(204).end();

/** Answers with a status. */
export function says(status: number, headers: Readonly<Record<string, string>> = {}): ReceiverMood {
  return (response) => void response.writeHead(status, headers).end();
}

/** Never answers. */
export const SILENT: ReceiverMood = () => {};

/** A program on this machine that messages are sent to, over real HTTP. */
export async function startReceiver(first: ReceiverMood = TAKES) {
  let mood = first;
  const received: ReceivedMessage[] = [];
  const host = await startLoopbackHost((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', headers: asTexts(request.headers), body });
      mood(response, request);
    });
  });
  onTestFinished(() => host.close());
  return {
    url: host.url,
    received,
    /** The `webhook-id` of each request, in order. */
    ids: () => received.map(({ headers }) => headers['webhook-id']),
    becomes: (next: ReceiverMood) => {
      mood = next;
    },
  };
}

/** Node joins repeated headers but for cookies, which nobody sends here. */
function asTexts(headers: IncomingMessage['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Adds a webhook that is told of all there is. */
export async function addHook(browser: AccountBrowser, url: string): Promise<AddedWebhook> {
  return answerOf<AddedWebhook>(await browser.post('webhooks', { url, subjects: ['watches', 'status'] }));
}

/** The webhooks that a browser shows. */
export async function hooksOf(browser: AccountBrowser): Promise<readonly Webhook[]> {
  return answerOf<readonly Webhook[]>(await browser.get('webhooks'));
}

/** How a test sends. */
export interface DeliveryOptions extends Pick<HttpClientSettings, 'resolve'> {
  readonly allowsPrivate?: boolean;
  /** How long a receiver may take. */
  readonly answerMs?: number;
}

/** Longer than a receiver takes that answers at all, however busy the machine is. */
const PATIENT_MS = 20_000;

/** Begins to send, as the process that leads does. */
export function startDelivery(
  { store, now, dataDir }: AccountBench,
  { resolve, allowsPrivate = true, answerMs = PATIENT_MS }: DeliveryOptions = {},
) {
  const clock = { real: now, service: now };
  const limits = { tries: 1, connectMs: PATIENT_MS, firstByteMs: answerMs, totalMs: 2 * PATIENT_MS };
  return deliverWebhooks({
    store,
    clock,
    http: createHttpClient({ clock, userAgent: 'test', limits, ...(resolve && { resolve }) }),
    secretOf: openMasterSecret(dataDir, undefined),
    allowsPrivate,
    log: pino({ level: 'silent' }),
  });
}

/** How long a wish may take to come true. */
const WISH_MS = 30_000;

/** Sends what is due now until the webhooks are as wished. */
export async function deliverUntil(
  bench: AccountBench,
  browser: AccountBrowser,
  wish: (hooks: readonly Webhook[]) => void,
  options: DeliveryOptions = {},
): Promise<void> {
  const delivering = startDelivery(bench, options);
  try {
    await vi.waitFor(async () => wish(await hooksOf(browser)), { timeout: WISH_MS, interval: 20 });
  } finally {
    await delivering.stop();
  }
}

/** Wishes that the first webhook failed so often in a row. */
export function failedTimes(failures: number) {
  return ([hook]: readonly Webhook[]) => expect(hook?.failures).toBe(failures);
}

/** Wishes that nothing waits for any webhook, and that the last try was good. */
export function allSent(hooks: readonly Webhook[]): void {
  expect(hooks.map(({ waiting, failures }) => [waiting, failures])).toEqual(hooks.map(() => [0, 0]));
}
