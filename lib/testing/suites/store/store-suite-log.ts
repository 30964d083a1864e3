import { fc } from '#lib/testing/seeded-fast-check';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  consistencyProof,
  provesConsistency,
  provesInclusion,
  treeHasher,
} from '#lib/domain/log/merkle-tree';
import { treeInTiles } from '#lib/domain/log/tree-tiles';
import { sha256 } from '#lib/platform/sha256';
import type { Store } from '#lib/store/store';
import { readLogComparison } from '#lib/store/log/compare-log';
import type { ProvenFigure } from '#lib/store/log/figure-proof';
import type { LogHead } from '#lib/store/log/log-heads';
import { TEST_NOW } from '#lib/testing/builders/builders';
import { aFixingBatch, instantMs, type OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import {
  entriesOfLog,
  extendWholeLog,
  hourMs,
  manyDays,
  seenAt,
  signLogHead,
} from '#lib/testing/worlds/signed-log';
import { describeMissing } from './store-suite-missing.ts';
import { describeRewriting } from './store-suite-rewriting.ts';
import { isLong } from '#lib/testing/long-count';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { storeBars, storeFixings } from '#lib/testing/builders/stored-batches';
import { aBarBatch, aHeldFigure, aPoll } from '#lib/testing/builders/store-suite-builders';
import { NO_QUARANTINE_CHANGES } from '#lib/store/validation/quarantine';

const HASHER = treeHasher(sha256);
/** Heads of the test that compares each with the next. */
const HEADS = isLong('EVERY_CASE') ? 50 : 10;

/** The log of banks' figures: that no change of a figure is without an entry, and that entries are proven and stay. */
export function describeFigureLog(open: OpenEmptyStore): void {
  describe('the log', () => {
    describeEntries(open);
    describeGrowth(open);
    describeProofs(open);
    describeHeads(open);
    describeMissing(open);
    describeRewriting(open);
    it(seeded('has an entry of every change, whatever is loaded, revised and taken back'), () =>
      expectEveryChange(open),
    );
  });
}

function describeEntries(open: OpenEmptyStore): void {
  it('has an entry of each figure that was accepted, revised or withdrawn, in order, and none of a market', async () => {
    const { store } = await open();
    await storeFixings(
      store,
      aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 } }, seenAt(1)),
    );
    await storeFixings(
      store,
      aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 } }, seenAt(2)),
    );
    const second = { '2026-04-13': { 'EUR/USD': 1.1685 }, '2026-04-10': { 'EUR/USD': 1.1711 } };
    await storeFixings(store, aFixingBatch(second, { ...seenAt(3), url: 'file:second.csv' }));
    await storeBars(store, aBarBatch('BTC/USDT', { '2026-04-12': 70_000 }));
    const [imported] = await store.readImports();
    await store.write.takeBackImport({ id: imported?.id ?? 0, atMs: hourMs(4) });
    const pairs = [{ base: 'EUR', quote: 'JPY' }];
    await store.write.takeBackSeries({ source: 'ecb', pairs, atMs: hourMs(5) });
    await extendWholeLog(store);
    expect(await entriesOfLog(store)).toEqual([
      'accepted EUR/USD 2026-04-13 1.1684 +1',
      'accepted EUR/JPY 2026-04-13 186.75 +1',
      'accepted EUR/USD 2026-04-10 1.1711 +3',
      'revised EUR/USD 2026-04-13 1.1685 +3',
      'revised EUR/USD 2026-04-13 1.1684 +4',
      'withdrawn EUR/USD 2026-04-10 1.1711 +4',
      'withdrawn EUR/JPY 2026-04-13 186.75 +5',
    ]);
    expect(await store.readLogComparison()).toMatchObject({
      hashed: 7,
      difference: null,
      replacedOtherwise: 0,
    });
  });

  it('has an entry of a figure that an operator releases, from then on', async () => {
    const { store } = await open();
    const document = aFixingBatch({}).document;
    const held = aHeldFigure({ kind: 'fixing', base: 'EUR', quote: 'USD', rate: 1.2, document });
    await store.write.storePoll(
      aPoll({ source: 'ecb', quarantine: { ...NO_QUARANTINE_CHANGES, held: [held] } }),
    );
    await extendWholeLog(store);
    expect(await entriesOfLog(store)).toEqual([]);
    const [one] = await store.readQuarantine({ state: 'held', source: 'ecb', limit: 9 });
    await store.write.decideQuarantine({ id: one?.id ?? 0, decision: 'release', atMs: hourMs(2) });
    await extendWholeLog(store);
    const day = TEST_NOW.toISOString().slice(0, 10);
    expect(await entriesOfLog(store)).toEqual([`accepted EUR/USD ${day} 1.2 +2`]);
  });

  it('has entries that wait beside those that are hashed, and all after a restart', async () => {
    const opened = await open();
    await storeFixings(opened.store, manyDays(300));
    await opened.store.write.extendLog(null);
    await storeFixings(opened.store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.2 } }));
    const store = await opened.reopen();
    expect(await store.readLogComparison()).toMatchObject({ hashed: 128, waiting: 173, difference: null });
    expect(await extendWholeLog(store)).toBe(301);
  });
}

