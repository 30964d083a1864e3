import { NO_HELD_CHANGES } from '#lib/store/validation/held-changes';
import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { rollUpUntilDone } from '#lib/store/roll-up-until-done';
import type { Store } from '#lib/store/store';
import type { EmptyStore, OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { pollEvery, request, rollUp, SPAN, startMs } from './store-suite-market-time.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import {
  aBarBatch,
  aHeldFigure,
  aMarketDocument,
  aPoll,
  aTickPoll,
  MARKET,
} from '#lib/testing/builders/store-suite-builders';
import { createTickModel, type ModelBucket } from './store-suite-tick-model.ts';
import { storeBars } from '#lib/testing/builders/stored-batches';

/** Minutes, hours and days of live quotes, and what becomes of them with time. */
export function describeRollUps(open: OpenEmptyStore): void {
  describe('rolling up', () => {
    it(seeded('makes the hours and days that a naive model makes, however often it runs'), () =>
      expectModel(open),
    );

    it('leaves every figure as it is when it runs again, at once or in the middle of a run', async () => {
      const opened = await open();
      await pollEvery(opened.store, 10, 50);
      await rollUp(opened.store, startMs + 9 * HOUR_MS);
      const before = await bucketsOf(opened);
      await opened.store.write.rollUpTicks({ ...request(startMs + 9 * HOUR_MS), position: null });
      await rollUp(opened.store, startMs + 9 * HOUR_MS);
      expect(await bucketsOf(opened)).toEqual(before);
    });

    it('goes on where a run ended that did not', async () => {
      const opened = await open();
      await pollEvery(opened.store, 10, 50);
      const nowMs = startMs + 9 * HOUR_MS;
      const first = await opened.store.write.rollUpTicks({ ...request(nowMs), position: null });
      expect(first.next).not.toBeNull();
      await rollUp(await opened.reopen(), nowMs);
      const [day] = (await bucketsOf(opened)).day;
      expect(day).toMatchObject({ n: 18, low: 100, high: 117 });
    });
  });

  describeLateQuotes(open);
  describeRetention(open);
  describeNamedDocuments(open);
}

function describeRetention(open: OpenEmptyStore): void {
  describe('with time', () => {
    it('minutes go after 7 days, hours after a year, days never; a series is read from what is left', async () => {
      const { store } = await open();
      await pollEvery(store, 20, 30);
      const ends = [8, 400].map((days) => startMs + days * DAY_MS);
      const left: unknown[] = [];
      for (const nowMs of [startMs + DAY_MS, ...ends]) {
        await rollUp(store, nowMs);
        left.push(await pointsLeft(store));
      }
      expect(left).toEqual([
        { minute: 30, hour: 10, day: 2 },
        { minute: 1, hour: 10, day: 2 },
        { minute: 1, hour: 1, day: 2 },
      ]);
    });

    it('documents go that no figure names any more, and of those that stay the fingerprint remains', async () => {
      const opened = await open();
      await pollEvery(opened.store, 20, 30);
      const kept = async () =>
        opened.db.selectFrom('body').select(['url', 'content']).orderBy('id').execute();
      await rollUp(opened.store, startMs + DAY_MS);
      expect(await kept()).toHaveLength(30);
      await rollUp(opened.store, startMs + 8 * DAY_MS);
      const ofHours = await kept();
      expect(ofHours).toHaveLength(10);
      expect(ofHours.every(({ content }) => content === null)).toBe(true);
      await rollUp(opened.store, startMs + 400 * DAY_MS);
      expect(await kept()).toHaveLength(2);
      const { figures, bodies } = await opened.store.readNewestTicks(MARKET);
      expect(bodies.map(({ id }) => id)).toEqual(figures.map(({ bodyId }) => bodyId));
    });
  });
}

function describeLateQuotes(open: OpenEmptyStore): void {
  describe('a quote that comes late', () => {
    it('than its minute is kept counts in its hour and its day all the same', async () => {
      const opened = await open();
      await pollEvery(opened.store, 20, 30);
      const nowMs = startMs + 8 * DAY_MS;
      await rollUp(opened.store, nowMs);
      const late = { observedAtMs: startMs + HOUR_MS };
      await opened.store.write.storePoll(aTickPoll(nowMs, { 'BTC/USDT': 999 }, late));
      await rollUp(opened.store, nowMs);
      const { minute, hour, day } = await bucketsOf(opened);
      expect(minute).toEqual([]);
      expect(hour.find(({ ts }) => ts === startMs + HOUR_MS)).toMatchObject({ high: 999, rate: 105 });
      expect(day[0]).toMatchObject({ high: 999, rate: 108 });
    });

    it('while its hour is rolled up counts with the next run', async () => {
      const opened = await open();
      await pollEvery(opened.store, 20, 6);
      const nowMs = startMs + 2 * HOUR_MS;
      const first = await opened.store.write.rollUpTicks({ ...request(nowMs), position: null });
      const late = { observedAtMs: startMs + 1 };
      await opened.store.write.storePoll(aTickPoll(nowMs, { 'BTC/USDT': 999 }, late));
      await rollUp(opened.store, nowMs, first.next);
      await rollUp(opened.store, nowMs);
      const { hour } = await bucketsOf(opened);
      expect(hour[0]).toMatchObject({ ts: startMs, high: 999, rate: 102, n: 4 });
    });

    it('but later in its minute than the stored one takes its place, before it is rolled up and after', async () => {
      const { store } = await open();
      for (const [seconds, rate] of [
        [10, 5],
        [70, 6],
      ] as const) {
        await store.write.storePoll(aTickPoll(startMs + seconds * 1000, { 'BTC/USDT': rate }));
      }
      const nowMs = startMs + HOUR_MS;
      await rollUp(store, nowMs);
      for (const [seconds, rate] of [
        [15, 7],
        [12, 8],
      ] as const) {
        const late = { observedAtMs: startMs + seconds * 1000 };
        await store.write.storePoll(aTickPoll(nowMs, { 'BTC/USDT': rate }, late));
      }
      const expected = { instantsMs: [startMs + 15_000, startMs + 70_000], rates: [7, 6] };
      expect(await store.readTickSeries({ ...SPAN, tier: 'minute' })).toEqual(expected);
      await rollUp(store, nowMs);
      expect(await store.readTickSeries({ ...SPAN, tier: 'minute' })).toEqual(expected);
    });
  });
}

