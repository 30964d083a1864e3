import { describe, expect, it, onTestFinished } from 'vitest';
import { UNCHECKED } from '#lib/domain/health-machine';
import { readHealthState } from '#lib/domain/health-state-text';
import { openPolledWorld, type PolledWorld } from '#lib/testing/polled-world';
import { BOARD_DAYS, readStatusBoard } from './status-board.ts';
import { type NewestCheck, statusReportOf } from './status-report.ts';

const START = '2026-11-19T16:30:00Z';
const POLL_MS = 20_000;

describe('the status board', () => {
  it('says of each source its state, its newest figure, when the next is due, and 90 days', async () => {
    const world = await openWorld();
    await world.poll('ecb');
    const board = await boardOf(world);
    const ecb = board.sources.find(({ id }) => id === 'ecb');
    expect(ecb).toMatchObject({
      name: 'European Central Bank',
      status: 'operational',
      reason: null,
      newestAt: '2026-11-19T13:10:00.000Z',
      nextDueAt: '2026-11-20T15:00:00.000Z',
      rules: [],
    });
    expect(ecb?.days.length).toBe(BOARD_DAYS);
    expect(ecb?.days.at(-1)).toEqual({ day: '2026-11-19', worst: 'operational', checks: 1 });
    expect(ecb?.days.slice(0, -1).every(({ worst }) => worst === null)).toBe(true);
  });

  it('names the rule of every figure that was refused or is held, and the reason in words', async () => {
    const world = await openWorld();
    await world.poll('crypto-exchange');
    await world.upstreams.setFault('crypto-exchange', 'inverted');
    await world.pollOften('crypto-exchange', 2, POLL_MS);
    const board = await boardOf(world);
    const exchange = board.sources.find(({ id }) => id === 'crypto-exchange');
    expect(exchange?.status).toBe('degraded');
    expect(exchange?.reason).toMatch(/upside down/);
    expect(exchange?.rules.map(({ rule, what }) => `${what} ${rule}`)).toContain('refused inverted_quote');
    expect(exchange?.rules.find(({ rule }) => rule === 'inverted_quote')?.count).toBeGreaterThan(10);
  });
});

async function openWorld(): Promise<PolledWorld> {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  return world;
}

async function boardOf({ store, sources, snapshot, clock }: PolledWorld) {
  const now = clock.service();
  const checks = new Map<string, NewestCheck>();
  for (const row of await store.readSourceStates()) {
    checks.set(row.source, {
      state: (row.state === null ? null : readHealthState(row.state)) ?? UNCHECKED,
      latencyMs: row.latency_ms,
      checkedAt: new Date(Number(row.last_checked_at)),
      intervalMs: Number(row.interval_ms ?? 0),
      sentence: row.reason,
    });
  }
  const report = statusReportOf({ snapshot: snapshot(), checks, services: [], startedAt: now, now });
  return readStatusBoard({ report, snapshot: snapshot(), sources, checks, store, now });
}
