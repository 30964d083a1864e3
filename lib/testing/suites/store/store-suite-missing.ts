import { describe, expect, it } from 'vitest';
import type { EmptyStore, OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { entriesOfLog, extendWholeLog, hourMs, seenAt } from '#lib/testing/worlds/signed-log';
import type { FiguresByPair } from '#lib/testing/builders/builders';

/** What an earlier version stored beside this one, which entered nothing into the log. */
export function describeMissing(open: OpenEmptyStore): void {
  describe('what an earlier version stored', () => {
    it('is entered as the figures of an existing database are', async () => {
      const { store, rewrite } = await open();
      const load = loader({ store, rewrite });
      await load(1, { '2026-04-10': { 'EUR/USD': 1.1 }, '2026-04-13': { 'EUR/USD': 1.2, 'EUR/JPY': 180 } });
      await extendWholeLog(store);
      await load.unentered(2, { '2026-04-13': { 'EUR/USD': 1.3, 'EUR/CHF': 0.9 } });
      await load.unentered(3, { '2026-04-13': { 'EUR/USD': 1.4 } });
      await load(4, { '2026-04-10': { 'EUR/JPY': 181 } });
      expect((await store.readLogComparison()).difference).not.toBeNull();
      expect(await store.write.enterMissing(null)).toBe(3);
      expect(await store.write.enterMissing(null), 'once').toBe(0);
      await extendWholeLog(store);
      expect((await entriesOfLog(store)).slice(3)).toEqual([
        'accepted EUR/JPY 2026-04-10 181 +4',
        'accepted EUR/CHF 2026-04-13 0.9 +2',
        'revised EUR/USD 2026-04-13 1.3 +2',
        'revised EUR/USD 2026-04-13 1.4 +3',
      ]);
      expect(await store.readLogComparison()).toMatchObject({ difference: null, replacedOtherwise: 0 });
    });

    it('is entered also after figures were withdrawn', async () => {
      const { store, rewrite } = await open();
      const load = loader({ store, rewrite });
      await load(1, { '2026-04-13': { 'EUR/USD': 1.2, 'EUR/JPY': 180 } });
      const pairs = [{ base: 'EUR', quote: 'JPY' }];
      await store.write.takeBackSeries({ source: 'ecb', pairs, atMs: hourMs(2) });
      await extendWholeLog(store);
      expect(await store.write.enterMissing(null)).toBe(0);
      await load.unentered(3, { '2026-04-13': { 'EUR/CHF': 0.9 } });
      expect(await store.write.enterMissing(null)).toBe(1);
      expect(await store.readLogComparison()).toMatchObject({ difference: null, replacedOtherwise: 0 });
    });

    it('is not what something else put beside the figures of a known document', async () => {
      const { store, rewrite } = await open();
      await loader({ store, rewrite })(1, { '2026-04-13': { 'EUR/USD': 1.2 } });
      await rewrite(
        'insert into obs_day (series_id, ts, rate, body_id) select series_id, ts + 1, 1.5, body_id from obs_day',
      );
      expect(await store.write.enterMissing(null)).toBe(0);
      expect((await store.readLogComparison()).difference).toContain('The log has no entry for');
    });
  });
}

/** Loads documents, each with an instant and an address of its own; `unentered` as a version does that knows no log. */
function loader({ store, rewrite }: Pick<EmptyStore, 'store' | 'rewrite'>) {
  const load = async (hour: number, days: Readonly<Record<string, FiguresByPair>>) => {
    await storeFixings(store, aFixingBatch(days, { ...seenAt(hour), url: `file:${hour}` }));
  };
  const unentered = async (...[hour, days]: Parameters<typeof load>) => {
    await extendWholeLog(store);
    await load(hour, days);
    await rewrite('delete from log_pending');
  };
  return Object.assign(load, { unentered });
}
