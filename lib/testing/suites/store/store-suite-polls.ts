import { NO_HELD_CHANGES } from '#lib/store/validation/held-changes';
import { describe, expect, it } from 'vitest';
import type { PollRecord } from '#lib/store/polls';
import type { TickBatch } from '#lib/store/rates/ticks';
import { TEST_NOW } from '#lib/testing/builders/builders';
import {
  aFixingBatch,
  type EmptyStore,
  type OpenEmptyStore,
  servedRate,
} from '#lib/testing/worlds/empty-store';
import {
  aCheck,
  aHeldFigure,
  aMarketDocument,
  aPoll,
  aTickBatch,
  aTickPoll,
  MARKET,
} from '#lib/testing/builders/store-suite-builders';
import { MINUTE_MS } from '#lib/domain/durations';

const nowMs = TEST_NOW.getTime();

/** What one poll stores, and what a poll that fails leaves. */
export function describeStoredPolls(open: OpenEmptyStore): void {
  describeQuotes(open);
  describeOldQuotes(open);
  describeMinutes(open);
  describeTickDocuments(open);
  describeWholePolls(open);
}

function describeQuotes(open: OpenEmptyStore): void {
  describe('the newest quotes of a market', () => {
    it('are those of the newest poll, with the instant of both quote and poll, and with their document', async () => {
      const { store } = await open();
      await store.write.storePoll(aTickPoll(nowMs, { 'BTC/USDT': 65_000 }));
      const later = { observedAtMs: nowMs + 19_000 };
      await store.write.storePoll(
        aTickPoll(nowMs + 20_000, { 'BTC/USDT': 65_001.5, 'ETH/USDT': 3200 }, later),
      );
      const { pairs, figures, bodies } = await store.readNewestTicks(MARKET);
      expect(pairs.toSorted()).toEqual(['BTC/USDT', 'ETH/USDT']);
      const [body] = bodies;
      expect(bodies).toMatchObject([{ fetchedAtMs: nowMs + 20_000 }]);
      const instants = { observedAtMs: nowMs + 19_000, polledAtMs: nowMs + 20_000, bodyId: body?.id };
      expect(figures).toEqual([
        { base: 'BTC', quote: 'USDT', rate: 65_001.5, ...instants },
        { base: 'ETH', quote: 'USDT', rate: 3200, ...instants },
      ]);
    });

    it('of a pair that a poll lacks stay as they were polled', async () => {
      const { store } = await open();
      await store.write.storePoll(aTickPoll(nowMs, { 'BTC/USDT': 65_000, 'ETH/USDT': 3200 }));
      await store.write.storePoll(aTickPoll(nowMs + 20_000, { 'BTC/USDT': 65_000 }));
      expect(await polledAt(store)).toEqual({ BTC: nowMs + 20_000, ETH: nowMs });
    });

    it('that did not change keep the document that brought them and are polled anew', async () => {
      const opened = await open();
      await opened.store.write.storePoll(aTickPoll(nowMs, { 'BTC/USDT': 65_000 }));
      const [before] = (await opened.store.readNewestTicks(MARKET)).figures;
      const counts = await opened.store.write.storePoll(aTickPoll(nowMs + 20_000, { 'BTC/USDT': 65_000 }));
      expect(counts).toEqual({ imported: 0, revised: 0 });
      const [after] = (await opened.store.readNewestTicks(MARKET)).figures;
      expect(after).toEqual({ ...before, observedAtMs: nowMs + 20_000, polledAtMs: nowMs + 20_000 });
      expect(await documentsOf(opened)).toHaveLength(1);
    });
  });
}

function describeOldQuotes(open: OpenEmptyStore): void {
  describe('the newest quotes of a market', () => {
    it('are not replaced by an older quote, which goes to its own minute', async () => {
      const { store } = await open();
      await store.write.storePoll(aTickPoll(nowMs, { 'BTC/USDT': 65_000 }));
      const late = { observedAtMs: nowMs - MINUTE_MS };
      await store.write.storePoll(aTickPoll(nowMs + 20_000, { 'BTC/USDT': 64_000 }, late));
      expect((await store.readNewestTicks(MARKET)).figures).toMatchObject([
        { rate: 65_000, observedAtMs: nowMs, polledAtMs: nowMs + 20_000 },
      ]);
      expect(await minutes(store)).toEqual({
        instantsMs: [nowMs - MINUTE_MS, nowMs],
        rates: [64_000, 65_000],
      });
    });

    it('are replaced by an older one when the clock was put back', async () => {
      const { store } = await open();
      await store.write.storePoll(aTickPoll(nowMs + 86_400_000, { 'BTC/USDT': 65_000 }));
      await store.write.storePoll(aTickPoll(nowMs, { 'BTC/USDT': 64_000 }));
      expect((await store.readNewestTicks(MARKET)).figures).toMatchObject([
        { rate: 64_000, observedAtMs: nowMs },
      ]);
      const instantsMs = [nowMs, nowMs + 86_400_000];
      expect(await minutes(store)).toEqual({ instantsMs, rates: [64_000, 65_000] });
    });

    it('are there after the database was closed and opened again', async () => {
      const { store, reopen } = await open();
      await store.write.storePoll(aTickPoll(nowMs, { 'BTC/USDT': 65_000 }));
      const before = await store.readNewestTicks(MARKET);
      expect(await (await reopen()).readNewestTicks(MARKET)).toEqual(before);
    });
  });
}

