import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LoadRecord } from '#lib/store/loads';
import { type HeldChanges, type NewHeldDocument, NO_HELD_CHANGES } from '#lib/store/validation/held-changes';
import type { Store } from '#lib/store/store';
import { TEST_NOW } from '#lib/testing/builders/builders';
import { aFixingBatch, instantMs, type OpenEmptyStore, servedRate } from '#lib/testing/worlds/empty-store';

const nowMs = TEST_NOW.getTime();
const URL = 'https://bank.example/history.csv';
const PART = '2026';

/** Documents that wait for the operator as a whole, and imports that are taken back. */
export function describeHeldDocuments(open: OpenEmptyStore): void {
  describeWithholding(open);
  describeDecisions(open);
  describeTakingBack(open);
  describeTakenBackTwice(open);
}

function describeWithholding(open: OpenEmptyStore): void {
  describe('a withheld document', () => {
    it('stores no figure, and is listed and read as it came', async () => {
      const { store } = await open();
      await load(store, { documents: [aDocument('one')] });
      const [listed] = await store.readHeldDocuments();
      expect(listed).toMatchObject({
        source: 'ecb',
        subject: PART,
        url: URL,
        rule: 'many_revisions',
        figures: 12,
      });
      const body = await store.readHeldBody(listed?.id ?? 0);
      expect(new TextDecoder().decode(body?.body)).toBe('one');
    });

    it('gives way to a newer one of its subject, and to a sound one', async () => {
      const { store } = await open();
      await load(store, { documents: [aDocument('one')] });
      await load(store, { documents: [aDocument('two')] });
      const [newest, ...more] = await store.readHeldDocuments();
      expect(more).toEqual([]);
      expect(new TextDecoder().decode((await store.readHeldBody(newest?.id ?? 0))?.body)).toBe('two');
      await load(store, { settled: ['another part'] });
      expect(await store.readHeldDocuments()).toHaveLength(1);
      await load(store, { settled: [PART] });
      expect(await store.readHeldDocuments()).toEqual([]);
    });
  });
}

function describeDecisions(open: OpenEmptyStore): void {
  describe('a withheld document', () => {
    it('that an operator rejected is not held again, but a changed one is', async () => {
      const { store } = await open();
      await load(store, { documents: [aDocument('one')] });
      const id = (await store.readHeldDocuments())[0]?.id ?? 0;
      expect(await store.write.decideHeld({ id, decision: 'reject', atMs: nowMs })).toBe(true);
      expect(await store.write.decideHeld({ id, decision: 'reject', atMs: nowMs })).toBe(false);
      await load(store, { documents: [aDocument('one')] });
      expect(await store.readHeldDocuments()).toEqual([]);
      await load(store, { documents: [aDocument('two')] });
      expect(await store.readHeldDocuments()).toHaveLength(1);
    });

    it('and the figures of a load are stored only if the source has the figures that it was judged by', async () => {
      const { store } = await open();
      const fixings = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } });
      const { rateSources } = await store.readRevisions();
      const judgedAt = rateSources.get('ecb') ?? 0;
      expect(await load(store, { fixings, judgedAt })).toEqual({ imported: 1, revised: 0 });
      const another = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.9 } });
      expect(await load(store, { fixings: another, documents: [aDocument('one')], judgedAt })).toBe(
        'overtaken',
      );
      expect([await servedRate(store, 'EUR/USD'), await store.readHeldDocuments()]).toEqual([1.1684, []]);
    });

    it('is released by the load that stores it, and every process hears of it', async () => {
      const { store, db } = await open();
      await load(store, { documents: [aDocument('one')] });
      const before = await store.readRevisions();
      const id = (await store.readHeldDocuments())[0]?.id ?? 0;
      await load(store, { fixings: aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } }), releases: id });
      expect(await servedRate(store, 'EUR/USD')).toBe(1.1684);
      expect(await store.readHeldDocuments()).toEqual([]);
      const row = await db.selectFrom('held').select(['state', 'decided_by']).executeTakeFirst();
      expect(row).toEqual({ state: 'released', decided_by: 'operator' });
      const decided = { rejectedUrls: [], released: [sha256Of('one')] };
      expect(await store.readDecidedDocuments('ecb')).toEqual(decided);
      expect(await store.readDecidedDocuments('boe')).toEqual({ rejectedUrls: [], released: [] });
      const again = { fixings: aFixingBatch({ '2026-04-14': { 'EUR/USD': 1.2 } }), releases: id };
      expect(await load(store, again)).toBe('not-held');
      expect(await servedRate(store, 'EUR/USD')).toBe(1.1684);
      const after = await store.readRevisions();
      expect([after.states > before.states, after.rates > before.rates]).toEqual([true, true]);
    });
  });
}

