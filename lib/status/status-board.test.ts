import { describe, expect, it, onTestFinished } from 'vitest';
import { BOARD_DAYS } from '#lib/contract/status-page';
import { boardOf, liveOf, refreshChecks, sourceOf } from '#lib/testing/worlds/polled-board';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { createBoardReader } from './status-board-reader.ts';
import { HOUR_MS } from '#lib/domain/durations';

const START = '2026-11-19T16:30:00Z';
const POLL_MS = 20_000;

describe('the status board', () => {
  it('says of each source its state, its newest figure, when the next is due, its latency and 90 days', async () => {
    const world = await openWorld();
    await world.poll('ecb');
    const ecb = sourceOf(await boardOf(world), 'ecb');
    expect(ecb).toMatchObject({
      name: 'European Central Bank',
      status: 'operational',
      cause: null,
      reason: null,
      newestAt: '2026-11-19T13:10:00.000Z',
      nextAt: '2026-11-20T15:00:00.000Z',
      checkedAt: '2026-11-19T16:30:00.000Z',
      watchedSince: '2026-11-19T16:30:00.000Z',
      uptimePercent: null,
      rules: [],
    });
    expect(ecb?.latenciesMs).toEqual([ecb?.latencyMs]);
    expect(ecb?.days).toHaveLength(BOARD_DAYS);
    expect(ecb?.days.at(-1)).toEqual(['operational', 1, 0, 0, 0, 0]);
    expect(ecb?.days.slice(0, -1).every((day) => day === null)).toBe(true);
  });

  it('has neither days nor checks of the law', async () => {
    const board = await boardOf(await openWorld());
    expect(sourceOf(board, 'fixed')).toMatchObject({
      cadence: 'law',
      status: 'operational',
      checkedAt: null,
      days: [],
      uptimePercent: null,
    });
  });

  it('names the rule of every figure that was refused or is held, and the reason in words', async () => {
    const world = await openWorld();
    await world.poll('crypto-exchange');
    await world.upstreams.setFault('crypto-exchange', 'inverted');
    await world.pollOften('crypto-exchange', 2, POLL_MS);
    const exchange = sourceOf(await boardOf(world), 'crypto-exchange');
    expect(exchange).toMatchObject({ status: 'degraded', cause: 'refused' });
    expect(exchange?.reason).toBe('The newest 2 checks failed; the last one: a figure was upside down.');
    expect(exchange?.detail).toMatch(/^\d+ figures are upside down and refused, such as /);
    expect(exchange?.rules.map(({ rule, what }) => `${what} ${rule}`)).toContain('refused inverted_quote');
    expect(exchange?.rules.find(({ rule }) => rule === 'inverted_quote')?.count).toBeGreaterThan(10);
  });
});

describe('the status board while a publisher fails', () => {
  it('never names a host: a publisher that cannot be reached may have an address of the operator’s', async () => {
    const world = await openWorld();
    await world.poll('ecb');
    await world.upstreams.setFault('ecb', 'server_error');
    await world.pollOften('ecb', 3, HOUR_MS);
    const board = await boardOf(world);
    expect(sourceOf(board, 'ecb')).toMatchObject({
      status: 'outage',
      cause: 'failing',
      reason: 'The newest 3 checks failed; the last one: its host answered with an error.',
      detail: null,
    });
    expect(JSON.stringify(board)).not.toMatch(/127\.0\.0\.1|localhost/);
  });

  it('opens an incident with the fault, tells its changes, and closes it with the recovery', async () => {
    const world = await openWorld();
    await world.poll('ecb');
    await world.upstreams.setFault('ecb', 'server_error');
    await world.pollOften('ecb', 3, HOUR_MS);
    const [open, ...others] = (await boardOf(world)).incidents;
    expect(others).toEqual([]);
    expect(open).toMatchObject({
      id: 'ecb-20261119T183000Z',
      source: 'ecb',
      openedAt: '2026-11-19T18:30:00.000Z',
      closedAt: null,
      worst: 'outage',
      cause: 'failing',
      reason: 'http_status',
      firstFailedAt: '2026-11-19T17:30:00.000Z',
      lastFailedAt: '2026-11-19T19:30:00.000Z',
      failures: 3,
    });
    await world.upstreams.setFault('ecb', null);
    await world.restart();
    await world.pollOften('ecb', 2, HOUR_MS);
    const [closed] = (await boardOf(world)).incidents;
    expect(closed).toMatchObject({ id: open?.id, closedAt: '2026-11-19T21:30:00.000Z', failures: 3 });
    expect(closed?.changes.map(({ at, to, cause }) => [at.slice(11, 16), to, cause])).toEqual([
      ['21:30', 'operational', null],
      ['20:30', 'degraded', 'recovering'],
      ['19:30', 'outage', 'failing'],
      ['18:30', 'degraded', 'failing'],
    ]);
    const ecb = sourceOf(await boardOf(world), 'ecb');
    expect(ecb).toMatchObject({ faults: { '2026-11-19': ['failing'] }, incidentCount: 1 });
    // A check every hour is one in time, but for the first hour, of which a poll each 15 min was due: there 45 min are watched.
    expect(ecb?.days.at(-1)).toEqual(['outage', 6, 3, 2 * HOUR_MS, HOUR_MS, 4.75 * HOUR_MS]);
    expect(ecb?.uptimePercent).toBe(78.94);
  });
});

