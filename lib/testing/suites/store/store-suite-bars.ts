import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { rollUpUntilDone } from '#lib/store/roll-up-until-done';
import type { Store } from '#lib/store/store';
import { TEST_NOW } from '#lib/testing/builders/builders';
import {
  aFixingBatch,
  type EmptyStore,
  instantMs,
  type OpenEmptyStore,
} from '#lib/testing/worlds/empty-store';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { randomFigure } from '#lib/testing/builders/random-figures';
import { aBarBatch, aMarketDocument, aTickPoll, MARKET } from '#lib/testing/builders/store-suite-builders';
import { storeBars, storeFixings } from '#lib/testing/builders/stored-batches';
import { DAY_MS } from '#lib/domain/durations';

const nowMs = TEST_NOW.getTime();

/** Daily bars of a market's history, the progress of a backfill, and who leads. */
export function describeBars(open: OpenEmptyStore): void {
  describeLoads(open);
  describeDoubtfulLoads(open);
  describeBarsAndQuotes(open);
  it('a fixing that is corrected loses its flags, and the others keep theirs', async () => {
    const { store } = await open();
    const flags = ['2026-04-09', '2026-04-10'].map((date) => ({
      base: 'EUR',
      quote: 'USD',
      atMs: instantMs(date),
      rule: 'disagrees',
    }));
    const days = { '2026-04-09': { 'EUR/USD': 1.17 }, '2026-04-10': { 'EUR/USD': 1.21 } };
    await storeFixings(store, { ...aFixingBatch(days), flags });
    const read = async () =>
      (await store.readFlags({ source: 'ecb', sinceMs: 0, limit: 9 })).map(({ atMs }) => atMs);
    expect(await read()).toEqual([instantMs('2026-04-10'), instantMs('2026-04-09')]);
    await storeFixings(
      store,
      aFixingBatch({ '2026-04-09': { 'EUR/USD': 1.17 }, '2026-04-10': { 'EUR/USD': 1.18 } }),
    );
    expect(await read()).toEqual([instantMs('2026-04-09')]);
  });
  it(seeded('every bar comes back digit for digit, with the low and the high that it has'), () =>
    expectSameBars(open),
  );
}

const DAYS = { '2026-04-10': [64_000, 63_000, 65_500], '2026-04-11': 66_000 } as const;

function describeLoads(open: OpenEmptyStore): void {
  describe('a load of daily bars', () => {
    it('is read at the end of each day, counted once, and imports 0 the second time without a trace', async () => {
      const opened = await open();
      expect(await storeBars(opened.store, aBarBatch('BTC/USDT', DAYS))).toEqual({
        imported: 2,
        revised: 0,
      });
      expect(await series(opened.store)).toEqual({
        instantsMs: ['2026-04-10', '2026-04-11'].map((day) => Date.parse(`${day}T23:59:59.999Z`)),
        rates: [64_000, 66_000],
      });
      const before = await traceOf(opened);
      expect(await storeBars(opened.store, aBarBatch('BTC/USDT', DAYS))).toEqual({
        imported: 0,
        revised: 0,
      });
      expect(await traceOf(opened)).toEqual(before);
    });

    it('with another closing price revises it, and the older one is kept', async () => {
      const { store, db } = await open();
      await storeBars(store, aBarBatch('BTC/USDT', DAYS));
      const corrected = aBarBatch('BTC/USDT', { ...DAYS, '2026-04-11': 66_500 });
      expect(await storeBars(store, corrected)).toEqual({ imported: 0, revised: 1 });
      expect((await series(store)).rates).toEqual([64_000, 66_500]);
      const replaced = await db.selectFrom('obs_revision').select(['ts', 'rate', 'replaced_at']).execute();
      expect(replaced.map((row) => [Number(row.ts), row.rate, Number(row.replaced_at)])).toEqual([
        [Date.parse('2026-04-11T00:00:00Z'), 66_000, nowMs],
      ]);
      const closing = await store.readClosingTicks(MARKET, Date.parse('2026-04-11T23:59:59.999Z'));
      expect(closing.earlier).toMatchObject([{ base: 'BTC', rate: 66_000, replacedAtMs: nowMs }]);
      const before = await store.readClosingTicks(MARKET, Date.parse('2026-04-10T23:59:59.999Z'));
      expect(before.earlier).toEqual([]);
    });
  });
}

