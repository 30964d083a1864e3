import { describe, expect, it } from 'vitest';
import type { Store } from '#lib/store/store';
import { aFixingBatch, instantMs, type OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { storeFixings } from '#lib/testing/builders/stored-batches';

const DAYS = ['2026-04-07', '2026-04-08', '2026-04-09', '2026-04-10', '2026-04-13'];

/** What is read of stored figures. */
export function describeReads(open: OpenEmptyStore): void {
  describePublications(open);
  describeSeries(open);
  describePublicationInstants(open);
}

function describePublications(open: OpenEmptyStore): void {
  describe('the newest publications', () => {
    it('are the newest instants over all series, newest first, each with exactly its own figures', async () => {
      const { store } = await open();
      await load(store, {
        '2026-04-07': { 'EUR/USD': 1.07 },
        '2026-04-08': { 'EUR/USD': 1.08, 'EUR/HRK': 7.5 },
        '2026-04-09': { 'EUR/JPY': 189 },
        '2026-04-13': { 'EUR/USD': 1.13, 'EUR/JPY': 193 },
      });
      const { publications } = await store.readNewestPublications('ecb', 3);
      expect(publications.map(figuresByPair)).toEqual([
        [instantMs('2026-04-13'), { 'EUR/USD': 1.13, 'EUR/JPY': 193 }],
        [instantMs('2026-04-09'), { 'EUR/JPY': 189 }],
        [instantMs('2026-04-08'), { 'EUR/USD': 1.08, 'EUR/HRK': 7.5 }],
      ]);
    });

    it('come with every pair that the source ever carried', async () => {
      const { store } = await open();
      await load(store, { '2026-04-07': { 'EUR/HRK': 7.5 }, '2026-04-13': { 'EUR/USD': 1.13 } });
      const { pairs } = await store.readNewestPublications('ecb', 1);
      expect(pairs.toSorted()).toEqual(['EUR/HRK', 'EUR/USD']);
    });

    it('of one source hold nothing of another', async () => {
      const { store } = await open();
      await load(store, { '2026-04-10': { 'EUR/USD': 1.1 } });
      await load(store, { '2026-04-13': { 'EUR/USD': 2.2, 'EUR/XAU': 0.0003 } }, 'fed');
      const newest = await store.readNewestPublications('ecb', 3);
      expect(newest.pairs).toEqual(['EUR/USD']);
      expect(newest.publications.map(figuresByPair)).toEqual([[instantMs('2026-04-10'), { 'EUR/USD': 1.1 }]]);
    });

    it('that come next are the first after an instant, oldest first, and the instant of the one after them', async () => {
      const { store } = await open();
      await loadDays(store);
      const next = await store.readNextPublications('ecb', 2, instantMs('2026-04-08'));
      expect(next.publications.map(figuresByPair)).toEqual([
        [instantMs('2026-04-09'), { 'EUR/USD': 3, 'EUR/GBP': 0.8 }],
        [instantMs('2026-04-10'), { 'EUR/USD': 4, 'EUR/GBP': 0.8 }],
      ]);
      expect(next.nextAtMs).toBe(instantMs('2026-04-13'));
      expect(next.bodies).toHaveLength(1);
      const last = await store.readNextPublications('ecb', 2, instantMs('2026-04-10'));
      expect(last).toMatchObject({
        publications: [{ observedAtMs: instantMs('2026-04-13') }],
        nextAtMs: null,
      });
    });

    it('of a source without figures are none', async () => {
      const { store } = await open();
      expect(await store.readNewestPublications('ecb', 3)).toMatchObject({ pairs: [], publications: [] });
      expect(await store.readNextPublications('ecb', 3, 0)).toMatchObject({
        publications: [],
        nextAtMs: null,
      });
    });
  });
}

function describeSeries(open: OpenEmptyStore): void {
  describe('a series', () => {
    it('is read with both bounds included, ascending', async () => {
      const { store } = await open();
      await loadDays(store);
      const read = await store.readSeries(usd({ from: '2026-04-08', to: '2026-04-10' }));
      expect(read).toEqual({ instantsMs: DAYS.slice(1, 4).map(instantMs), rates: [2, 3, 4] });
    });

    it('is read without the figures a millisecond outside the bounds', async () => {
      const { store } = await open();
      await loadDays(store);
      const span = usd({ from: '2026-04-08', to: '2026-04-10' });
      const read = await store.readSeries({ ...span, fromMs: span.fromMs + 1, toMs: span.toMs - 1 });
      expect(read.rates).toEqual([3]);
    });

    it('that is longer than the limit gives the newest points, ascending', async () => {
      const { store } = await open();
      await loadDays(store);
      const read = await store.readSeries({ ...usd({ from: '2026-04-01', to: '2026-04-30' }), limit: 2 });
      expect(read).toEqual({ instantsMs: DAYS.slice(3).map(instantMs), rates: [4, 5] });
    });

    it.each([
      ['in the other direction', { base: 'USD', quote: 'EUR' }],
      ['of another source', { source: 'fed' }],
      ['of a pair that was never carried', { quote: 'JPY' }],
    ])('%s is empty', async (_name, part) => {
      const { store } = await open();
      await loadDays(store);
      const read = await store.readSeries({ ...usd({ from: '2026-04-01', to: '2026-04-30' }), ...part });
      expect(read).toEqual({ instantsMs: [], rates: [] });
    });
  });
}

function describePublicationInstants(open: OpenEmptyStore): void {
  describe('the instants at which a source named a currency', () => {
    const named = (code: string, span = usd({ from: '2026-04-08', to: '2026-04-13' })) => ({
      source: span.source,
      code,
      fromMs: span.fromMs,
      toMs: span.toMs,
      limit: span.limit,
    });
    const figures = {
      '2026-04-07': { 'EUR/USD': 1 },
      '2026-04-08': { 'EUR/USD': 1, 'USD/JPY': 2 },
      '2026-04-09': { 'EUR/JPY': 2 },
      '2026-04-10': { 'USD/JPY': 2 },
      '2026-04-13': { 'EUR/USD': 1 },
    };

    it('are each given once, as base or as quote, both bounds included, ascending', async () => {
      const { store } = await open();
      await load(store, figures);
      const instants = await store.readPublicationInstants(named('USD'));
      expect(instants).toEqual(['2026-04-08', '2026-04-10', '2026-04-13'].map(instantMs));
    });

    it('are the newest when there are more than the limit', async () => {
      const { store } = await open();
      await load(store, figures);
      const instants = await store.readPublicationInstants({ ...named('USD'), limit: 2 });
      expect(instants).toEqual(['2026-04-10', '2026-04-13'].map(instantMs));
    });

    it('are none for a currency that only another source names', async () => {
      const { store } = await open();
      await load(store, figures);
      await load(store, { '2026-04-13': { 'EUR/CHF': 0.92 } }, 'fed');
      expect(await store.readPublicationInstants(named('CHF'))).toEqual([]);
    });
  });
}

async function load(store: Store, days: Parameters<typeof aFixingBatch>[0], source = 'ecb'): Promise<void> {
  await storeFixings(store, aFixingBatch(days, { source }));
}

/** EUR/USD on five days at 1, 2, 3, 4 and 5, beside another pair that must not show. */
async function loadDays(store: Store): Promise<void> {
  const days = DAYS.map((day, index) => [day, { 'EUR/USD': index + 1, 'EUR/GBP': 0.8 }] as const);
  await load(store, Object.fromEntries(days));
}

function usd({ from, to }: { readonly from: string; readonly to: string }) {
  const fromMs = instantMs(from);
  return { source: 'ecb', base: 'EUR', quote: 'USD', fromMs, toMs: instantMs(to), limit: 1000 };
}

function figuresByPair({
  observedAtMs,
  figures,
}: Awaited<ReturnType<Store['readNewestPublications']>>['publications'][number]) {
  return [
    observedAtMs,
    Object.fromEntries(figures.map(({ base, quote, rate }) => [`${base}/${quote}`, rate])),
  ];
}
