import { describe, expect, it, onTestFinished } from 'vitest';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { MINUTE_MS } from '#lib/domain/durations';

/** A Wednesday evening after every publication of the day. */
const START = '2026-11-18T18:00:00Z';

describe('a source whose figures aged while this service was off', () => {
  it('has no incident for it, however often that happens: no check failed, and it is only coming back', async () => {
    const world = await openWorld();
    await world.pollOften('crypto-exchange', 3, 20_000);
    for (let restart = 0; restart < 3; restart += 1) {
      world.moveBy(10 * MINUTE_MS);
      await world.restart();
      await world.pollOften('crypto-exchange', 6, 20_000);
    }
    expect(await world.store.readIncidents({ limit: 9 })).toEqual([]);
    const changes = await world.store.readHealthChanges({ sinceMs: 0, limit: 9 });
    expect(changes.some(({ cause }) => cause === 'recovering')).toBe(true);
  });

  it('has none either when its ingest alone was away, and one as soon as a check finds it out', async () => {
    const world = await openWorld();
    await pollBeforeDue(world);
    await world.upstreams.setFault('ecb', null);
    world.clock.moveTo(new Date('2026-11-19T18:40:00Z'));
    expect(world.statusOf('ecb')).toBe('degraded');
    await world.poll('ecb');
    expect(await world.store.readIncidents({ limit: 9 })).toEqual([]);
    await world.upstreams.setFault('ecb', 'refuse');
    await world.pollOften('ecb', 1, 60 * MINUTE_MS);
    expect(await world.store.readIncidents({ limit: 9 })).toMatchObject([
      { cause: 'unreachable', failures: 1 },
    ]);
  });
});

describe('a source whose figures aged between two polls', () => {
  it('has an incident from the instant at which they did, with the cause that was shown', async () => {
    const world = await openWorld();
    await pollBeforeDue(world);
    await world.upstreams.setFault('ecb', null);
    world.clock.moveTo(new Date('2026-11-19T16:40:00Z'));
    expect(world.statusOf('ecb')).toBe('degraded');
    await world.poll('ecb');
    const lateAtMs = Date.parse('2026-11-19T16:30:00Z');
    expect(await world.store.readIncidents({ limit: 9 })).toMatchObject([
      { openedAtMs: lateAtMs, closedAtMs: null, worst: 'degraded', cause: 'late', failures: 0 },
    ]);
    const [newest] = await world.store.readHealthChanges({ source: 'ecb', sinceMs: 0, limit: 1 });
    expect(newest).toMatchObject({ atMs: lateAtMs, to: 'degraded', cause: 'late' });
    const [day] = await world.store.readHealthDays({ source: 'ecb', fromDay: '2026-11-19' });
    expect(day).toMatchObject({ worst: 'degraded', degradedMs: 10 * MINUTE_MS });
  });

  it('was in outage where that was shown, though the next check passed', async () => {
    const world = await openWorld();
    await world.poll('ecb');
    await world.upstreams.setFault('ecb', 'stale');
    for (const at of ['2026-11-19T17:00:00Z', '2026-11-20T16:20:00Z']) {
      world.clock.moveTo(new Date(at));
      await world.poll('ecb');
    }
    await world.upstreams.setFault('ecb', null);
    world.clock.moveTo(new Date('2026-11-20T16:40:00Z'));
    expect(world.statusOf('ecb')).toBe('outage');
    await world.poll('ecb');
    const [incident] = await world.store.readIncidents({ limit: 9 });
    expect(incident).toMatchObject({ closedAtMs: null, worst: 'outage', cause: 'late' });
    const changes = await world.store.readHealthChanges({ source: 'ecb', sinceMs: 0, limit: 2 });
    expect(changes).toMatchObject([
      { to: 'degraded', cause: 'recovering' },
      { to: 'outage', cause: 'late', atMs: Date.parse('2026-11-20T16:30:00Z') },
    ]);
  });
});

describe('a source whose checks fail', () => {
  it('is in outage from two minutes after the first of five, where no check was made in that instant', async () => {
    const world = await openWorld();
    await world.poll('crypto-exchange');
    await world.upstreams.setFault('crypto-exchange', 'refuse');
    world.moveBy(20_000);
    const firstAtMs = world.clock.service().getTime();
    await world.poll('crypto-exchange');
    await world.pollOften('crypto-exchange', 4, 20_000);
    world.moveBy(55_000);
    await world.poll('crypto-exchange');
    const changes = await world.store.readHealthChanges({ source: 'crypto-exchange', sinceMs: 0, limit: 1 });
    expect(changes).toMatchObject([{ to: 'outage', cause: 'unreachable', atMs: firstAtMs + 2 * MINUTE_MS }]);
  });
});

async function openWorld(): Promise<PolledWorld> {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  return world;
}

/** Polls the ECB on a day on which its fixing does not come, a quarter of an hour before it counts as missed. */
async function pollBeforeDue(world: PolledWorld): Promise<void> {
  await world.poll('ecb');
  await world.upstreams.setFault('ecb', 'stale');
  world.clock.moveTo(new Date('2026-11-19T16:15:00Z'));
  await world.poll('ecb');
}