describe('the status board, while the figures of a publisher are too old', () => {
  it('says which pairs have no rate, and which another source answers instead', async () => {
    const world = await openWorld();
    for (const id of ['ecb', 'boe'] as const) await world.poll(id);
    expect(await boardOf(world)).toMatchObject({ impact: { pairs: expect.any(Number) } });
    expect(sourceOf(await boardOf(world), 'ecb')?.impact).toBeNull();
    // The ECB's fixings are no longer served after ten days, the Bank of England's after fourteen.
    world.moveBy(11 * 24 * HOUR_MS);
    await world.poll('boe');
    const impact = sourceOf(await boardOf(world), 'ecb')?.impact;
    expect(impact?.none.count).toBeGreaterThan(0);
    expect(impact?.none.examples).toContain('EUR/BRL');
    expect(impact?.instead.map(({ source }) => source)).toEqual(['boe']);
    const counted = (impact?.none.count ?? 0) + (impact?.stale.count ?? 0) + (impact?.instead[0]?.count ?? 0);
    expect(counted).toBeLessThanOrEqual(impact?.pairs ?? 0);
  });
});

describe('what is next of a source', () => {
  it('is the opening of a closed market, and of an open one the next check while one is to be expected', async () => {
    const world = await openWorld();
    for (const id of ['crypto-exchange', 'web-search'] as const) await world.poll(id);
    const nextOf = async (id: string) => sourceOf(await boardOf(world), id)?.nextAt;
    expect(await nextOf('web-search')).toBe('2026-11-19T16:35:00.000Z');
    expect(await nextOf('crypto-exchange')).toBe('2026-11-19T16:30:20.000Z');
    world.moveBy(2 * POLL_MS + 1);
    expect(await nextOf('crypto-exchange')).toBeNull();
    await world.upstreams.setFault('crypto-exchange', 'server_error');
    await world.poll('crypto-exchange');
    expect(await nextOf('crypto-exchange')).toBe('2026-11-19T16:31:00.001Z');
    // As while the pause after failed checks is longer.
    world.moveBy(POLL_MS + 1);
    expect(await nextOf('crypto-exchange')).toBeNull();
    await world.upstreams.setFault('crypto-exchange', null);
    // A Saturday.
    world.clock.moveTo(new Date('2026-11-21T12:00:00Z'));
    for (const id of ['crypto-exchange', 'web-search'] as const) await world.poll(id);
    expect(await nextOf('web-search')).toBe('2026-11-22T22:00:00.000Z');
    expect(await nextOf('crypto-exchange')).toBe('2026-11-21T12:00:20.000Z');
  });
});

describe('the reader of boards', () => {
  it('reads the past once a check and each ten seconds, and the states each time', async () => {
    const world = await openWorld();
    let nowMs = 0;
    let reads = 0;
    const store = { ...world.store, readWatchStarts: () => ((reads += 1), world.store.readWatchStarts()) };
    const read = createBoardReader({
      store,
      live: () => liveOf(world),
      monotonicMs: () => nowMs,
      log: world.context.log,
    });
    await Promise.all([read(), read(), read()]);
    expect(reads).toBe(1);
    world.moveBy(9999);
    nowMs = 9999;
    expect((await read()).madeAt).toBe('2026-11-19T16:30:09.999Z');
    expect(reads).toBe(1);
    await world.poll('ecb');
    await refreshChecks(world);
    expect(sourceOf(await read(), 'ecb')?.latenciesMs).toHaveLength(1);
    expect(reads).toBe(2);
    nowMs = 19_999;
    await read();
    expect(reads).toBe(3);
  });
});

describe('the reader of boards, with a database that does not answer', () => {
  it('waits for a database that answers late no longer than it has patience, once it has a past', async () => {
    const world = await openWorld();
    let nowMs = 0;
    const late = Promise.withResolvers<void>();
    let isLate = false;
    const store = {
      ...world.store,
      readWatchStarts: async () => {
        if (isLate) await late.promise;
        return world.store.readWatchStarts();
      },
    };
    const read = createBoardReader({
      store,
      live: () => liveOf(world),
      monotonicMs: () => nowMs,
      log: world.context.log,
      patienceMs: 1,
    });
    await read();
    [isLate, nowMs] = [true, 60_000];
    world.moveBy(60_000);
    expect(await read()).toMatchObject({
      madeAt: '2026-11-19T16:31:00.000Z',
      readAt: '2026-11-19T16:30:00.000Z',
    });
    late.resolve();
    await expect.poll(async () => (await read()).readAt).toBe('2026-11-19T16:31:00.000Z');
  });

  it('shows the past read last while the database does not answer, with its instant, and none where none was read', async () => {
    const world = await openWorld();
    let nowMs = 0;
    let isAway = true;
    const gone = () => Promise.reject(new Error('away'));
    const store = {
      ...world.store,
      readWatchStarts: () => (isAway ? gone() : world.store.readWatchStarts()),
    };
    const read = createBoardReader({
      store,
      live: () => liveOf(world),
      monotonicMs: () => nowMs,
      log: world.context.log,
    });
    const unread = await read();
    expect(unread).toMatchObject({ readAt: null, incidents: [] });
    expect(sourceOf(unread, 'fixed')?.status).toBe('operational');
    [isAway, nowMs] = [false, 10_000];
    expect(await read()).toMatchObject({ readAt: '2026-11-19T16:30:00.000Z' });
    [isAway, nowMs] = [true, 60_000];
    world.moveBy(60_000);
    expect(await read()).toMatchObject({
      madeAt: '2026-11-19T16:31:00.000Z',
      readAt: '2026-11-19T16:30:00.000Z',
    });
  });
});

async function openWorld(): Promise<PolledWorld> {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  await refreshChecks(world);
  return world;
}