/** That it grows in steps, beside which all goes on. */
function describeGrowth(open: OpenEmptyStore): void {
  it('is compared as it was at one instant, whatever is loaded and hashed meanwhile', async () => {
    const { store, db } = await open();
    await storeFixings(store, manyDays(300));
    await extendWholeLog(store);
    let reads = 0;
    const loading: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        reads += 1;
        await storeFixings(store, manyDays(1, reads));
        await store.write.extendLog(null);
        return result;
      },
    };
    const compared = await readLogComparison(db.withPlugin(loading));
    expect(compared).toMatchObject({ hashed: 300, waiting: 0, difference: null, replacedOtherwise: 0 });
    expect(reads).toBeGreaterThan(5);
    expect(await store.readLogComparison()).toMatchObject({ hashed: 300 + reads, difference: null });
  });

  it('is hashed in small steps, also across what was entered together', async () => {
    const { store } = await open();
    await storeFixings(store, manyDays(5, 1));
    await storeFixings(store, manyDays(300, 2));
    const steps = [];
    for (let isDone = false; !isDone;) {
      const step = await store.write.extendLog(null);
      steps.push(step.hashed);
      ({ isDone } = step);
    }
    expect(steps).toEqual([128, 128, 49]);
    expect(await store.readLogComparison()).toMatchObject({ hashed: 305, waiting: 0, difference: null });
  });
}

function describeProofs(open: OpenEmptyStore): void {
  it('proves every figure by the newest head, each revision as it was known', async () => {
    const { store } = await open();
    await storeFixings(store, manyDays(1100));
    const revised = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.3 } }, seenAt(2));
    await storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.2 } }, seenAt(1)));
    await storeFixings(store, revised);
    await signLogHead(store, 1);
    const figure = { source: 'ecb', base: 'EUR', quote: 'USD' };
    for (const [index, observedAtMs] of [...manyDays(1100).instantsMs].entries()) {
      if (index % 37 !== 0) continue;
      const proof = await proofOf(store, { ...figure, observedAtMs, knownAtMs: hourMs(9) });
      expect(proof).toMatchObject({ index, leaf: { rate: 1 + index / 10_000, kind: 'accepted' } });
      expectProven(proof);
    }
    const observedAtMs = instantMs('2026-04-13');
    const rates = [];
    for (const hour of [0, 1, 2]) {
      const proof = await proofOf(store, { ...figure, observedAtMs, knownAtMs: hourMs(hour) });
      if (proof) expectProven(proof);
      rates.push(proof?.leaf.rate ?? null);
    }
    expect(rates).toEqual([null, 1.2, 1.3]);
    const unknown = { ...figure, base: 'GBP', observedAtMs, knownAtMs: 1 };
    expect(await proofOf(store, unknown)).toBeNull();
  });
}

