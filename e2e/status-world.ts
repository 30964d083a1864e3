import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { CheckReason } from '#lib/domain/health/check-kind';
import { causeOfReason } from '#lib/domain/health/fault-cause';
import type { SourceId } from '#lib/domain/source-id';
import { openSqliteStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { PROJECT_ROOT } from '#lib/testing/worlds/service-bench';
import type { Fault } from '#lib/testing/simulated-upstreams/faults/faults';
import { aCheck, aPoll } from '#lib/testing/builders/store-suite-builders';
import { type RunningServer, startServer } from '#lib/testing/worlds/running-server';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';

/** The publishers of the demo, polled by hand on a clock that the test moves, and a server on the same database. */
export interface StatusWorld extends Omit<RunningServer, 'written' | 'pid'> {
  readonly world: PolledWorld;
  /** The folder of the database that both share. */
  readonly dataDir: string;
  /** Switches a fault over the demo's control listener, or takes it back with null. */
  readonly setFault: (source: SourceId, fault: Fault | null) => Promise<void>;
}

/** What a world begins with. */
export interface StatusWorldOptions {
  /** The instant of the first poll. */
  readonly start: string;
  /** How far the server's clock is ahead of it, so that what is polled by hand meanwhile is in its past. */
  readonly aheadMs: number;
  readonly sources: string;
  /** More of the server's environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Written before the first poll. */
  readonly past?: (store: Store, startMs: number) => Promise<void>;
}

/** How long an assertion waits until the clock is moved on. */
export const SOON = { timeout: 5000 } as const;

/**
 * Moves the page's clock by a refresh until what is asserted holds: a request that was under way when the clock was moved brings what
 * was before, and the next one is counted from its answer.
 */
export async function untilRefreshed(page: Page, assertion: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(REFRESH_MS);
    await assertion();
  }).toPass({ timeout: 60_000 });
}

/** A little more than an open board waits between two reports. */
const REFRESH_MS = 16_000;

/** Polls every source once and serves what came of it. */
export async function startStatusWorld(options: StatusWorldOptions): Promise<StatusWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'crossrate-status-'));
  const startMs = Date.parse(options.start);
  const world = await openPolledWorld(options.start, {
    openStore: async () => {
      const store = await openSqliteStore({ dataDir: folder, root: PROJECT_ROOT });
      await store.writable;
      await options.past?.(store, startMs);
      return store;
    },
  });
  await world.pollAll();
  const server = await startServer({
    variables: {
      DATA_DIR: folder,
      CLOCK: new Date(startMs + options.aheadMs).toISOString(),
      SOURCES: options.sources,
      ROLE: 'web',
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_PER_MINUTE: '0',
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      ...options.variables,
    },
  });
  return {
    world,
    dataDir: folder,
    origin: server.origin,
    setFault: async (source, fault) => {
      const address = `${world.upstreams.controlUrl}/faults/${source}`;
      const answer = await fetch(
        address,
        fault === null ? { method: 'DELETE' } : { method: 'PUT', body: fault },
      );
      if (!answer.ok) throw new Error(await answer.text());
    },
    stop: async () => {
      await server.stop();
      await world.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A time before the start in which a source was not well. */
interface PastFault {
  readonly source: SourceId;
  readonly daysAgo: number;
  readonly hours: number;
  readonly worst: 'degraded' | 'outage';
  readonly reason: CheckReason;
}

const PAST_FAULTS: readonly PastFault[] = [
  { source: 'crypto-exchange', daysAgo: 55, hours: 5, worst: 'outage', reason: 'timeout' },
  { source: 'charting-platform', daysAgo: 52, hours: 3, worst: 'outage', reason: 'connect' },
  { source: 'boe', daysAgo: 37, hours: 4, worst: 'degraded', reason: 'http_status' },
  { source: 'web-finance', daysAgo: 19, hours: 2, worst: 'degraded', reason: 'few_pairs' },
  { source: 'charting-platform', daysAgo: 5, hours: 7, worst: 'outage', reason: 'timeout' },
];

const PAST_SOURCES: readonly (readonly [SourceId, days: number, latencyMs: number])[] = [
  ['ecb', 100, 182],
  ['boe', 100, 640],
  ['fed', 100, 311],
  ['boj', 100, 274],
  ['crypto-exchange', 100, 64],
  ['web-finance', 100, 128],
  ['charting-platform', 100, 411],
  ['web-search', 67, 903],
];

/** A check of every source each day for 90 days and more, hourly where something happens, with five faults; web-search began later than the others. */
export async function aLongPast(store: Store, startMs: number): Promise<void> {
  for (const [source, days, latencyMs] of PAST_SOURCES) {
    let before = 'operational';
    let changedAtMs = startMs - days * DAY_MS;
    for (let atMs = changedAtMs; atMs < startMs - HOUR_MS; atMs += HOUR_MS * stepOf(source, atMs, startMs)) {
      const fault = PAST_FAULTS.find((one) => one.source === source && isDuring(one, atMs, startMs));
      const status = fault?.worst ?? 'operational';
      if (status !== before) changedAtMs = atMs;
      before = status;
      const jitter = 1 + ((atMs / HOUR_MS) % 7) / 20;
      const check = aCheck({
        atMs,
        status,
        changedAtMs,
        latencyMs: fault?.worst === 'outage' ? 15_000 : Math.round(latencyMs * jitter),
        intervalMs: 24 * HOUR_MS,
        state: JSON.stringify({
          status,
          isStarting: false,
          changedAtMs,
          checks: ['pass'],
          run: { kind: 'pass', count: 1, sinceMs: atMs },
          recentChangesMs: [],
          heldSinceMs: null,
        }),
        ...(fault && { kind: 'hard', reason: fault.reason, cause: causeOfReason(fault.reason) }),
      });
      await store.write.storePoll(aPoll({ source, check }));
    }
  }
}

/** Hourly where something happens. */
function stepOf(source: SourceId, atMs: number, startMs: number): number {
  const isNear = PAST_FAULTS.some(
    (fault) => fault.source === source && Math.abs(startMs - fault.daysAgo * DAY_MS - atMs) <= DAY_MS / 2,
  );
  return isNear ? 1 : 24;
}

function isDuring({ daysAgo, hours }: PastFault, atMs: number, startMs: number): boolean {
  const fromMs = startMs - daysAgo * DAY_MS;
  return atMs >= fromMs && atMs < fromMs + hours * HOUR_MS;
}