function describeDoubtfulLoads(open: OpenEmptyStore): void {
  describe('a load of daily bars', () => {
    it.each([
      ['a price that is no number', { rates: Float64Array.of(1, Number.NaN) }],
      ['a bar of a series that it does not name', { seriesIndexes: Uint32Array.of(0, 2) }],
      ['two bars of one day', { daysMs: new Float64Array(2) }],
    ])('with %s leaves nothing, and the next one is stored', async (_name, broken) => {
      const opened = await open();
      const before = await traceOf(opened);
      const sound = aBarBatch('BTC/USDT', DAYS);
      await expect(storeBars(opened.store, { ...sound, ...broken })).rejects.toThrow();
      expect(await traceOf(opened)).toEqual(before);
      expect(await storeBars(opened.store, sound)).toEqual({ imported: 2, revised: 0 });
    });

    it('of known and new days counts the new ones, and the known ones keep their document', async () => {
      const { store, db } = await open();
      for (const [url, loaded] of [
        ['first', DAYS],
        ['second', { ...DAYS, '2026-04-12': 67_000 }],
      ] as const) {
        await storeBars(store, aBarBatch('BTC/USDT', loaded, { document: aMarketDocument({ url }) }));
      }
      const named = await db
        .selectFrom('tick_day')
        .innerJoin('body', 'body.id', 'body_id')
        .select('url')
        .orderBy('ts')
        .execute();
      expect(named.map(({ url }) => url)).toEqual(['first', 'first', 'second']);
    });

    it('keeps its flags once', async () => {
      const { store } = await open();
      const flag = { base: 'BTC', quote: 'USDT', atMs: Date.parse('2026-04-11'), rule: 'large_move' };
      for (let load = 0; load < 2; load += 1) {
        await storeBars(store, aBarBatch('BTC/USDT', DAYS, { flags: [flag] }));
      }
      const query = { source: MARKET, sinceMs: flag.atMs, limit: 9 };
      expect(await store.readFlags(query)).toEqual([{ ...flag, source: MARKET }]);
      expect(await store.readFlags({ ...query, sinceMs: flag.atMs + 1 })).toEqual([]);
    });
  });
}

function describeBarsAndQuotes(open: OpenEmptyStore): void {
  describe('a daily bar beside the live quotes of its day', () => {
    const quotes = { 'BTC/USDT': 64_321 };
    const request = { nowMs: nowMs + DAY_MS, retainMinutesDays: 7, retainHoursDays: 365 };

    it('is the closing price from then on, whatever is rolled up later, and runs again without a trace', async () => {
      const opened = await open();
      const { store } = opened;
      await store.write.storePoll(aTickPoll(nowMs, quotes));
      await rollUpUntilDone(store.write, request);
      const bars = aBarBatch('BTC/USDT', { '2026-04-14': [65_000, 60_000, 66_000] });
      expect(await storeBars(store, bars)).toEqual({ imported: 0, revised: 1 });
      await store.write.storePoll(aTickPoll(nowMs + 60_000, { 'BTC/USDT': 99 }));
      await rollUpUntilDone(store.write, request);
      const row = await opened.db.selectFrom('tick_day').select(['rate', 'low', 'high', 'n']).execute();
      expect(row).toEqual([{ rate: 65_000, low: 60_000, high: 66_000, n: 0 }]);
      expect(await storeBars(store, bars)).toEqual({ imported: 0, revised: 0 });
    });

    it('that came first stays, and the next day is made of quotes', async () => {
      const { store } = await open();
      await storeBars(store, aBarBatch('BTC/USDT', { '2026-04-13': 63_000 }));
      await store.write.storePoll(aTickPoll(nowMs, quotes));
      await rollUpUntilDone(store.write, request);
      expect((await series(store)).rates).toEqual([63_000, 64_321]);
    });
  });
}

async function expectSameBars(open: OpenEmptyStore): Promise<void> {
  const { store, db } = await open();
  let run = 0;
  const bar = fc.record({
    rate: randomFigure(),
    low: fc.option(randomFigure()),
    high: fc.option(randomFigure()),
  });
  const property = fc.asyncProperty(fc.array(bar, { minLength: 1, maxLength: 200 }), async (bars) => {
    run += 1;
    const source = `market-${run}`;
    const column = (values: readonly (number | null)[]) =>
      Float64Array.from(values, (value) => value ?? Number.NaN);
    const daysMs = Float64Array.from(bars, (_, day) => day * DAY_MS);
    await storeBars(store, {
      ...aBarBatch('BTC/USDT', {}),
      document: aMarketDocument({ source }),
      seriesIndexes: new Uint32Array(bars.length),
      daysMs,
      instantsMs: daysMs,
      rates: column(bars.map(({ rate }) => rate)),
      lows: column(bars.map(({ low }) => low)),
      highs: column(bars.map(({ high }) => high)),
    });
    const rows = await db
      .selectFrom('tick_day')
      .innerJoin('series', 'series.id', 'series_id')
      .select(['rate', 'low', 'high'])
      .where('source', '=', source)
      .orderBy('ts')
      .execute();
    expect(rows).toEqual(bars);
  });
  await fc.assert(property, propertyRuns(30, 5));
}

function series(store: Store) {
  const span = { source: MARKET, base: 'BTC', quote: 'USDT', fromMs: 0, toMs: nowMs * 2, limit: 100 };
  return store.readTickSeries({ ...span, tier: 'day' });
}

async function traceOf({ store, db }: Pick<EmptyStore, 'store' | 'db'>) {
  const count = async (table: 'series' | 'tick_day' | 'obs_revision' | 'body') => {
    const counted = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('n'));
    return Number((await counted.executeTakeFirstOrThrow()).n);
  };
  return {
    series: await count('series'),
    days: await count('tick_day'),
    replaced: await count('obs_revision'),
    documents: await count('body'),
    revisions: await store.readRevisions(),
  };
}