function describeHeads(open: OpenEmptyStore): void {
  it(`has ${HEADS} heads, each of which continues every one before`, async () => {
    const { store } = await open();
    const heads: LogHead[] = [];
    for (let hour = 1; hour <= HEADS; hour += 1) {
      await storeFixings(store, manyDays(1 + ((hour * 7919) % 97), hour));
      heads.push(await signLogHead(store, hour));
    }
    expect(await store.readLogHeads({ afterSize: 0, limit: 100 })).toEqual(heads);
    const newest = heads.at(-1);
    for (const [place, head] of heads.entries()) {
      for (const later of [heads[place + 1], newest]) {
        if (!later) continue;
        const sizes = { first: head.size, second: later.size };
        const roots = { firstRoot: bytesOf(head.root), secondRoot: bytesOf(later.root) };
        const proof = await consistencyProof(treeOf(store, later.size), sizes);
        expect(provesConsistency(HASHER, { ...sizes, ...roots }, proof), `${head.size}`).toBe(true);
        const otherRoot = { ...roots, firstRoot: HASHER.empty() };
        expect(provesConsistency(HASHER, { ...sizes, ...otherRoot }, proof)).toBe(false);
      }
    }
    expect(await store.readLogComparison()).toMatchObject({ heads: HEADS, difference: null });
  });

  it('has no file beyond its entries, whatever its number', async () => {
    const { store } = await open();
    await storeFixings(store, manyDays(3));
    await extendWholeLog(store);
    for (const level of ['entries', 0, 1, 63] as const) {
      for (const index of [1, 999_999_999_999_999]) {
        expect(await store.readLogFile({ level, index, width: 1 }), `${level}/${index}`).toBeNull();
      }
    }
    expect(await store.readLogFile({ level: 0, index: 0, width: 4 })).toBeNull();
    expect(await store.readLogFile({ level: 0, index: 0, width: 3 })).toHaveLength(3 * 32);
  });

  it('keeps a head once, and none of fewer entries', async () => {
    const { store } = await open();
    await storeFixings(store, manyDays(3));
    const head = await signLogHead(store, 1);
    const another = { ...head, root: 'another' };
    expect(await store.write.keepLogHead(another)).toBe(false);
    expect(await store.write.keepLogHead({ ...another, size: 2 })).toBe(false);
    expect(await store.readNewestLogHead()).toEqual(head);
  });
}

/** What happens to the figures of a few days: loads of some, and imports and series that are taken back. */
async function expectEveryChange(open: OpenEmptyStore): Promise<void> {
  const { store } = await open();
  const day = fc.constantFrom('2026-04-08', '2026-04-09', '2026-04-10');
  const figures = fc.dictionary(
    fc.constantFrom('EUR/USD', 'EUR/JPY', 'EUR/CHF'),
    fc.constantFrom(1.1, 1.2, 1.3),
  );
  const load = fc.dictionary(day, figures).map((days) => ({ kind: 'load' as const, days }));
  const change = fc.oneof(
    { weight: 4, arbitrary: load },
    { weight: 1, arbitrary: fc.constant({ kind: 'import' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'series' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'extend' as const }) },
  );
  let run = 0;
  const property = fc.asyncProperty(fc.array(change, { maxLength: 15 }), async (changes) => {
    run += 1;
    const source = `bank-${run}`;
    for (const [place, one] of changes.entries()) {
      const nowMs = hourMs(run + place / 100);
      switch (one.kind) {
        case 'load':
          await storeFixings(store, aFixingBatch(one.days, { source, fetchedAtMs: nowMs, url: 'file:one' }));
          break;
        case 'import': {
          const imported = (await store.readImports()).find((document) => document.source === source);
          if (imported) await store.write.takeBackImport({ id: imported.id, atMs: nowMs });
          break;
        }
        case 'series':
          await store.write.takeBackSeries({ source, pairs: [{ base: 'EUR', quote: 'USD' }], atMs: nowMs });
          break;
        case 'extend':
          await extendWholeLog(store);
          break;
        default:
          one satisfies never;
      }
    }
    expect(await store.readLogComparison()).toMatchObject({ difference: null, replacedOtherwise: 0 });
  });
  await fc.assert(property, propertyRuns(200, 8));
}

function treeOf(store: Store, size: number) {
  return treeInTiles(HASHER, async (place) => {
    const total = Math.floor(size / 256 ** place.level) - place.index * 256;
    const tile = await store.readLogFile({ ...place, width: Math.min(256, total) });
    if (!tile) throw new Error(`there is no tile ${place.level}/${place.index}`);
    return tile;
  });
}

/** What the newest head proves of a figure; null where it proves nothing. */
async function proofOf(store: Store, figure: ProvenFigure) {
  const proven = await store.readInclusionProofs([figure]);
  const proof = proven?.proofs[0];
  return proven && proof ? { ...proof, head: proven.head } : null;
}

function expectProven(proof: Awaited<ReturnType<typeof proofOf>>): void {
  if (!proof) throw new Error('the figure has no proof');
  const { index, head, text } = proof;
  const leafHash = HASHER.leaf(Buffer.from(text));
  const included = { leafHash, index, size: head.size, root: bytesOf(head.root) };
  expect(provesInclusion(HASHER, included, proof.proof)).toBe(true);
  expect(provesInclusion(HASHER, { ...included, leafHash: HASHER.empty() }, proof.proof)).toBe(false);
}

function bytesOf(root: string): Uint8Array {
  return Buffer.from(root, 'base64');
}
