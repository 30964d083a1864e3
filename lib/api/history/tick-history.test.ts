import { describe, expect, it, onTestFinished } from 'vitest';
import { readHistory } from './series-reader.ts';
import { DEFAULT_CHOICE, only } from '#lib/domain/rates/rate-engine';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { aBarBatch } from '#lib/testing/builders/store-suite-builders';
import { storeBars } from '#lib/testing/builders/stored-batches';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/durations';

const START = '2026-11-19T12:00:10Z';

describe('the history of a market', () => {
  it('ends with the current strict rate at its own time, in every tier', async () => {
    const world = await openWorld();
    await world.poll('crypto-exchange');
    for (let hour = 0; hour < 3; hour += 1) await world.pollOften('crypto-exchange', 3, 20 * MINUTE_MS);
    const nowMs = world.clock.service().getTime();
    const now = world.strict('crypto-exchange', 'BTC', 'EUR');
    for (const [fromMs, limit] of [
      [nowMs - 4 * HOUR_MS, 1000],
      [nowMs - 4 * HOUR_MS, 10],
      [Number.MIN_SAFE_INTEGER, 10],
    ] as const) {
      const points = await pointsOf(world, ['BTC', 'EUR'], fromMs, limit);
      expect(points.at(-1)?.rate).toBe(now);
      expect(points.map(({ instantMs }) => instantMs)).toEqual(
        points.map(({ instantMs }) => instantMs).toSorted((a, b) => a - b),
      );
    }
  });

  it('is told minute by minute where that fits the limit, and day by day without a start', async () => {
    const world = await openWorld();
    await world.poll('crypto-exchange');
    await world.pollOften('crypto-exchange', 5, MINUTE_MS);
    const nowMs = world.clock.service().getTime();
    expect((await pointsOf(world, ['BTC', 'USD'], nowMs - 5 * MINUTE_MS, 1000)).length).toBe(6);
    expect((await pointsOf(world, ['BTC', 'USD'], Number.MIN_SAFE_INTEGER, 1000)).length).toBe(1);
  });

  it('crosses the quotes of one minute, and gives a currency against itself one point a day', async () => {
    const world = await openWorld();
    await world.poll('crypto-exchange');
    await world.pollOften('crypto-exchange', 2, MINUTE_MS);
    const nowMs = world.clock.service().getTime();
    const crossed = await pointsOf(world, ['ETH', 'XRP'], nowMs - 3 * MINUTE_MS, 1000);
    expect(crossed.length).toBeGreaterThanOrEqual(2);
    expect(crossed.at(-1)?.rate).toBe(world.strict('crypto-exchange', 'ETH', 'XRP'));
    const itself = await pointsOf(world, ['BTC', 'BTC'], nowMs - DAY_MS, 1000);
    expect(itself.map(({ rate }) => rate)).toEqual([1]);
  });

  it('is mixed with the fixings of others in the order of time when no source is asked for', async () => {
    const world = await openWorld();
    await world.pollAll();
    const span = { fromMs: Date.parse('2026-11-16T00:00:00Z'), toMs: Number.MAX_SAFE_INTEGER, limit: 1000 };
    const request = { pair: { base: 'EUR', quote: 'USD' }, choice: DEFAULT_CHOICE, span };
    const points = (await readHistory(world.store, world.snapshot(), request)) ?? [];
    expect(new Set(points.map(({ source }) => source))).toEqual(
      new Set(['ecb', 'boe', 'boj', 'crypto-exchange', 'web-finance', 'charting-platform', 'web-search']),
    );
    const instants = points.map(({ instantMs }) => instantMs);
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
  });

  it('is null for a pair that the market never carried', async () => {
    const world = await openWorld();
    await world.poll('crypto-exchange');
    const request = { pair: { base: 'KES', quote: 'USD' }, choice: only('crypto-exchange') };
    const span = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, limit: 10 };
    expect(await readHistory(world.store, world.snapshot(), { ...request, span })).toBeNull();
  });
});

describe('the history of a young market', () => {
  it('is told in the finest tier that has it all where a coarser one has a few points only', async () => {
    const world = await openWorld();
    const days = { '2026-11-16': 64_000, '2026-11-17': 65_000, '2026-11-18': 66_000 };
    await storeBars(world.store, aBarBatch('BTC/USD', days));
    await world.poll('crypto-exchange');
    await world.pollOften('crypto-exchange', 38, MINUTE_MS);
    const today = Date.parse('2026-11-19T00:00:00Z');
    expect((await pointsOf(world, ['BTC', 'USD'], today, 5000)).length).toBe(39);
    expect((await pointsOf(world, ['BTC', 'EUR'], today, 5000)).length).toBe(39);
    const quarter = await pointsOf(world, ['ETH', 'USD'], today - 90 * DAY_MS, 5000);
    expect(quarter.length).toBe(39);
    expect(quarter.at(-1)?.rate).toBe(world.strict('crypto-exchange', 'ETH', 'USD'));
    const instants = quarter.map(({ instantMs }) => instantMs);
    expect(new Set(instants).size).toBe(instants.length);
    expect((await pointsOf(world, ['ETH', 'USD'], today, 20)).length, 'more than fits').toBe(1);
    const withDays = await pointsOf(world, ['BTC', 'USD'], today - 90 * DAY_MS, 5000);
    expect(withDays.length, 'minutes do not reach back to the days').toBe(4);
  });
});

async function openWorld(): Promise<PolledWorld> {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  return world;
}

async function pointsOf(
  world: PolledWorld,
  [base, quote]: readonly [string, string],
  fromMs: number,
  limit: number,
) {
  const span = { fromMs, toMs: world.clock.service().getTime(), limit };
  const request = { pair: { base, quote }, choice: only('crypto-exchange'), span };
  return (await readHistory(world.store, world.snapshot(), request)) ?? [];
}