function describeMinutes(open: OpenEmptyStore): void {
  describe('a minute of a market', () => {
    it('holds the last quote, the lowest and the highest, and counts the changes', async () => {
      const { store, db } = await open();
      for (const [index, rate] of [5, 5, 7, 4, 6].entries()) {
        await store.write.storePoll(aTickPoll(nowMs + index * 10_000, { 'BTC/USDT': rate }));
      }
      const rows = await db.selectFrom('tick_recent').select(['at', 'rate', 'low', 'high', 'n']).execute();
      expect(rows.map((row) => ({ ...row, at: Number(row.at) }))).toEqual([
        { at: nowMs + 40_000, rate: 6, low: 4, high: 7, n: 4 },
      ]);
    });

    it('holds the quote that was polled later of two with one instant', async () => {
      const { store } = await open();
      for (const rate of [5, 7]) {
        const instant = { observedAtMs: nowMs };
        await store.write.storePoll(aTickPoll(nowMs + rate, { 'BTC/USDT': rate }, instant));
      }
      expect(await minutes(store)).toEqual({ instantsMs: [nowMs], rates: [7] });
    });

    it('in which the price still stood before it changed counts that price as well', async () => {
      const { store, db } = await open();
      await store.write.storePoll(aTickPoll(nowMs - 10_000, { 'BTC/USDT': 5 }));
      await store.write.storePoll(aTickPoll(nowMs + 10_000, { 'BTC/USDT': 5 }));
      await store.write.storePoll(aTickPoll(nowMs + 30_000, { 'BTC/USDT': 7 }));
      const rows = await db.selectFrom('tick_recent').select(['rate', 'low', 'high']).orderBy('ts').execute();
      expect(rows).toEqual([
        { rate: 5, low: 5, high: 5 },
        { rate: 7, low: 5, high: 7 },
      ]);
    });

    it('in which nothing changed makes no row, but the first quote of a day does', async () => {
      const { store, db } = await open();
      const midnightMs = Date.parse('2026-04-15T00:00:00Z');
      for (const atMs of [nowMs, nowMs + MINUTE_MS, midnightMs - 1, midnightMs, midnightMs + MINUTE_MS]) {
        await store.write.storePoll(aTickPoll(atMs, { 'USD/AED': 3.6725 }));
      }
      const rows = await db.selectFrom('tick_recent').select('at').orderBy('at').execute();
      expect(rows.map(({ at }) => Number(at))).toEqual([nowMs, midnightMs]);
    });
  });
}

function describeTickDocuments(open: OpenEmptyStore): void {
  describe('the documents of quotes', () => {
    it('are kept only where they brought a change, each with its own figures', async () => {
      const opened = await open();
      const { store } = opened;
      const documents = ['first', 'second', 'third'].map((url) => aMarketDocument({ url }));
      const documentIndexes = Uint32Array.of(0, 1, 2);
      const quotes = { 'BTC/USDT': 1, 'ETH/USDT': 2, 'XRP/USDT': 3 };
      await store.write.storePoll(aTickPoll(nowMs, quotes, { documents, documentIndexes }));
      const newer = documents.map((document) => ({ ...document, url: `newer ${document.url}` }));
      const changed = { ...quotes, 'ETH/USDT': 2.5 };
      await store.write.storePoll(aTickPoll(nowMs + 1, changed, { documents: newer, documentIndexes }));
      const { figures, bodies } = await store.readNewestTicks(MARKET);
      const urls = figures.map(({ base, bodyId }) => [base, bodies.find(({ id }) => id === bodyId)?.url]);
      expect(Object.fromEntries(urls)).toEqual({ BTC: 'first', ETH: 'newer second', XRP: 'third' });
      expect(await documentsOf(opened)).toEqual(['first', 'second', 'third', 'newer second']);
    });
  });
}

/** A poll with a part of every kind, of which any may be broken. */
function aFullPoll(part: Partial<PollRecord>): PollRecord {
  return aPoll({
    fixings: [aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } }, { source: MARKET })],
    ticks: aTickBatch(nowMs, { 'BTC/USDT': 65_000, 'ETH/USDT': 3200 }),
    held: { ...NO_HELD_CHANGES, added: [aHeldFigure({ base: 'XRP' })] },
    refusals: [{ rule: 'not_positive', n: 2, example: 'BTC/USDT "0"' }],
    flags: [{ base: 'BTC', quote: 'USDT', atMs: nowMs, rule: 'large_move' }],
    check: aCheck({ rejected: 2, held: 1 }),
    ...part,
  });
}

