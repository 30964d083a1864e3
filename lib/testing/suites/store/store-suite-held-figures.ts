import { describe, expect, it } from 'vitest';
import type { HeldFigureRow } from '#lib/store/validation/held';
import { type HeldChanges, type NewHeldFigure, NO_HELD_CHANGES } from '#lib/store/validation/held-changes';
import type { Store } from '#lib/store/store';
import { DAY_MS } from '#lib/domain/durations';
import { TEST_NOW } from '#lib/testing/builders/builders';
import { aFixingBatch, instantMs, type OpenEmptyStore, servedRate } from '#lib/testing/worlds/empty-store';
import {
  aBarBatch,
  aCheck,
  aHeldFigure,
  aMarketDocument,
  aPoll,
  aTickPoll,
  MARKET,
} from '#lib/testing/builders/store-suite-builders';
import { storeBars, storeFixings } from '#lib/testing/builders/stored-batches';

const nowMs = TEST_NOW.getTime();

const A_FIXING: Partial<NewHeldFigure> = {
  kind: 'fixing',
  base: 'EUR',
  quote: 'USD',
  rate: 11.684,
  observedAtMs: instantMs('2026-04-13'),
};

/** Figures that the validation held back: how they are kept, repeated, decided. */
export function describeHeldFigures(open: OpenEmptyStore): void {
  describeHolding(open);
  describeDocumentsOfFigures(open);
  describeReleases(open);
  describeHeldDays(open);
  describeRefusedDecisions(open);
  describeAnnouncedPolls(open);
}

function describeHolding(open: OpenEmptyStore): void {
  describe('a held figure', () => {
    it('is kept with every fact, repeated under its number, and there after a restart', async () => {
      const { store, reopen } = await open();
      const first = await hold(store, {});
      expect(first).toEqual({
        id: first.id,
        source: MARKET,
        kind: 'tick',
        subject: 'BTC/USDT',
        base: 'BTC',
        quote: 'USDT',
        rate: 6.5,
        observedAtMs: nowMs,
        rule: 'unit_scale',
        firstSeenAtMs: nowMs,
        lastSeenAtMs: nowMs,
        polls: 1,
        repetitions: 0,
        state: 'held',
        decidedAtMs: null,
        decidedBy: null,
        bodyId: first.bodyId,
      });
      const again = { rate: 6.51, observedAtMs: nowMs + 5, polls: 2, repetitions: 1 };
      await poll(store, nowMs + 9, { repeated: [aHeldFigure(again)] });
      const after = await (await reopen()).readHeldFigures({ state: 'held', limit: 9 });
      expect(after).toEqual([{ ...first, ...again, lastSeenAtMs: nowMs + 9 }]);
    });
  });
}

function describeDocumentsOfFigures(open: OpenEmptyStore): void {
  describe('a figure that is held', () => {
    it('is not served, and keeps the document that brought it', async () => {
      const { store, db } = await open();
      const { bodyId } = await hold(store, {});
      expect((await store.readNewestTicks(MARKET)).figures).toEqual([]);
      const body = await db.selectFrom('body').select(['id', 'url']).executeTakeFirstOrThrow();
      expect(body).toEqual({ id: bodyId, url: aMarketDocument().url });
    });

    it('shares its document with the others of the same one', async () => {
      const { store } = await open();
      const { body } = aMarketDocument();
      const held = ['BTC', 'ETH', 'XRP'].map((base) =>
        aHeldFigure({ base, document: aMarketDocument({ body }) }),
      );
      await poll(store, nowMs, { added: held });
      const rows = await store.readHeldFigures({ limit: 9 });
      expect(rows.map(({ base }) => base)).toEqual(['XRP', 'ETH', 'BTC']);
      expect(new Set(rows.map(({ bodyId }) => bodyId)).size).toBe(1);
    });

    it('that a rule decides leaves the held ones and stays on record', async () => {
      const { store } = await open();
      const released = await hold(store, { base: 'BTC' });
      const rejected = await hold(store, { base: 'ETH' });
      const decided = [
        { subject: released.subject, state: 'released' as const },
        { subject: rejected.subject, state: 'rejected' as const },
      ];
      await poll(store, nowMs + 9, { decided });
      expect(await store.readHeldFigures({ state: 'held', limit: 9 })).toEqual([]);
      expect(await store.readHeldFigures({ source: MARKET, limit: 9 })).toMatchObject([
        { base: 'ETH', state: 'rejected', decidedAtMs: nowMs + 9, decidedBy: 'rule' },
        { base: 'BTC', state: 'released', decidedAtMs: nowMs + 9, decidedBy: 'rule' },
      ]);
      expect(await store.readHeldFigures({ state: 'released', source: 'ecb', limit: 9 })).toEqual([]);
      const heldAt = await Promise.all(
        [-1, 0, 8, 9].map((ms) => store.readHeldPairs({ source: MARKET, heldAtMs: nowMs + ms })),
      );
      expect(heldAt.map((pairs) => pairs.length)).toEqual([0, 2, 2, 0]);
    });

    it('is told by its pair with the instant of the newest one, and not as a past day of a market', async () => {
      const { store } = await open();
      const days = [nowMs - 9 * DAY_MS, nowMs, nowMs - DAY_MS];
      for (const observedAtMs of days) await hold(store, { ...A_FIXING, observedAtMs }, 'ecb');
      await hold(store, { kind: 'bar', base: 'ETH' });
      const told = (part: { readonly source: string; readonly notAfterMs?: number }) =>
        store.readHeldPairs({ heldAtMs: null, ...part });
      expect(await told({ source: 'ecb' })).toEqual([{ base: 'EUR', quote: 'USD', newestAtMs: nowMs }]);
      expect(await told({ source: 'ecb', notAfterMs: nowMs - 1 })).toMatchObject([
        { newestAtMs: nowMs - DAY_MS },
      ]);
      expect(await told({ source: 'ecb', notAfterMs: nowMs - 10 * DAY_MS })).toEqual([]);
      expect(await told({ source: MARKET })).toEqual([]);
    });
  });
}

