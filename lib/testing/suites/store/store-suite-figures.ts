import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import type { FixingBatch } from '#lib/store/rates/fixings';
import {
  aFixingBatch,
  type EmptyStore,
  type OpenEmptyStore,
  servedRate,
} from '#lib/testing/worlds/empty-store';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { randomFigure } from '#lib/testing/builders/random-figures';
import { storeFixings } from '#lib/testing/builders/stored-batches';

const ONE_DAY = { '2026-04-13': { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 } };

/** Loads: what is stored, what is counted, what a failure leaves. */
export function describeStoredFigures(open: OpenEmptyStore): void {
  describeLoads(open);
  describeFailures(open);
  it(seeded('every figure of up to 15 digits comes back digit for digit'), () => expectSameDigits(open));
}

function describeLoads(open: OpenEmptyStore): void {
  describe('a load', () => {
    it('is seen by the next read, and its figures are counted', async () => {
      const { store } = await open();
      const counts = await storeFixings(store, aFixingBatch(ONE_DAY));
      expect(counts).toEqual({ imported: 2, revised: 0 });
      expect(await servedRate(store, 'EUR/USD')).toBe(1.1684);
      expect(await servedRate(store, 'EUR/JPY')).toBe(186.75);
    });

    it('is there after the database was closed and opened again', async () => {
      const opened = await open();
      await storeFixings(opened.store, aFixingBatch(ONE_DAY));
      expect(await servedRate(await opened.reopen(), 'EUR/USD')).toBe(1.1684);
    });

    it('of known figures imports 0 and leaves no document, no revision and no new version', async () => {
      const { store, db } = await open();
      await storeFixings(store, aFixingBatch(ONE_DAY));
      const before = await traceOf({ store, db });
      expect(await storeFixings(store, aFixingBatch(ONE_DAY))).toEqual({ imported: 0, revised: 0 });
      expect(await traceOf({ store, db })).toEqual(before);
    });

    it('of known and new figures counts the new ones only', async () => {
      const { store } = await open();
      await storeFixings(store, aFixingBatch(ONE_DAY));
      const longer = aFixingBatch({ ...ONE_DAY, '2026-04-10': { 'EUR/USD': 1.1711 } });
      expect(await storeFixings(store, longer)).toEqual({ imported: 1, revised: 0 });
    });

    it('without a figure leaves no trace', async () => {
      const { store, db } = await open();
      const before = await traceOf({ store, db });
      expect(await storeFixings(store, aFixingBatch({}))).toEqual({ imported: 0, revised: 0 });
      expect(await traceOf({ store, db })).toEqual(before);
    });

    it('asked for together with another loses no figure of either', async () => {
      const { store, db } = await open();
      const days = ['2026-04-08', '2026-04-09', '2026-04-10', '2026-04-13'];
      const loads = days.map((day) => storeFixings(store, aFixingBatch({ [day]: { 'EUR/USD': 1.17 } })));
      expect(await Promise.all(loads)).toEqual(days.map(() => ({ imported: 1, revised: 0 })));
      expect((await traceOf({ store, db })).figures).toBe(days.length);
    });
  });
}

function describeFailures(open: OpenEmptyStore): void {
  describe('a load that fails', () => {
    const sound = aFixingBatch(ONE_DAY);
    it.each<readonly [string, Partial<FixingBatch>]>([
      ['a rate that is no number', { rates: Float64Array.of(1.2, Number.NaN) }],
      ['a figure of a series that it does not name', { seriesIndexes: Uint32Array.of(0, 2) }],
      ['two figures for one series and instant', { seriesIndexes: Uint32Array.of(0, 0) }],
    ])('because of %s leaves nothing, and the next load is stored', async (_name, broken) => {
      const { store, db } = await open();
      const before = await traceOf({ store, db });
      await expect(storeFixings(store, { ...sound, ...broken })).rejects.toThrow();
      expect(await traceOf({ store, db })).toEqual(before);
      expect(await storeFixings(store, sound)).toEqual({ imported: 2, revised: 0 });
    });

    it('does so although the figures before the broken one were staged, and keeps what was stored', async () => {
      const { store, db } = await open();
      await storeFixings(store, sound);
      const before = await traceOf({ store, db });
      const days = { '2026-04-10': { 'EUR/USD': 1.1711 }, '2026-04-13': { 'EUR/USD': Number.NaN } };
      await expect(storeFixings(store, aFixingBatch(days))).rejects.toThrow();
      expect(await traceOf({ store, db })).toEqual(before);
    });
  });
}

async function expectSameDigits(open: OpenEmptyStore): Promise<void> {
  const { store } = await open();
  let run = 0;
  const figures = fc.array(randomFigure(), { minLength: 1, maxLength: 300 });
  const property = fc.asyncProperty(figures, async (rates) => {
    run += 1;
    const source = `source-${run}`;
    await storeFixings(store, columnOf(source, rates));
    const span = { source, base: 'EUR', quote: 'USD', fromMs: 0, toMs: rates.length, limit: rates.length };
    expect((await store.readSeries(span)).rates.map(String)).toEqual(rates.map(String));
  });
  await fc.assert(property, propertyRuns(60, 8));
}

/** One EUR/USD figure a millisecond from 1 on. */
function columnOf(source: string, rates: readonly number[]): FixingBatch {
  return {
    ...aFixingBatch({ '2026-04-13': { 'EUR/USD': 1 } }, { source }),
    seriesIndexes: new Uint32Array(rates.length),
    instantsMs: Float64Array.from(rates, (_, index) => index + 1),
    rates: Float64Array.from(rates),
  };
}

/** Everything that a load can leave behind, counted. */
async function traceOf({ store, db }: Pick<EmptyStore, 'store' | 'db'>) {
  const count = async (table: 'series' | 'obs_day' | 'obs_revision' | 'body') => {
    const { n } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  return {
    series: await count('series'),
    figures: await count('obs_day'),
    replaced: await count('obs_revision'),
    documents: await count('body'),
    version: (await store.readRevisions()).rates,
  };
}
