import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/domain/durations';
import { nameLookup } from '#lib/platform/name-lookup';
import { aCheck, aPoll } from '#lib/testing/builders/store-suite-builders';
import { startNameServer } from '#lib/testing/wire/name-server';
import type { AccountBench, OpenAccountBench } from '#lib/testing/worlds/accounts/account-bench';
import { aWatchedBank } from '#lib/testing/worlds/accounts/watched-bank';
import {
  addHook,
  allSent,
  type DeliveryOptions,
  deliverUntil,
  failedTimes,
  hooksOf,
  says,
  SILENT,
  startDelivery,
  startReceiver,
  TAKES,
} from '#lib/testing/worlds/accounts/webhook-receiver';

const RULE = { kind: 'above', threshold: 1.1 };

/** What is sent to webhooks, over real HTTP to a receiver on this machine. */
export function describeWebhookDelivery(open: OpenAccountBench): void {
  describeMessages(open);
  describeTaking(open);
  describeFailures(open);
  describeGivingUp(open);
  describeNames(open);
}

/** An owner with a webhook at a receiver. */
async function aHook(open: OpenAccountBench, first = TAKES) {
  const bank = aWatchedBank();
  const bench = await open({ snapshot: bank.snapshot, allowsPrivateWebhooks: true });
  const owner = await bench.signedIn();
  const receiver = await startReceiver(first);
  const { id, secret } = await addHook(owner, `${receiver.url}hook`);
  const test = () => owner.post('webhooks/test', { id });
  const until = (wish: Parameters<typeof deliverUntil>[2], options: DeliveryOptions = {}) =>
    deliverUntil(bench, owner, wish, options);
  return { bank, bench, owner, receiver, secret, test, until };
}

function describeMessages(open: OpenAccountBench): void {
  describe('a webhook', () => {
    it('is told of a crossing once, signed so that the library verifies it', async () => {
      const { bank, bench, owner, receiver, secret, until } = await aHook(open);
      await owner.post('watches', { base: 'EUR', quote: 'USD', rule: RULE });
      await bank.say(bench, 1.2);
      await bank.say(bench, 1.21);
      await until(([hook]) => expect(hook?.deliveries).toMatchObject([{ state: 'delivered' }]));
      const [message] = receiver.received;
      const told = new Verifier(secret).verify(message?.body ?? '', { ...message?.headers });
      expect(told).toMatchObject({
        type: 'watch.crossed',
        timestamp: bench.now().toISOString(),
        data: {
          from: 'EUR',
          to: 'USD',
          rule: RULE,
          rate: 1.2,
          source: 'ecb',
          text: 'EUR/USD above 1.1. 1 EUR costs 1.2 USD.',
        },
      });
      expect(message).toMatchObject({ path: '/hook', headers: { 'content-type': 'application/json' } });
      expect(receiver.received).toHaveLength(1);
      expect((await hooksOf(owner))[0]?.deliveries).toMatchObject([
        {
          messageId: message?.headers['webhook-id'],
          type: 'watch.crossed',
          tries: 1,
          status: 204,
          sentence: null,
        },
      ]);
    });

    it('is told once when a source changes its state, and not of what was before', async () => {
      const { bench, owner, receiver, test, until } = await aHook(open);
      await sayOf(bench, 'operational');
      await until(allSent);
      for (const status of ['degraded', 'degraded', 'outage'] as const) await sayOf(bench, status);
      await until(([hook]) => expect(hook?.deliveries).toHaveLength(2));
      await until(allSent);
      await addHook(owner, `${receiver.url}later`);
      await test();
      await until(allSent);
      const told = receiver.received.map(({ path, body }) => [path, JSON.parse(body)]);
      expect(told).toMatchObject([
        ['/hook', { type: 'source.changed', data: { source: 'boj', from: 'operational', to: 'degraded' } }],
        ['/hook', { type: 'source.changed', data: { source: 'boj', from: 'degraded', to: 'outage' } }],
        ['/hook', { type: 'test' }],
      ]);
    });
  });
}

function describeTaking(open: OpenAccountBench): void {
  describe('a receiver', () => {
    it.each([
      ['200 with a page', says(200, { 'content-type': 'text/html' })],
      ['202', says(202)],
    ])('takes a message with %s', async (_name, mood) => {
      const { owner, receiver, test, until } = await aHook(open, mood);
      await test();
      await until(([hook]) => expect(hook?.deliveries).toMatchObject([{ state: 'delivered' }]));
      expect(receiver.received).toHaveLength(1);
      expect((await hooksOf(owner))[0]).toMatchObject({ waiting: 0, failures: 0 });
    });

    it('that is slow holds up no other', async () => {
      const { owner, receiver, test, bench } = await aHook(open, SILENT);
      const other = await startReceiver();
      // They are listed in the order in which they were added.
      bench.advance(1);
      const { id } = await addHook(owner, other.url);
      await test();
      await owner.post('webhooks/test', { id });
      await deliverUntil(bench, owner, ([slow, quick]) => {
        expect(quick?.deliveries).toMatchObject([{ state: 'delivered' }]);
        expect(slow?.deliveries).toMatchObject([{ state: 'waiting', tries: 0 }]);
        expect([receiver.received.length, other.received.length]).toEqual([1, 1]);
      });
    });
  });
}

/** A source that is not of the other tests here says how it is doing. */
async function sayOf({ store, now }: AccountBench, status: 'operational' | 'degraded' | 'outage') {
  await store.write.storePoll(aPoll({ source: 'boj', check: aCheck({ atMs: now().getTime(), status }) }));
}

