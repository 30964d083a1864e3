import { expect, it, onTestFinished } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import { addDays, isoDayOf } from '#lib/domain/iso-day';
import { rollUpUntilDone } from '#lib/store/roll-up-until-done';
import { longCount } from '#lib/testing/long-count';
import { SIMULATED_SOURCES } from '#lib/testing/simulated-upstreams/faults/faults';
import { shortHistory } from '#lib/testing/simulated-upstreams/short-history';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { backfillSource } from './history/backfill.ts';

/** A Saturday, a Sunday before the market opens, Christmas, New Year, Good Friday, and an hour that the clocks skip in New York. */
const CLOSED = [
  '2026-11-21T10:00:00Z',
  '2026-11-22T20:00:00Z',
  '2025-12-25T12:00:00Z',
  '2026-01-01T12:00:00Z',
  '2026-04-03T12:00:00Z',
  '2026-03-08T07:30:00Z',
];

/** How late the first history comes. */
const LATE_MS = [0, DAY_MS, 7 * DAY_MS, 30 * DAY_MS];

/** Rounds of polls while history does not come. */
const ROUNDS = 2;

const STARTS = longCount('FIRST_STARTS', 2);

it.each(startsOf(STARTS))(
  'a service first started at %s, whose history comes %d days late, holds nothing and has its history',
  async (start, lateDays) => {
    const world = await openPolledWorld(start, { simulation: shortHistory() });
    onTestFinished(world.close);
    await pollRound(world);
    for (let round = 0; round < ROUNDS && lateDays > 0; round += 1) {
      world.moveBy((lateDays * DAY_MS) / ROUNDS);
      await pollRound(world);
    }
    await loadHistory(world);
    expect(await holdsOf(world)).toEqual([]);
    world.moveBy(DAY_MS + HOUR_MS);
    await pollRound(world);
    expect(await holdsOf(world)).toEqual([]);
    const span = {
      source: 'web-finance',
      base: 'EUR',
      quote: 'USD',
      fromMs: 0,
      toMs: Number.MAX_SAFE_INTEGER,
    };
    const { rates } = await world.store.readTickSeries({ ...span, limit: 99, tier: 'day' });
    expect(rates.length).toBeGreaterThan(20);
  },
);

/** What is held, in words that tell which rule went wrong. */
async function holdsOf({ store }: PolledWorld): Promise<readonly string[]> {
  const holds = await store.readHolds();
  return holds.map(({ source, of, rule, count, example }) => `${source} ${rule}: ${count} ${of}, ${example}`);
}

/** Polls every source, and closes the hours and days that are over. */
async function pollRound(world: PolledWorld): Promise<void> {
  await world.pollAll();
  world.moveBy(5 * MINUTE_MS);
  const nowMs = world.clock.service().getTime();
  await rollUpUntilDone(world.store.write, { nowMs, retainMinutesDays: 30, retainHoursDays: 400 });
}

async function loadHistory(world: PolledWorld): Promise<void> {
  const today = isoDayOf(world.clock.service());
  for (const id of SIMULATED_SOURCES) {
    const loaded = await backfillSource(
      world.source(id),
      { from: addDays(today, -60), to: today },
      { store: world.store, listed: world.sources, http: world.context.http, clock: world.clock },
    );
    expect([id, loaded]).toMatchObject([id, { ok: true }]);
  }
  await world.context.catchUp();
}

/** Closed instants first, then ones spread over three years by a fixed rule; each with one of the delays. */
function startsOf(count: number): readonly (readonly [start: string, lateDays: number])[] {
  const first = Date.parse('2024-01-02T00:00:00Z');
  return Array.from({ length: count }, (_, index) => {
    // Steps of the golden ratio, so that hours, weekdays and seasons all come.
    const part = (index * 0.618_033_988_75) % 1;
    const start = CLOSED[index] ?? new Date(first + Math.floor(part * 1050 * DAY_MS)).toISOString();
    return [start, (LATE_MS[index % LATE_MS.length] ?? 0) / DAY_MS];
  });
}
