import { describe, expect, it, onTestFinished } from 'vitest';
import { only } from '#lib/domain/rates/rate-engine';
import { openSqliteStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { ecbHistory } from '#lib/testing/builders/ecb-history-file';
import { fixedClock } from '#lib/testing/builders/fixed-clock';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import { PROJECT_ROOT } from '#lib/testing/worlds/service-bench';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { loadDocument } from '#lib/ingest/history/load-document';
import { createSource as ecb } from '#lib/sources/ecb/source';
import { listSources } from '#lib/sources/registry';
import { createLiveSnapshot } from '#lib/api/memory/live-snapshot';
import { createSeriesColumns } from './series-columns.ts';
import { readHistory } from './series-reader.ts';

const NOW = '2026-04-14T08:00:00Z';
const FIRST_MS = Date.UTC(1999, 0, 1);
const LAST_MS = Date.UTC(2026, 3, 15);

describe('a span of a series in memory', () => {
  it(seeded('has the figures of the database in any span, to any limit'), async () => {
    const store = await openHistory();
    const columns = createSeriesColumns(store, () => 1);
    const instant = fc.integer({ min: FIRST_MS, max: LAST_MS });
    const spans = fc.record({
      base: fc.constantFrom('EUR', 'USD'),
      quote: fc.constantFrom('USD', 'JPY', 'GBP'),
      fromMs: fc.oneof(instant, fc.constant(Number.MIN_SAFE_INTEGER)),
      toMs: fc.oneof(instant, fc.constant(Number.MAX_SAFE_INTEGER)),
      limit: fc.integer({ min: 1, max: 8000 }),
    });
    await fc.assert(
      fc.asyncProperty(spans, async (span) => {
        const { instantsMs, rates } = await columns.readSeries({ source: 'ecb', ...span });
        expect({ instantsMs: Array.from(instantsMs), rates: Array.from(rates) }).toEqual(
          await store.readSeries({ source: 'ecb', ...span }),
        );
      }),
      propertyRuns(100),
    );
  });

  it('begins and ends with figures of just these instants', async () => {
    const store = await openHistory();
    const { instantsMs } = await store.readSeries({ ...EUR_USD, ...WHOLE, limit: 3 });
    const [first = 0, , last = 0] = instantsMs;
    const columns = createSeriesColumns(store, () => 1);
    for (const [fromMs, toMs] of [
      [first, last],
      [first + 1, last],
      [first, last - 1],
      [first + 1, last - 1],
      [last, last],
      [last, first],
    ] as const) {
      const cut = await columns.readSeries({ ...EUR_USD, fromMs, toMs, limit: 10 });
      expect(Array.from(cut.instantsMs)).toEqual(
        instantsMs.filter((instantMs) => instantMs >= fromMs && instantMs <= toMs),
      );
    }
  });
});

describe('a series in memory', () => {
  it('is answered from without the database, crosses too, once all was read ahead', async () => {
    const store = await openStoreOf({ '2026-04-10': { 'EUR/USD': 1.17, 'EUR/JPY': 186 } });
    const one = createLiveSnapshot([ecb()], store, fixedClock(NOW));
    await one.load();
    const snapshot = one.current();
    const columns = createSeriesColumns(store, () => snapshot.sources[0]?.revision ?? null);
    await columns.readAhead(snapshot);
    await store.close();
    const span = { ...WHOLE, limit: 5 };
    const request = { pair: { base: 'USD', quote: 'JPY' }, choice: only('ecb'), span };
    expect(await readHistory(columns, snapshot, request)).toMatchObject([
      { instantMs: Date.parse('2026-04-10T12:00:00Z'), source: 'ecb' },
    ]);
  });

  it('is read again after its source has committed, and not after another one has', async () => {
    const store = await openStoreOf({ '2026-04-10': { 'EUR/USD': 1.17 } });
    let revision = 1;
    const columns = createSeriesColumns(store, () => revision);
    const newest = async () => (await columns.readSeries({ ...EUR_USD, ...WHOLE, limit: 1 })).rates[0];
    expect(await newest()).toBe(1.17);
    await storeFixings(store, aFixingBatch({ '2026-04-10': { 'GBP/USD': 1.35 } }, { source: 'boe' }));
    await storeFixings(store, aFixingBatch({ '2026-04-10': { 'EUR/USD': 1.18 } }));
    expect(await newest()).toBe(1.17);
    revision = 2;
    expect(await newest()).toBe(1.18);
  });

  it('is not kept under the number of a commit that it is not of', async () => {
    const store = await openStoreOf({ '2026-04-10': { 'EUR/USD': 1.17 } });
    const columns = createSeriesColumns(store, () => 2);
    const newest = async () => (await columns.readSeries({ ...EUR_USD, ...WHOLE, limit: 1 })).rates[0];
    expect(await newest()).toBe(1.17);
    await storeFixings(store, aFixingBatch({ '2026-04-10': { 'EUR/USD': 1.18 } }));
    expect(await newest()).toBe(1.18);
  });
});

const EUR_USD = { source: 'ecb', base: 'EUR', quote: 'USD' } as const;
const WHOLE = { fromMs: Number.MIN_SAFE_INTEGER, toMs: Number.MAX_SAFE_INTEGER } as const;

/** A store that holds two currencies of the ECB since 1999 after one commit; closed when the test ends. */
async function openHistory(): Promise<Store> {
  const store = await openEmpty();
  const now = new Date(NOW);
  const context = { source: ecb(), listed: listSources('kraken'), store, now } as const;
  const document = { url: 'file:test', body: ecbHistory(['USD', 'JPY']), fetchedAt: now };
  const loaded = await loadDocument({ ...context, origin: 'import' }, document);
  if (!loaded.ok) throw new Error(loaded.error.sentence);
  return store;
}

/** The same of these days alone. */
async function openStoreOf(days: Parameters<typeof aFixingBatch>[0]): Promise<Store> {
  const store = await openEmpty();
  await storeFixings(store, aFixingBatch(days));
  return store;
}

async function openEmpty(): Promise<Store> {
  const store = await openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT }, 'here');
  onTestFinished(() => store.close());
  return store;
}