function describeNamedDocuments(open: OpenEmptyStore): void {
  describe('a document of quotes', () => {
    const urlsOf = async ({ db }: Pick<EmptyStore, 'db'>) =>
      (await db.selectFrom('body').select('url').orderBy('id').execute()).map(({ url }) => url);
    const pollOf = (url: string, atMs: number, rate: number) =>
      aTickPoll(atMs, { 'BTC/USDT': rate }, { documents: [aMarketDocument({ url })] });

    it('stays for the newest quote, a replaced figure and a held one, though no tier names it', async () => {
      const opened = await open();
      const { store } = opened;
      const bar = (day: string) =>
        storeBars(store, aBarBatch('BTC/USDT', { [day]: 7 }, { document: aMarketDocument({ url: 'bars' }) }));
      await store.write.storePoll(pollOf('replaced', startMs, 5));
      await rollUp(store, startMs + HOUR_MS);
      await bar('2026-04-13');
      await bar('2026-04-14');
      const added = [aHeldFigure({ document: aMarketDocument({ url: 'held' }) })];
      await store.write.storePoll(aPoll({ held: { ...NO_HELD_CHANGES, added } }));
      await store.write.storePoll(pollOf('unnamed', startMs + DAY_MS, 6));
      await store.write.storePoll(pollOf('newest', startMs + DAY_MS + 60_000, 8));
      await rollUp(store, startMs + 400 * DAY_MS);
      expect(await urlsOf(opened)).toEqual(['replaced', 'bars', 'bars', 'held', 'newest']);
    });

    it('stays for a late quote that came while documents were looked at', async () => {
      const opened = await open();
      const { store } = opened;
      await store.write.storePoll(pollOf('early', startMs, 5));
      await store.write.storePoll(pollOf('newest', startMs + 9 * DAY_MS, 6));
      const nowMs = startMs + 9 * DAY_MS + HOUR_MS;
      await rollUp(store, nowMs);
      const late = aTickPoll(
        nowMs,
        { 'BTC/USDT': 7 },
        {
          documents: [aMarketDocument({ url: 'late' })],
          observedAtMs: startMs + 5,
        },
      );
      await store.write.storePoll(late);
      await rollUp(store, nowMs, { phase: 'documents' });
      expect(await urlsOf(opened)).toContain('late');
    });
  });
}

async function pointsLeft(store: Store) {
  const count = async (tier: 'minute' | 'hour' | 'day') =>
    (await store.readTickSeries({ ...SPAN, tier })).rates.length;
  return { minute: await count('minute'), hour: await count('hour'), day: await count('day') };
}

async function bucketsOf({ db }: Pick<EmptyStore, 'db'>) {
  const read = async (table: 'tick_minute' | 'tick_hour' | 'tick_day'): Promise<readonly ModelBucket[]> => {
    const rows = await db
      .selectFrom(table)
      .innerJoin('series', 'series.id', 'series_id')
      .select(['base', 'ts', 'at', 'rate', 'low', 'high', 'n'])
      .orderBy('base')
      .orderBy('ts')
      .execute();
    return rows.map((row) => ({ ...row, ts: Number(row.ts), at: Number(row.at) }));
  };
  return { minute: await read('tick_minute'), hour: await read('tick_hour'), day: await read('tick_day') };
}

/** A poll of up to three coins some time after the one before, then perhaps a roll-up. */
const aRound = fc.record({
  pauseMs: fc.constantFrom(20_000, 60_000, 17 * 60_000, 5 * HOUR_MS, 26 * HOUR_MS),
  quotes: fc.dictionary(fc.constantFrom('AAA', 'BBB', 'CCC'), fc.integer({ min: 1, max: 6 }), { minKeys: 1 }),
  lateMs: fc.constantFrom(0, 0, 0, 5000, 90_000, 3 * HOUR_MS, 30 * HOUR_MS),
  rollsUp: fc.boolean(),
});

async function expectModel(open: OpenEmptyStore): Promise<void> {
  const property = fc.asyncProperty(fc.array(aRound, { minLength: 1, maxLength: 25 }), async (rounds) => {
    const opened = await open();
    const model = createTickModel();
    let atMs = startMs;
    for (const { pauseMs, quotes, lateMs, rollsUp } of rounds) {
      atMs += pauseMs;
      const figures = Object.fromEntries(
        Object.entries(quotes).map(([base, rate]) => [`${base}/USDT`, rate]),
      );
      await opened.store.write.storePoll(aTickPoll(atMs, figures, { observedAtMs: atMs - lateMs }));
      model.poll(quotes, atMs - lateMs);
      if (rollsUp) await rollUp(opened.store, atMs);
    }
    // So that the last hour is closed and nothing is past its time.
    const nowMs = atMs + HOUR_MS;
    await rollUpUntilDone(opened.store.write, { nowMs, retainMinutesDays: 1000, retainHoursDays: 1000 });
    const { hour, day } = await bucketsOf(opened);
    expect(hour).toEqual(model.buckets(HOUR_MS));
    expect(day).toEqual(model.buckets(DAY_MS));
  });
  await fc.assert(property, propertyRuns(25, 4));
}
