import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PollContext, PollOutcome } from './poll-context.ts';
import type { HttpClient } from '#lib/platform/http-client';
import type { Source, TickSource } from '#lib/sources/source';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';

import { SCHEDULER_PACE, type SchedulerPace, startScheduler } from './scheduler.ts';

const START = '2026-11-19T16:30:00Z';

/** The pace of the service, but for waits that a test would feel. */
const PACE: SchedulerPace = { ...SCHEDULER_PACE, pausedMs: 20, staggerMs: 0 };

describe('a scheduler', () => {
  it('polls every source at once, staggered, in order, and one flight a source', async () => {
    const world = await openWorld();
    const calls = countedCalls(world);
    const sources = [aMarket(world, 1), world.source('boj'), world.source('ecb')];
    const startedMs = performance.now();
    const heard = start(world, sources, { ...PACE, staggerMs: 120 }, { http: calls.http });
    await until(
      () =>
        heard.of('crypto-exchange').length >= 4 && heard.of('boj').length > 0 && heard.of('ecb').length > 0,
    );
    await heard.stop();
    expect(calls.most()).toBe(1);
    expect(heard.of('boj').length).toBe(1);
    const [market = 0, boj = 0, ecb = 0] = sources.map(({ upstream }) => calls.firstMs(upstream) - startedMs);
    // Timers may fire a millisecond early.
    expect([boj >= 118, ecb >= 238, market < boj, boj < ecb]).toEqual([true, true, true, true]);
  });

  it('ends a poll under way when it is stopped, and that is no check', async () => {
    const world = await openWorld();
    await world.upstreams.setFault('boj', 'hang');
    const heard = start(world, [world.source('boj')], PACE);
    await until(() => world.upstreams.requests('boj').length > 0);
    const startedMs = performance.now();
    await heard.stop();
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    expect(heard.outcomes).toEqual([]);
    expect(await world.store.readHealthChecks({ source: 'boj', sinceMs: 0, limit: 5 })).toEqual([]);
  });

  it('asks nobody any more once it is stopped', async () => {
    const world = await openWorld();
    const heard = start(world, [aMarket(world, 1)], PACE);
    await until(() => heard.outcomes.length > 0);
    await heard.stop();
    const asked = world.upstreams.requests('crypto-exchange').length;
    await pause(100);
    expect(world.upstreams.requests('crypto-exchange').length).toBe(asked);
  });
});

describe('a source that fails again and again', () => {
  it('is left alone after five failed checks for two of its intervals, tried again, and polled as ever when it is well', async () => {
    const world = await openWorld();
    const pace = { ...PACE, breakerPauseMs: 60_000 };
    // Two intervals of the source are the most that it is left alone.
    const intervalMs = 200;
    await world.upstreams.setFault('crypto-exchange', 'server_error');
    const heard = start(world, [aMarket(world, intervalMs)], pace);
    await until(() => heard.outcomes.length >= 5);
    const openedMs = performance.now();
    await until(() => heard.outcomes.length >= 6);
    expect(performance.now() - openedMs).toBeGreaterThan(2 * intervalMs - 20);
    await world.upstreams.setFault('crypto-exchange', null);
    await until(() => heard.outcomes.filter(({ kind }) => kind === 'pass').length >= 3);
    await heard.stop();
    expect(heard.outcomes.slice(0, 6).map(({ kind }) => kind)).toEqual(Array(6).fill('hard'));
  });
});

describe('a disk that is nearly full', () => {
  it('pauses polling, which is a fault of the database with its cause, and does not end it', async () => {
    const world = await openWorld();
    let freeBytesMin = Number.MAX_SAFE_INTEGER;
    const pace = {
      ...PACE,
      get freeBytesMin() {
        return freeBytesMin;
      },
    };
    const heard = start(world, [aMarket(world, 5)], pace);
    await until(() => world.store.fault() !== null);
    await pause(10 * PACE.pausedMs);
    expect(world.store.fault()).toMatchObject({
      kind: 'short',
      message: expect.stringContaining(`The disk that holds DATA_DIR (${world.dataDir}) is nearly full`),
    });
    expect(world.upstreams.requests('crypto-exchange')).toEqual([]);
    freeBytesMin = 0;
    await until(() => heard.outcomes.length > 0);
    await heard.stop();
    expect(heard.outcomes[0]).toMatchObject({ kind: 'pass' });
    expect(world.store.fault()).toBeNull();
  });
});

describe('a database that is away', () => {
  it('keeps publishers from being asked for nothing', async () => {
    const world = await openWorld();
    await world.store.close();
    const heard = start(world, [aMarket(world, 5)], PACE);
    await pause(10 * PACE.pausedMs);
    await heard.stop();
    expect(heard.outcomes).toEqual([]);
    expect(world.upstreams.requests('crypto-exchange')).toEqual([]);
  });
});

async function openWorld(): Promise<PolledWorld> {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  return world;
}

/** The exchange, polled every few milliseconds. */
function aMarket({ source }: PolledWorld, intervalMs: number): TickSource {
  const market = source('crypto-exchange');
  if (market.cadence !== 'tick') throw new Error('The exchange is a market.');
  return { ...market, polling: { intervalMs } };
}

function start(
  world: PolledWorld,
  sources: readonly Source[],
  pace: SchedulerPace,
  part: Partial<PollContext> = {},
) {
  const outcomes: (PollOutcome & { readonly source: string })[] = [];
  const scheduler = startScheduler(
    sources,
    { ...world.context, ...part },
    ({ id }, outcome) => void outcomes.push({ ...outcome, source: id }),
    pace,
  );
  onTestFinished(scheduler.stop);
  return {
    outcomes,
    of: (id: string) => outcomes.filter(({ source }) => source === id),
    stop: scheduler.stop,
  };
}

/** The world's own client, which notes how many calls of one host run at once. */
function countedCalls({ context }: PolledWorld) {
  const running = new Map<string, number>();
  const first = new Map<string, number>();
  let most = 0;
  const noted = async <Answer>(url: string, call: () => Promise<Answer>): Promise<Answer> => {
    const { origin } = new URL(url);
    const count = (running.get(origin) ?? 0) + 1;
    if (!first.has(origin)) first.set(origin, performance.now());
    running.set(origin, count);
    most = Math.max(most, count);
    const answer = await call();
    await pause(20);
    running.set(origin, count - 1);
    return answer;
  };
  const http: HttpClient = {
    get: (url, options) => noted(url, () => context.http.get(url, options)),
    getIfChanged: (url, version, options) =>
      noted(url, () => context.http.getIfChanged(url, version, options)),
  };
  return { http, most: () => most, firstMs: (origin: string) => first.get(origin) ?? Number.NaN };
}

/** Looks every few milliseconds; the test's time-out ends it. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}