const SOUND_TICKS = aTickBatch(nowMs, { 'BTC/USDT': 65_000, 'ETH/USDT': 3200 });

const BROKEN_TICKS: readonly (readonly [string, Partial<TickBatch>])[] = [
  ['a quote that is no number', { rates: Float64Array.of(1, Number.NaN) }],
  ['a quote that is not positive', { rates: Float64Array.of(1, 0) }],
  ['a quote of a series that it does not name', { seriesIndexes: Uint32Array.of(0, 7) }],
  ['two quotes for one series', { seriesIndexes: Uint32Array.of(1, 1) }],
  ['a quote without an instant', { instantsMs: Float64Array.of(nowMs, Number.NaN) }],
  ['a quote without a document', { documentIndexes: Uint32Array.of(0, 9) }],
];

function describeWholePolls(open: OpenEmptyStore): void {
  describe('a poll', () => {
    it('stores fixings, quotes, held and refused figures, flags and its check, and counts what was new', async () => {
      const { store } = await open();
      expect(await store.write.storePoll(aFullPoll({}))).toEqual({ imported: 3, revised: 0 });
      expect((await store.readNewestPublications(MARKET, 1)).publications).toHaveLength(1);
      expect((await store.readNewestTicks(MARKET)).figures).toHaveLength(2);
      expect(await store.readHeldFigures({ state: 'held', limit: 9 })).toMatchObject([
        { base: 'XRP', polls: 1 },
      ]);
      expect(await store.readRefusals({ fromDay: '2026-04-14' })).toEqual([
        { source: MARKET, day: '2026-04-14', rule: 'not_positive', n: 2, example: 'BTC/USDT "0"' },
      ]);
      expect(await store.readFlags({ source: MARKET, sinceMs: 0, limit: 9 })).toEqual([
        { source: MARKET, base: 'BTC', quote: 'USDT', atMs: nowMs, rule: 'large_move' },
      ]);
      expect(await store.readSourceStates()).toMatchObject([{ source: MARKET, last_checked_at: nowMs }]);
    });

    it.each(BROKEN_TICKS)(
      'with %s leaves nothing of any kind, and the next one is stored',
      async (_name, part) => {
        const opened = await open();
        const before = await everythingIn(opened);
        const broken = aFullPoll({ ticks: { ...SOUND_TICKS, ...part } });
        await expect(opened.store.write.storePoll(broken)).rejects.toThrow();
        expect(await everythingIn(opened)).toEqual(before);
        expect(await opened.store.write.storePoll(aFullPoll({}))).toEqual({ imported: 3, revised: 0 });
      },
    );

    it('raises the counters of its source and of the states, of fixings only when one is new', async () => {
      const { store } = await open();
      const days = { '2026-04-13': { 'EUR/USD': 1.1684 } };
      const fixings = [aFixingBatch(days)];
      await store.write.storePoll(aPoll({ source: 'ecb', fixings }));
      const first = await store.readRevisions();
      expect(first).toMatchObject({ rates: 1, states: 1, rateSources: new Map([['ecb', 1]]) });
      await store.write.storePoll(aPoll({ source: 'ecb', fixings }));
      expect(await store.readRevisions()).toEqual({ ...first, states: 2 });
      expect(await servedRate(store, 'EUR/USD')).toBe(1.1684);
    });

    it('of unchanged quotes raises the counter of its source, because they were polled anew', async () => {
      const { store } = await open();
      for (const atMs of [nowMs, nowMs + 1]) await store.write.storePoll(aTickPoll(atMs, { 'BTC/USDT': 1 }));
      expect((await store.readRevisions()).rateSources.get(MARKET)).toBe(2);
    });
  });
}

async function polledAt(store: EmptyStore['store']) {
  const { figures } = await store.readNewestTicks(MARKET);
  return Object.fromEntries(figures.map(({ base, polledAtMs }) => [base, polledAtMs]));
}

function minutes(store: EmptyStore['store']) {
  const span = { source: MARKET, base: 'BTC', quote: 'USDT', fromMs: 0, toMs: nowMs * 2, limit: 100 };
  return store.readTickSeries({ ...span, tier: 'minute' });
}

async function documentsOf({ db }: Pick<EmptyStore, 'db'>): Promise<readonly string[]> {
  const rows = await db.selectFrom('body').select('url').orderBy('id').execute();
  return rows.map(({ url }) => url);
}

/** How many rows each table has that a poll may write to, and the counters of change. */
async function everythingIn({ store, db }: Pick<EmptyStore, 'store' | 'db'>) {
  const tables = [
    'series',
    'obs_day',
    'tick_newest',
    'tick_recent',
    'tick_unrolled',
    'body',
    'held',
    'door_refusal',
    'obs_flag',
    'source_state',
    'health_check',
    'health_day',
    'health_change',
  ] as const;
  const counts = await Promise.all(
    tables.map(async (table) => {
      const counted = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('n'));
      return Number((await counted.executeTakeFirstOrThrow()).n);
    }),
  );
  return { counts, revisions: await store.readRevisions() };
}
