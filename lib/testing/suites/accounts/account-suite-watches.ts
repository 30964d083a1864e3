import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/domain/durations';
import type { PairWatch } from '#lib/domain/series/pair-watch';
import type { AccountBench, OpenAccountBench } from '#lib/testing/worlds/accounts/account-bench';
import type { AccountBrowser } from '#lib/testing/worlds/accounts/account-browser';
import { answerOf, auditKinds, exportOf } from '#lib/testing/worlds/accounts/account-replies';
import { aWatchedBank, lookOnce } from '#lib/testing/worlds/accounts/watched-bank';
import { addHook, hooksOf } from '#lib/testing/worlds/accounts/webhook-receiver';

const ABOVE = { base: 'EUR', quote: 'USD', rule: { kind: 'above', threshold: 1.1 } } as const;

/** Pairs that an account watches, and the crossings that are noted. */
export function describeWatches(open: OpenAccountBench): void {
  describeCrossings(open);
  describeNotedOnce(open);
  describeOwnWatches(open);
  describeRefusedWatches(open);
}

async function watchesOf(browser: AccountBrowser): Promise<readonly PairWatch[]> {
  return answerOf<readonly PairWatch[]>(await browser.get('watches'));
}

/** The figure at which the first watch crossed the last time. */
async function crossedAt(browser: AccountBrowser): Promise<number | undefined> {
  return (await watchesOf(browser))[0]?.crossed?.rate;
}

function describeCrossings(open: OpenAccountBench): void {
  describe('a watch', () => {
    it('notes each crossing once, and the next one after it has been on the other side', async () => {
      const bank = aWatchedBank();
      const bench = await open({ snapshot: bank.snapshot });
      const owner = await bench.signedIn();
      await owner.post('watches', ABOVE);
      const noted: (number | undefined)[] = [];
      for (const rate of [1.1, 1.1012, 1.1012, 1.12, 1.09, 1.08, 1.11]) {
        await bank.say(bench, rate);
        noted.push(await crossedAt(owner));
      }
      expect(noted).toEqual([undefined, 1.1012, 1.1012, 1.1012, 1.1012, 1.1012, 1.11]);
      const crossed = {
        at: bench.now().toISOString(),
        rate: 1.11,
        source: 'ecb',
        observedAt: '2026-04-13T12:00:00.000Z',
        version: bank.snapshot().version,
      };
      expect(await watchesOf(owner)).toMatchObject([{ ...ABOVE, isBeyond: true, crossed }]);
    });

    it('on what is so already waits until it was not', async () => {
      const bank = aWatchedBank();
      const bench = await open({ snapshot: bank.snapshot });
      const owner = await bench.signedIn();
      await owner.post('watches', { ...ABOVE, rule: { kind: 'below', threshold: 1.1 } });
      await bank.say(bench, 1.04);
      expect(await watchesOf(owner)).toMatchObject([{ isBeyond: true, crossed: null }]);
      await bank.say(bench, 1.11);
      await bank.say(bench, 1.04);
      expect(await watchesOf(owner)).toMatchObject([{ crossed: { rate: 1.04 } }]);
    });
  });
}

function describeNotedOnce(open: OpenAccountBench): void {
  describe('a crossing', () => {
    it('is noted by one of two processes that look at once', async () => {
      const bank = aWatchedBank();
      const bench = await open({ snapshot: bank.snapshot });
      const owner = await bench.signedIn();
      await owner.post('watches', ABOVE);
      await addHook(owner, 'https://hooks.example.org/');
      const seen = await bench.store.readPairWatches(null);
      await bank.say(bench, 1.2);
      const late = { ...bench, store: { ...bench.store, readPairWatches: () => Promise.resolve(seen) } };
      await lookOnce(late, bank.snapshot);
      expect(await crossedAt(owner)).toBe(1.2);
      expect(await hooksOf(owner)).toMatchObject([{ waiting: 1 }]);
    });

    it('is told of on the first page for a day', async () => {
      const bank = aWatchedBank();
      const bench = await open({ snapshot: bank.snapshot });
      const owner = await bench.signedIn();
      await owner.post('watches', ABOVE);
      await bank.say(bench, 1.2);
      const lately = async () => answerOf<readonly unknown[]>(await owner.get('watches/lately')).length;
      expect(await lately()).toBe(1);
      bench.advance(DAY_MS + 1);
      expect(await lately()).toBe(0);
      expect(await crossedAt(owner)).toBe(1.2);
    });
  });
}

function describeOwnWatches(open: OpenAccountBench): void {
  describe('the watches of an account', () => {
    it('are its own, go with it, and are in its export and its audit log', async () => {
      const bank = aWatchedBank();
      const bench = await open({ snapshot: bank.snapshot, isSignUpOpen: true });
      const owner = await bench.signedIn();
      await owner.post('watches', ABOVE);
      await bank.say(bench, 1.2);
      const watches = await watchesOf(owner);
      const id = watches[0]?.id ?? '';
      const stranger = await anotherAccount(bench);
      expect(await watchesOf(stranger)).toEqual([]);
      expect(await stranger.post('watches/remove', { id })).toMatchObject({ code: 'not_found' });
      expect((await exportOf(owner)).watches).toEqual(watches);
      expect((await owner.post('watches/remove', { id })).status).toBe(200);
      expect(await watchesOf(owner)).toEqual([]);
      expect(await auditKinds(owner)).toEqual(expect.arrayContaining(['watch-added', 'watch-removed']));
    });
  });
}

async function anotherAccount(bench: AccountBench): Promise<AccountBrowser> {
  const credentials = { email: 'eve@example.org', password: 'another quiet lantern 17' };
  const stranger = bench.browser();
  await stranger.post('sign-up', credentials);
  await stranger.post('sign-in', credentials);
  return stranger;
}

function describeRefusedWatches(open: OpenAccountBench): void {
  describe('a watch is refused in one sentence', () => {
    it.each([
      [{ ...ABOVE, quote: 'JPY' }, 'There is no current rate for EUR/JPY here; choose another pair.'],
      [{ ...ABOVE, quote: 'XXQ' }, 'quote: XXQ is not a currency this service knows.'],
      [{ ...ABOVE, quote: 'EUR' }, 'Choose two different currencies.'],
      [
        { ...ABOVE, rule: { kind: 'above', threshold: '1,1' } },
        'Give the threshold as a number, such as 1.085.',
      ],
      [{ ...ABOVE, rule: { kind: 'above', threshold: 0 } }, 'A threshold is more than 0.'],
      [{ ...ABOVE, rule: { kind: 'near' } }, 'Watch for a rate above or below.'],
    ])('%j', async (wish, message) => {
      const owner = await (await open({ snapshot: aWatchedBank().snapshot })).signedIn();
      const reply = await owner.post('watches', wish);
      expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter', message } } });
    });

    it('above the most that an account may have', async () => {
      const owner = await (await open({ snapshot: aWatchedBank().snapshot })).signedIn();
      for (let n = 1; n <= 50; n += 1) await owner.post('watches', ABOVE);
      const reply = await owner.post('watches', ABOVE);
      expect(reply).toMatchObject({
        status: 409,
        body: { error: { message: 'An account has at most 50 watches; remove one first.' } },
      });
      expect(await watchesOf(owner)).toHaveLength(50);
    });
  });
}
