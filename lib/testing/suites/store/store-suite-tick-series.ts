import { describe, expect, it } from 'vitest';
import type { OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { aTickPoll, MARKET } from '#lib/testing/builders/store-suite-builders';
import { pollEvery, rollUp, SPAN, startMs } from './store-suite-market-time.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';

/** What is read of live quotes and of what they were rolled up into. */
export function describeTickReads(open: OpenEmptyStore): void {
  describeTickSeries(open);
  describeTickSpans(open);
  describeClosingTicks(open);
}

function describeTickSeries(open: OpenEmptyStore): void {
  describe('a series of quotes', () => {
    it('is the same before and after it was rolled up, minute by minute', async () => {
      const { store } = await open();
      await pollEvery(store, 20, 12);
      const before = await store.readTickSeries({ ...SPAN, tier: 'minute' });
      expect(before.rates).toEqual(Array.from({ length: 12 }, (_, index) => 100 + index));
      await rollUp(store, startMs + 3 * HOUR_MS + 1);
      expect(await store.readTickSeries({ ...SPAN, tier: 'minute' })).toEqual(before);
    });

    it('is read with both bounds included, the newest points where there are more than the limit', async () => {
      const { store } = await open();
      await pollEvery(store, 20, 12);
      await rollUp(store, startMs + 2 * HOUR_MS);
      const at = (index: number) => startMs + index * 20 * 60_000;
      const within = { ...SPAN, fromMs: at(2), toMs: at(9), tier: 'minute' as const };
      expect((await store.readTickSeries(within)).rates).toEqual([102, 103, 104, 105, 106, 107, 108, 109]);
      expect((await store.readTickSeries({ ...within, fromMs: at(2) + 1, toMs: at(9) - 1 })).rates).toEqual([
        103, 104, 105, 106, 107, 108,
      ]);
      expect((await store.readTickSeries({ ...within, limit: 2 })).instantsMs).toEqual([at(8), at(9)]);
    });

    it.each(['minute', 'hour', 'day'] as const)(
      'ends by %s with the newest quote at its own instant',
      async (tier) => {
        const { store } = await open();
        await pollEvery(store, 20, 12);
        await rollUp(store, startMs + 4 * HOUR_MS);
        const lastMs = startMs + 4 * HOUR_MS + 5000;
        await store.write.storePoll(aTickPoll(lastMs, { 'BTC/USDT': 7 }));
        const { instantsMs, rates } = await store.readTickSeries({ ...SPAN, tier });
        expect([instantsMs.at(-1), rates.at(-1)]).toEqual([lastMs, 7]);
        expect(new Set(instantsMs).size).toBe(instantsMs.length);
      },
    );
  });
}

function describeTickSpans(open: OpenEmptyStore): void {
  describe('a market', () => {
    it('tells how far back each tier of a series reaches', async () => {
      const { store } = await open();
      await pollEvery(store, 20, 30);
      const lastAtMs = startMs + 29 * 20 * 60_000;
      const unrolled = await store.readTickSpan({ source: MARKET, base: 'BTC', quote: 'USDT' });
      expect(unrolled).toEqual({ minute: { firstAtMs: startMs, lastAtMs }, hour: null, day: null });
      await rollUp(store, startMs + 8 * DAY_MS);
      const hourEnd = startMs + 2 * 20 * 60_000;
      expect(await store.readTickSpan({ source: MARKET, base: 'BTC', quote: 'USDT' })).toEqual({
        minute: null,
        hour: { firstAtMs: hourEnd, lastAtMs },
        day: { firstAtMs: startMs + 8 * 20 * 60_000, lastAtMs },
      });
      const nobody = await store.readTickSpan({ source: MARKET, base: 'XXX', quote: 'USDT' });
      expect(nobody).toEqual({ minute: null, hour: null, day: null });
    });

    it('tells the days on which it quoted a currency, standing prices and the running day included', async () => {
      const { store } = await open();
      const dayMs = Date.parse('2026-04-10T00:00:00Z');
      for (const [day, figures] of [
        [0, { 'BTC/USDT': 1, 'ETH/BTC': 2 }],
        [1, { 'BTC/USDT': 1 }],
        [3, { 'ETH/EUR': 3 }],
        [4, { 'BTC/USDT': 1 }],
      ] as const) {
        const atMs = dayMs + day * DAY_MS + HOUR_MS;
        await store.write.storePoll(aTickPoll(atMs, figures));
        if (day < 4) await rollUp(store, atMs + HOUR_MS);
      }
      const days = { source: MARKET, code: 'BTC', fromMs: dayMs, toMs: dayMs + 9 * DAY_MS, limit: 9 };
      const expected = [0, 1, 4].map((day) => dayMs + day * DAY_MS);
      expect(await store.readTickDays(days)).toEqual(expected);
      expect(await store.readTickDays({ ...days, limit: 2 })).toEqual(expected.slice(1));
    });
  });
}

function describeClosingTicks(open: OpenEmptyStore): void {
  describe('the last quotes of a day', () => {
    it('are the same before and after the day was rolled up, of other days where it has none', async () => {
      const { store } = await open();
      const dayMs = Date.parse('2026-04-10T00:00:00Z');
      const [late, midnight] = [dayMs + DAY_MS - 1, dayMs + DAY_MS];
      await store.write.storePoll(aTickPoll(dayMs + HOUR_MS, { 'BTC/USDT': 1, 'ETH/USDT': 9 }));
      await store.write.storePoll(aTickPoll(late, { 'BTC/USDT': 2 }));
      await store.write.storePoll(aTickPoll(midnight, { 'BTC/USDT': 3, 'SOL/USDT': 5 }));
      const closing = async (endMs: number) => {
        const { pairs, figures } = await store.readClosingTicks(MARKET, endMs);
        expect(pairs.toSorted()).toEqual(['BTC/USDT', 'ETH/USDT', 'SOL/USDT']);
        const read = figures.map(({ base, rate, observedAtMs }) => [base, rate, observedAtMs]);
        return read.toSorted(([one], [other]) => String(one).localeCompare(String(other)));
      };
      const first = [
        ['BTC', 2, late],
        ['ETH', 9, dayMs + HOUR_MS],
      ];
      const next = [
        ['BTC', 3, midnight],
        ['ETH', 9, dayMs + HOUR_MS],
        ['SOL', 5, midnight],
      ];
      expect(await closing(late)).toEqual(first);
      await rollUp(store, midnight + 3 * HOUR_MS);
      expect(await closing(late)).toEqual(first);
      expect(await closing(late + DAY_MS)).toEqual(next);
      expect(await closing(late + 5 * DAY_MS)).toEqual(next);
      expect(await closing(late + 9 * DAY_MS), 'too long ago').toEqual([]);
      expect(await closing(dayMs - 1)).toEqual([]);
    });

    it('name the document that brought each', async () => {
      const { store } = await open();
      const atMs = Date.parse('2026-04-10T12:00:00Z');
      await store.write.storePoll(aTickPoll(atMs, { 'BTC/USDT': 1 }));
      const { figures, bodies } = await store.readClosingTicks(MARKET, atMs + HOUR_MS);
      expect(bodies.map(({ id }) => id)).toEqual(figures.map(({ bodyId }) => bodyId));
      expect(bodies[0]).toMatchObject({ fetchedAtMs: atMs, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    });
  });
}