function describeTakingBack(open: OpenEmptyStore): void {
  describe('an import that is taken back', () => {
    it('leaves what it replaced, nothing of what it added, and a trace of both', async () => {
      const { store, db } = await open();
      const right = { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 };
      await load(store, { fixings: aFixingBatch({ '2026-04-13': right }, { url: URL }) });
      const wrong = aFixingBatch(
        { '2026-04-13': { 'EUR/USD': 186.75 }, '2026-04-10': { 'EUR/USD': 186.43 } },
        { url: 'file:swapped.csv' },
      );
      await load(store, { fixings: wrong });
      expect(await servedRate(store, 'EUR/USD')).toBe(186.75);
      const [imported, ...more] = await store.readImports();
      expect([imported?.url, more]).toEqual(['file:swapped.csv', []]);
      const taken = await store.write.takeBackImport({ id: imported?.id ?? 0, atMs: nowMs });
      expect(taken).toEqual({ restored: 1, removed: 1 });
      expect(await servedRate(store, 'EUR/USD')).toBe(1.1684);
      expect(await servedRate(store, 'EUR/JPY')).toBe(186.75);
      const span = { source: 'ecb', base: 'EUR', quote: 'USD', fromMs: 0, toMs: nowMs, limit: 10 };
      expect((await store.readSeries(span)).rates).toEqual([1.1684]);
      const kept = await db
        .selectFrom('obs_revision')
        .select(['ts', 'rate'])
        .orderBy('ts')
        .orderBy('rate')
        .execute();
      expect(kept.map(({ ts, rate }) => [Number(ts), rate])).toEqual([
        [instantMs('2026-04-10'), 186.43],
        [instantMs('2026-04-13'), 1.1684],
        [instantMs('2026-04-13'), 186.75],
      ]);
    });

    it('is known of the time in which it was served', async () => {
      const { store } = await open();
      const loadAt = async (atMs: number, url: string, days: Parameters<typeof aFixingBatch>[0]) => {
        const fixings = aFixingBatch(days, { url, fetchedAtMs: atMs });
        await load(store, { atMs, fixings });
      };
      await loadAt(nowMs, URL, { '2026-04-13': { 'EUR/USD': 1.1684 } });
      const wrong = { '2026-04-13': { 'EUR/USD': 186.75 }, '2026-04-10': { 'EUR/USD': 186.43 } };
      await loadAt(nowMs + 1000, 'file:swapped.csv', wrong);
      const [imported] = await store.readImports();
      await store.write.takeBackImport({ id: imported?.id ?? 0, atMs: nowMs + 2000 });
      const span = { source: 'ecb', base: 'EUR', quote: 'USD', fromMs: 0, toMs: nowMs, limit: 10 };
      const known = await Promise.all(
        [nowMs - 1, nowMs, nowMs + 999, nowMs + 1000, nowMs + 1999, nowMs + 2000].map(
          async (atMs) => (await store.readSeriesKnownAt(span, atMs)).rates,
        ),
      );
      expect(known).toEqual([[], [1.1684], [1.1684], [186.43, 186.75], [186.43, 186.75], [1.1684]]);
    });
  });
}

function describeTakenBackTwice(open: OpenEmptyStore): void {
  describe('an import that is taken back', () => {
    it('does not come back when what replaced it is taken back too', async () => {
      const { store } = await open();
      const importDay = async (name: string, rate: number) => {
        const fixings = aFixingBatch({ '2026-04-13': { 'EUR/USD': rate } }, { url: `file:${name}` });
        await load(store, { fixings });
        return (await store.readImports())[0]?.id ?? 0;
      };
      const first = await importDay('first.csv', 9.99);
      const second = await importDay('second.csv', 1.17);
      await store.write.notePart({ source: 'ecb', part: '2026', atMs: nowMs, observations: 1, revised: 0 });
      expect(await store.write.takeBackImport({ id: first, atMs: nowMs })).toEqual({
        restored: 0,
        removed: 0,
      });
      expect(await store.write.takeBackImport({ id: second, atMs: nowMs })).toEqual({
        restored: 0,
        removed: 1,
      });
      expect(await store.write.takeBackImport({ id: second, atMs: nowMs })).toBeNull();
      expect([await store.readImports(), await store.readBackfill('ecb')]).toEqual([[], []]);
    });

    it('is no import when its number is of something else', async () => {
      const { store } = await open();
      await load(store, { fixings: aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } }, { url: URL }) });
      const { bodies } = await store.readNewestPublications('ecb', 1);
      const id = bodies[0]?.id ?? 0;
      expect(await store.write.takeBackImport({ id, atMs: nowMs })).toBeNull();
      expect(await servedRate(store, 'EUR/USD')).toBe(1.1684);
    });
  });
}

type LoadPart = Partial<LoadRecord> & Partial<Pick<HeldChanges, 'documents' | 'settled'>>;

function load(store: Store, { documents = [], settled = [], ...part }: LoadPart) {
  return store.write.storeLoad({
    source: 'ecb',
    atMs: nowMs,
    judgedAt: null,
    fixings: null,
    bars: null,
    held: { ...NO_HELD_CHANGES, documents, settled },
    releases: null,
    ...part,
  });
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function aDocument(text: string): NewHeldDocument {
  return {
    subject: PART,
    document: { source: 'ecb', url: URL, fetchedAtMs: nowMs, body: new TextEncoder().encode(text) },
    rule: 'many_revisions',
    figures: 12,
    sentence: 'It would change 12 past figures.',
  };
}