function describeReleases(open: OpenEmptyStore): void {
  describe('an operator who releases', () => {
    it('a fixing makes it the newest revision of its day, with its own document', async () => {
      const { store, db } = await open();
      await storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } }, { source: 'ecb' }));
      const { id, bodyId } = await hold(store, A_FIXING, 'ecb');
      const before = (await store.readRevisions()).rates;
      expect(await store.write.decideHeld({ id, decision: 'release', atMs: nowMs + 9 })).toBe(true);
      expect(await servedRate(store, 'EUR/USD')).toBe(11.684);
      const row = await db.selectFrom('obs_day').select('body_id').executeTakeFirstOrThrow();
      expect(row.body_id).toBe(bodyId);
      const replaced = await db.selectFrom('obs_revision').select('rate').execute();
      expect(replaced).toEqual([{ rate: 1.1684 }]);
      expect((await store.readRevisions()).rates).toBeGreaterThan(before);
    });

    it('a fixing that is stored already announces that it is no longer held', async () => {
      const { store } = await open();
      const { rate } = A_FIXING;
      await storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': rate ?? 0 } }, { source: 'ecb' }));
      const { id } = await hold(store, A_FIXING, 'ecb');
      const before = (await store.readRevisions()).rateSources.get('ecb') ?? 0;
      await store.write.decideHeld({ id, decision: 'release', atMs: nowMs + 9 });
      expect((await store.readRevisions()).rateSources.get('ecb')).toBeGreaterThan(before);
    });

    it('a live quote makes it the newest one', async () => {
      const { store } = await open();
      await store.write.storePoll(aTickPoll(nowMs - 9, { 'BTC/USDT': 65_000 }));
      const { id } = await hold(store, {});
      await store.write.decideHeld({ id, decision: 'release', atMs: nowMs + 9 });
      const { figures } = await store.readNewestTicks(MARKET);
      expect(figures).toMatchObject([{ rate: 6.5, observedAtMs: nowMs, polledAtMs: nowMs }]);
    });

    it('a live quote that is older than the newest one puts it in its minute only', async () => {
      const { store } = await open();
      const { id } = await hold(store, {});
      await store.write.storePoll(aTickPoll(nowMs + 90_000, { 'BTC/USDT': 65_000 }));
      await store.write.decideHeld({ id, decision: 'release', atMs: nowMs + 99_000 });
      const { figures } = await store.readNewestTicks(MARKET);
      expect(figures).toMatchObject([{ rate: 65_000, polledAtMs: nowMs + 90_000 }]);
      const span = { source: MARKET, base: 'BTC', quote: 'USDT', fromMs: 0, toMs: nowMs * 2, limit: 9 };
      expect((await store.readTickSeries({ ...span, tier: 'minute' })).rates).toEqual([6.5, 65_000]);
    });
  });
}

function describeHeldDays(open: OpenEmptyStore): void {
  const aDay = { kind: 'bar', rate: 390_000, observedAtMs: Date.parse('2026-04-11T23:59:59.999Z') } as const;
  const span = { source: MARKET, base: 'BTC', quote: 'USDT', fromMs: 0, toMs: nowMs, limit: 9 };

  describe('an operator who decides on the closing price of a market’s day', () => {
    it('makes it the newest revision of its day alone by releasing it', async () => {
      const { store } = await open();
      await storeBars(store, aBarBatch('BTC/USDT', { '2026-04-10': 64_000, '2026-04-11': 65_000 }));
      const { id } = await hold(store, aDay);
      expect(await store.write.decideHeld({ id, decision: 'release', atMs: nowMs })).toBe(true);
      const { instantsMs, rates } = await store.readTickSeries({ ...span, tier: 'day' });
      expect([instantsMs.at(-1), rates]).toEqual([aDay.observedAtMs, [64_000, 390_000]]);
      expect((await store.readNewestTicks(MARKET)).figures).toEqual([]);
    });

    it('is not asked about it again by rejecting it', async () => {
      const { store } = await open();
      const { id } = await hold(store, aDay);
      await store.write.decideHeld({ id, decision: 'reject', atMs: nowMs });
      await poll(store, nowMs + 9, { added: [aHeldFigure(aDay)] });
      expect(await store.readHeldFigures({ state: 'held', limit: 9 })).toEqual([]);
      expect((await store.readTickSeries({ ...span, tier: 'day' })).rates).toEqual([]);
    });
  });
}

