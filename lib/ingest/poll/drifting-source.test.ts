import { expect, it, onTestFinished } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import type { PolledSourceId } from '#lib/testing/simulated-upstreams/faults/faults';
import { startSimulatedUpstreams, type SimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';

/** A Wednesday evening after every publication of the day, the market open. */
const START = '2026-11-18T18:00:00Z';

const MARKETS = ['web-finance', 'charting-platform', 'web-search'] as const;

it('a market that drifts from the others has an incident from its second check on, until it has been back for three', async () => {
  const { world, own } = await openWorldBeside('web-search');
  await pollEach(world, ['ecb', ...MARKETS]);
  const checks = [];
  // No step is further than such a rate moves within minutes.
  for (const factor of [0.985, 0.96, 0.93, 1, 1, 1]) {
    own.shock('GBP', factor);
    checks.push(...(await world.pollOften('web-search', 1, 5 * MINUTE_MS)));
  }
  expect(checks.map(({ kind, reason, status }) => [kind, reason, status])).toEqual([
    ['pass', null, 'operational'],
    ['soft', 'disagrees', 'operational'],
    ['soft', 'disagrees', 'degraded'],
    ['pass', null, 'degraded'],
    ['pass', null, 'degraded'],
    ['pass', null, 'operational'],
  ]);
  expect(checks[2]?.sentence).toMatch(
    /^The other sources contradict 2 figures, such as EUR\/GBP 0\.9\d+, 7\.\d % above them\.$/,
  );
  expect(await world.store.readIncidents({ limit: 9 })).toMatchObject([
    {
      source: 'web-search',
      openedAtMs: Date.parse(START) + 15 * MINUTE_MS,
      closedAtMs: Date.parse(START) + 30 * MINUTE_MS,
      worst: 'degraded',
      cause: 'refused',
      reason: 'disagrees',
    },
  ]);
});

it('a bank that drifts over three publications has an incident also at night, until it publishes what the others say', async () => {
  const { world, own } = await openWorldBeside('ecb');
  await pollEach(world, ['ecb', ...MARKETS]);
  const publish = async (day: number, factor: number) => {
    world.clock.moveTo(new Date(`2026-11-${day}T12:00:00Z`));
    own.shock('GBP', factor);
    world.clock.moveTo(new Date(`2026-11-${day}T15:10:00Z`));
    await pollEach(world, MARKETS);
    return [await world.poll('ecb'), ...(await world.pollOften('ecb', 1, HOUR_MS))];
  };
  /** Once the markets have been quoting for hours after the fixing. */
  const atNight = async (day: number) => {
    world.clock.moveTo(new Date(`2026-11-${day}T20:00:00Z`));
    await pollEach(world, MARKETS);
    return world.pollOften('ecb', 2, HOUR_MS);
  };
  // A single step further than 3 % that nobody else made is held, and no drift.
  expect((await publish(19, 0.98)).map(({ kind }) => kind)).toEqual(['pass', 'pass']);
  for (const [day, factor] of [
    [20, 0.96],
    [23, 0.95],
  ] as const) {
    expect((await publish(day, factor)).map(({ reason }) => reason)).toEqual(['disagrees', 'disagrees']);
    expect((await atNight(day)).map(({ kind }) => kind)).toEqual(['pass', 'pass']);
  }
  await publish(24, 0.94);
  const night = await atNight(24);
  expect(night.map(({ reason, status }) => [reason, status])).toEqual([
    ['disagrees', 'degraded'],
    ['disagrees', 'degraded'],
  ]);
  expect(night[0]?.sentence).toBe(
    'The newest 3 publications of EUR/GBP are away from what the other sources said.',
  );
  const [open] = await world.store.readIncidents({ limit: 1 });
  expect(open).toMatchObject({ source: 'ecb', closedAtMs: null, cause: 'refused', reason: 'disagrees' });
  const back = await publish(25, 1);
  expect(back.map(({ kind, status }) => [kind, status])).toEqual([
    ['pass', 'degraded'],
    ['pass', 'operational'],
  ]);
  const [closed] = await world.store.readIncidents({ limit: 1 });
  expect(closed).toMatchObject({ openedAtMs: open?.openedAtMs, closedAtMs: world.clock.service().getTime() });
});

/** A world in which one source shows another course of things than all others, of which it is told by `own`. */
async function openWorldBeside(
  id: PolledSourceId,
): Promise<{ readonly world: PolledWorld; readonly own: SimulatedUpstreams }> {
  let now = () => new Date(START);
  const own = await startSimulatedUpstreams({ now: () => now() });
  onTestFinished(own.close);
  const world = await openPolledWorld(START, {
    upstream: (source, simulated) => (source === id ? new URL(own.addressOf(id)) : simulated),
  });
  onTestFinished(world.close);
  now = world.clock.service;
  return { world, own };
}

async function pollEach(world: PolledWorld, ids: readonly PolledSourceId[]): Promise<void> {
  for (const id of ids) await world.poll(id);
}
