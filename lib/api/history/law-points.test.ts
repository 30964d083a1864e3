import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/domain/durations';
import { addDays, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { DEFAULT_CHOICE, findRate } from '#lib/domain/rates/rate-engine';
import { roundExact } from '#lib/domain/rates/exact-number';
import { rollUpUntilDone } from '#lib/store/roll-up-until-done';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { createDayRates } from './day-rates.ts';
import { WITHOUT_START_MS } from './history-span.ts';
import { readLawPoints } from './law-points.ts';

let world: PolledWorld;
beforeAll(async () => {
  world = await openPolledWorld('2026-11-16T02:00:10Z');
  for (let poll = 0; poll < 11; poll += 1) {
    await world.pollAll();
    world.moveBy(7 * HOUR_MS);
  }
  // The day before keeps what no roll-up has closed yet.
  const nowMs = startOfDay(addDays(world.snapshot().today, -1)).getTime();
  await rollUpUntilDone(world.store.write, { nowMs, retainMinutesDays: 7, retainHoursDays: 366 });
});
afterAll(() => world.close());

it.each([
  ['BTC', 'AED'],
  ['XOF', 'BTC'],
  ['USD', 'MOP'],
  ['EUR', 'AED'],
  ['BGN', 'ETH'],
  ['SAR', 'AED'],
])('has of each day that a market was polled on what that day has: %s to %s', async (base, quote) => {
  const { store, sources } = world;
  const seen = world.snapshot();
  const pair = { base, quote };
  const span = { fromMs: WITHOUT_START_MS, toMs: seen.asOf.getTime(), limit: 1000 };
  const days = createDayRates(store, sources);
  const points = await readLawPoints(store, seen, days, { pair, span });
  let found = 0;
  for (let day = addDays(seen.today, -4); day < seen.today; day = addDays(day, 1)) {
    const rate = findRate(await days.snapshotOf(seen, day, DEFAULT_CHOICE), pair, DEFAULT_CHOICE);
    const ofDay = points.filter(({ instantMs }) => isoDayOf(new Date(instantMs)) === day);
    if (!rate.ok || isoDayOf(rate.value.observedAt) !== day) continue;
    const { source, observedAt, legs, isPegged } = rate.value;
    const isByLaw = isPegged || legs.some(({ age }) => age === 'law');
    found += 1;
    expect(ofDay, day).toEqual(
      isByLaw ? [{ instantMs: observedAt.getTime(), rate: roundExact(rate.value.rate), source }] : [],
    );
  }
  expect(found).toBeGreaterThan(0);
});