function describeRefusedDecisions(open: OpenEmptyStore): void {
  describe('an operator who rejects', () => {
    it('a figure stores none of it, and it stays on record', async () => {
      const { store } = await open();
      const { id } = await hold(store, {});
      expect(await store.write.decideHeld({ id, decision: 'reject', atMs: nowMs + 9 })).toBe(true);
      expect((await store.readNewestTicks(MARKET)).figures).toEqual([]);
      expect(await store.readHeldFigures({ limit: 9 })).toMatchObject([
        { id, state: 'rejected', decidedAtMs: nowMs + 9, decidedBy: 'operator' },
      ]);
    });

    it('a figure announces it, so that no reason names it any longer', async () => {
      const { store } = await open();
      const { id } = await hold(store, {});
      expect(await heldPairs(store)).toEqual(['BTC/USDT']);
      const before = await ratesRevision(store);
      await store.write.decideHeld({ id, decision: 'reject', atMs: nowMs + 9 });
      expect(await heldPairs(store)).toEqual([]);
      expect(await ratesRevision(store)).toBe(before + 1);
    });

    it('a fixing is not asked about the same figure again, but about another one', async () => {
      const { store } = await open();
      const { id } = await hold(store, A_FIXING, 'ecb');
      await store.write.decideHeld({ id, decision: 'reject', atMs: nowMs });
      const held = [aHeldFigure(A_FIXING), aHeldFigure({ ...A_FIXING, rate: 116.84 })];
      await poll(store, nowMs + 9, { added: held }, 'ecb');
      expect(await store.readHeldFigures({ state: 'held', limit: 9 })).toMatchObject([{ rate: 116.84 }]);
    });
  });

  describe('a decision', () => {
    it('is refused when the figure is not known or was decided before, and changes nothing then', async () => {
      const { store } = await open();
      const { id } = await hold(store, {});
      await store.write.decideHeld({ id, decision: 'reject', atMs: nowMs });
      const before = await store.readRevisions();
      const release = (asked: number) =>
        store.write.decideHeld({ id: asked, decision: 'release', atMs: nowMs });
      expect(await release(id)).toBe(false);
      expect(await release(id + 1)).toBe(false);
      expect(await store.readRevisions()).toEqual(before);
      expect((await store.readNewestTicks(MARKET)).figures).toEqual([]);
    });

    it('of an operator stands against a poll that began before it', async () => {
      const { store } = await open();
      const { id } = await hold(store, {});
      await store.write.decideHeld({ id, decision: 'reject', atMs: nowMs });
      const repeated = [aHeldFigure({ rate: 7, polls: 2, repetitions: 1 })];
      await poll(store, nowMs + 9, { repeated, decided: [{ subject: 'BTC/USDT', state: 'released' }] });
      expect(await store.readHeldFigures({ limit: 9 })).toMatchObject([
        { state: 'rejected', rate: 6.5, polls: 1, decidedBy: 'operator' },
      ]);
    });
  });
}

function describeAnnouncedPolls(open: OpenEmptyStore): void {
  describe('a poll', () => {
    it('announces what it holds and what its rules decide, and says nothing when all stays held', async () => {
      const { store } = await open();
      const before = await ratesRevision(store);
      await hold(store, {});
      expect(await ratesRevision(store)).toBe(before + 1);
      await poll(store, nowMs + 9, { repeated: [aHeldFigure({ rate: 7, polls: 2, repetitions: 1 })] });
      expect(await ratesRevision(store)).toBe(before + 1);
      await poll(store, nowMs + 19, { decided: [{ subject: 'BTC/USDT', state: 'rejected' }] });
      expect(await ratesRevision(store)).toBe(before + 2);
    });
  });
}

async function ratesRevision(store: Store): Promise<number> {
  return (await store.readRevisions()).rateSources.get(MARKET) ?? 0;
}

async function heldPairs(store: Store): Promise<readonly string[]> {
  const held = await store.readHeldFigures({ state: 'held', source: MARKET, limit: 9 });
  return held.map(({ base, quote }) => `${base}/${quote}`);
}

async function poll(
  store: Store,
  atMs: number,
  changes: Partial<HeldChanges>,
  source: string = MARKET,
): Promise<void> {
  const held = { ...NO_HELD_CHANGES, ...changes };
  await store.write.storePoll(aPoll({ source, held, check: aCheck({ atMs }) }));
}

/** Holds one figure and gives its row. */
async function hold(
  store: Store,
  part: Partial<NewHeldFigure>,
  source: string = MARKET,
): Promise<HeldFigureRow> {
  await poll(store, nowMs, { added: [aHeldFigure(part)] }, source);
  const [newest] = await store.readHeldFigures({ state: 'held', limit: 1 });
  if (!newest) throw new Error('Nothing is held.');
  return newest;
}