function describeFailures(open: OpenAccountBench): void {
  describe('a message that is not taken', () => {
    it('is sent again after 5 seconds and 5 minutes, and those behind it in order once it is taken', async () => {
      const { bench, owner, receiver, test, until } = await aHook(open, says(500));
      await test();
      await until(failedTimes(1));
      expect((await hooksOf(owner))[0]).toMatchObject({
        nextTryAt: new Date(bench.now().getTime() + 5 * SECOND_MS).toISOString(),
        deliveries: [{ state: 'waiting', tries: 1, status: 500 }],
      });
      bench.advance(5 * SECOND_MS - 1);
      await startDelivery(bench).stop();
      expect(receiver.received).toHaveLength(1);
      bench.advance(1);
      await until(failedTimes(2));
      receiver.becomes(TAKES);
      await test();
      await test();
      await startDelivery(bench).stop();
      expect(receiver.received).toHaveLength(2);
      bench.advance(5 * MINUTE_MS);
      await until(allSent);
      const [third, second, first] = (await hooksOf(owner))[0]?.deliveries ?? [];
      expect(receiver.ids()).toEqual(
        [first, first, first, second, third].map((message) => message?.messageId),
      );
    });

    it.each([
      ['a redirect', says(302, { location: '/elsewhere' }), 302, /answered with a redirect/],
      ['no answer', SILENT, null, /gave no answer within 300 ms/],
      ['an error', says(503), 503, /answered with status 503/],
      ['a refusal', says(404), 404, /answered with status 404/],
    ])('because of %s says so in the log of deliveries', async (_name, mood, status, sentence) => {
      const { owner, receiver, test, until } = await aHook(open, mood);
      await test();
      await until(failedTimes(1), mood === SILENT ? { answerMs: 300 } : {});
      const [hook] = await hooksOf(owner);
      expect(hook?.deliveries).toMatchObject([{ state: 'waiting', tries: 1 }]);
      expect(hook?.deliveries[0]?.sentence).toMatch(sentence);
      expect(hook?.deliveries[0]?.status).toBe(status === 302 ? null : status);
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    });
  });
}

function describeGivingUp(open: OpenAccountBench): void {
  describe('a message that waits', () => {
    it('is sent when the receiver asks for it', async () => {
      const { bench, owner, test, until } = await aHook(open, says(429, { 'retry-after': '3600' }));
      await test();
      await until(failedTimes(1));
      const nextTryAt = new Date(bench.now().getTime() + 3_600_000).toISOString();
      expect((await hooksOf(owner))[0]).toMatchObject({ nextTryAt });
    });

    it('after the master secret has changed is not sent, and says so', async () => {
      const bench = await open({ masterSecret: 'former secret of 32 characters !!' });
      const owner = await bench.signedIn();
      const { id } = await addHook(owner, 'https://hooks.example.org/');
      await owner.post('webhooks/test', { id });
      await deliverUntil(bench, owner, failedTimes(1));
      const sentence = 'Its secret is of another master secret; add the webhook again.';
      expect((await hooksOf(owner))[0]?.deliveries).toMatchObject([{ tries: 1, status: null, sentence }]);
    });

    it('is given up after three days', async () => {
      const { bench, owner, test, until } = await aHook(open, says(500));
      await test();
      await until(failedTimes(1));
      bench.advance(3 * DAY_MS + 1);
      await until(failedTimes(2));
      expect((await hooksOf(owner))[0]).toMatchObject({
        waiting: 0,
        deliveries: [{ state: 'given up', tries: 2 }],
      });
    });

    it('because the service stopped is sent again as the same one', async () => {
      const { bench, receiver, test, until } = await aHook(open, SILENT);
      await test();
      const delivering = startDelivery(bench);
      await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 30_000 });
      await delivering.stop();
      receiver.becomes(TAKES);
      await until(allSent);
      expect(new Set(receiver.ids()).size).toBe(1);
      expect(receiver.received.length).toBeGreaterThan(1);
    });
  });
}

function describeNames(open: OpenAccountBench): void {
  describe('a message', () => {
    it('for an address whose name server never answers fails, and stopping does not wait for it', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { id } = await addHook(owner, 'https://hooks.example.org/');
      await owner.post('webhooks/test', { id });
      const { address, asked } = await startNameServer(() => null);
      const isAsked = (times: number) =>
        vi.waitFor(() => expect(asked).toHaveLength(times), { timeout: 30_000 });
      const delivering = startDelivery(bench, {
        resolve: nameLookup({ servers: [address], timeoutMs: DAY_MS }),
      });
      await isAsked(2);
      await delivering.stop();
      expect((await hooksOf(owner))[0]?.deliveries).toMatchObject([{ state: 'waiting', tries: 0 }]);
      const resolve = nameLookup({ servers: [address], timeoutMs: 300 });
      await deliverUntil(bench, owner, failedTimes(1), { resolve });
      const sentence = 'The name hooks.example.org was not resolved (ETIMEOUT).';
      expect((await hooksOf(owner))[0]?.deliveries).toMatchObject([{ sentence }]);
    });

    it('for an address whose name leads into a private network reaches nobody', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const receiver = await startReceiver();
      const { port } = new URL(receiver.url);
      const { id } = await addHook(owner, `https://hooks.example.org:${port}/`);
      await owner.post('webhooks/test', { id });
      const { address } = await startNameServer(() => '127.0.0.1');
      const resolve = nameLookup({ servers: [address] });
      await deliverUntil(bench, owner, failedTimes(1), { resolve, allowsPrivate: false });
      const sentence = `hooks.example.org:${port} has an address in a private network.`;
      expect((await hooksOf(owner))[0]?.deliveries).toMatchObject([{ sentence }]);
      expect(receiver.received).toEqual([]);
    });
  });
}
