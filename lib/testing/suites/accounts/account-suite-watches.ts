import { describe, expect, it } from 'vitest';
import type { AddedWatch, LatelyFired, Watches } from '#lib/contract/watches';
import { DAY_MS } from '#lib/domain/durations';
import type { AccountBench, OpenAccountBench } from '#lib/testing/worlds/accounts/account-bench';
import type { AccountBrowser } from '#lib/testing/worlds/accounts/account-browser';
import { answerOf, auditKinds, exportOf } from '#lib/testing/worlds/accounts/account-replies';
import { aWatchedBank, lookOnce } from '#lib/testing/worlds/accounts/watched-bank';

const ABOVE = { from: 'EUR', to: 'USD', rule: { kind: 'above', threshold: 1.1 } } as const;
const NOTHING = { watches: [], fired: [] };

/** Pairs that an account watches, and the crossings that are noted. */
export function describeWatches(open: OpenAccountBench): void {
  describeCrossings(open);
  describeNotedOnce(open);
  describeOwnWatches(open);
  describeRefusedWatches(open);
}

async function watchesOf(browser: AccountBrowser): Promise<Watches> {
  return answerOf<Watches>(await browser.get('watches'));
}

function describeCrossings(open: OpenAccountBench): void {
  describe('a watch', () => {
    it('notes each crossing once, and the next one after it has been on the other side', async () => {
      const bank = aWatchedBank();
      const bench = await open({ snapshot: bank.snapshot });
      const owner = await bench.signedIn();
      await owner.post('watches', ABOVE);
      const noted: number[] = [];
      for (const rate of [1.1, 1.1012, 1.1012, 1.12, 1.09, 1.08, 1.11]) {
        await bank.say(bench, rate);
        noted.push((await watchesOf(owner)).fired.length);
      }
      expect(noted).toEqual([0, 1, 1, 1, 1, 1, 2]);
      const { watches, fired } = await watchesOf(owner);
      expect(watches).toMatchObject([{ ...ABOVE, isBeyond: true }]);
      expect(fired.map(({ rate }) => rate)).toEqual([1.11, 1.1012]);
      expect(fired[1]).toMatchObject({
        ...ABOVE,
        at: bench.now().toISOString(),
        source: 'ecb',
        observedAt: '2026-04-13T12:00:00.000Z',
        version: bank.snapshot().version,
      });
    });

    it('on what is so already waits until it was not', async () => {
      const bank = aWatchedBank();
      const bench = await open({ snapshot: bank.snapshot });
      const owner = await bench.signedIn();
      await owner.post('watches', { ...ABOVE, rule: { kind: 'below', threshold: 1.1 } });
      await bank.say(bench, 1.04);
      expect(await watchesOf(owner)).toMatchObject({ watches: [{ isBeyond: true }], fired: [] });
      await bank.say(bench, 1.11);
      await bank.say(bench, 1.04);
      expect(await watchesOf(owner)).toMatchObject({ fired: [{ rate: 1.04 }] });
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
      const seen = await bench.store.readPairWatches(null);
      await bank.say(bench, 1.2);
      const late = { ...bench, store: { ...bench.store, readPairWatches: () => Promise.resolve(seen) } };
      await lookOnce(late, bank.snapshot);
      expect((await watchesOf(owner)).fired).toHaveLength(1);
    });

    it('is told of on the first page for a day', async () => {
      const bank = aWatchedBank();
      const bench = await open({ snapshot: bank.snapshot });
      const owner = await bench.signedIn();
      await owner.post('watches', ABOVE);
      await bank.say(bench, 1.2);
      const lately = async () => answerOf<LatelyFired>(await owner.get('watches/lately')).fired.length;
      expect(await lately()).toBe(1);
      bench.advance(DAY_MS + 1);
      expect(await lately()).toBe(0);
      expect((await watchesOf(owner)).fired).toHaveLength(1);
    });
  });
}

function describeOwnWatches(open: OpenAccountBench): void {
  describe('the watches of an account', () => {
    it('are its own, go with it, and are in its export and its audit log', async () => {
      const bank = aWatchedBank();
      const bench = await open({ snapshot: bank.snapshot, isSignUpOpen: true });
      const owner = await bench.signedIn();
      const { watch } = answerOf<AddedWatch>(await owner.post('watches', ABOVE));
      await bank.say(bench, 1.2);
      const stranger = await anotherAccount(bench);
      expect(await watchesOf(stranger)).toMatchObject(NOTHING);
      expect(await stranger.post('watches/remove', { id: watch.id })).toMatchObject({ code: 'not_found' });
      expect((await exportOf(owner)).watches).toEqual([{ ...watch, isBeyond: true }]);
      expect((await owner.post('watches/remove', { id: watch.id })).status).toBe(200);
      expect(await watchesOf(owner)).toMatchObject(NOTHING);
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
      [{ ...ABOVE, to: 'JPY' }, 'There is no current rate for EUR/JPY here; choose another pair.'],
      [{ ...ABOVE, to: 'XXQ' }, 'to: XXQ is not a currency this service knows.'],
      [{ ...ABOVE, to: 'EUR' }, 'Choose two different currencies.'],
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
      expect((await watchesOf(owner)).watches).toHaveLength(50);
    });
  });
}
