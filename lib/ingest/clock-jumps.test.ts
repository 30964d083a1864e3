import { describe, expect, it, onTestFinished } from 'vitest';
import { watchIngest } from '#lib/api/health/ingest-watch';
import { statusReportOf } from '#lib/api/health/status-report';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import { roundExact } from '#lib/domain/rates/exact-number';
import { findRate, only } from '#lib/domain/rates/rate-engine';
import type { Clock } from '#lib/platform/clock';
import { createHttpClient } from '#lib/platform/http-client';
import { createLogger } from '#lib/platform/logger';
import { createSources } from '#lib/sources/create-sources';
import { listSources } from '#lib/sources/registry';
import type { ListedSource } from '#lib/sources/source-facts';
import type { Source } from '#lib/sources/source';
import { openSqliteStore } from '#lib/store/open-store';
import { openPostgresStore } from '#lib/store/postgres-store';
import type { Store } from '#lib/store/store';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { type SimulatedUpstreams, startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { createMemory, pollContextOf } from '#lib/testing/worlds/polled-world';
import { startIngest } from './ingest.ts';
import { INGEST_LEASE } from './poll/leadership.ts';
import { SCHEDULER_PACE } from './poll/scheduler.ts';

/** After every publication of the day, while all markets are open. */
const START_MS = Date.parse('2026-11-18T18:00:00Z');

/** Shorter than the service's, so that many jumps take little time. */
const LEASE = { leaseMs: 3_000, renewMs: 100 };
const PACE = {
  lease: LEASE,
  scheduler: { ...SCHEDULER_PACE, staggerMs: 5, pausedMs: 50 },
  clockLookMs: 25,
};
const MARKET_INTERVAL_MS = 100;

/** How far ahead the clock is after each of twenty jumps. */
const AHEAD_MS = [3 * MINUTE_MS, HOUR_MS, DAY_MS, 366 * DAY_MS]
  .flatMap((ms) => [ms, 0, -ms, 0])
  .concat([DAY_MS, -366 * DAY_MS, HOUR_MS, 0]);

/** How long a whole run may take, and what is awaited in it, on a machine that has other work to do as well. */
const PATIENCE_MS = 180_000;
const AWAITED_MS = 30_000;

/**
 * Two processes on one database feed it from an exchange and a bank while clocks are set ahead and back; in the end the one
 * that polls is cut off. Polling must go on within a lease's length after each jump, by one process at a time, nothing that is
 * told may be of the future, and with the clock right again every figure must be the true one, and fresh.
 */
describe('twenty jumps of the clock, by minutes, hours, a day and a year, ahead and back', () => {
  it.each([
    ['SQLite, two processes on one host', openSqlite, null],
    // Of two hosts the second one's clock is right but for its lag.
    ['PostgreSQL, the second host 3 min behind', openPostgres, -3 * MINUTE_MS],
  ])(
    'stop no polling, make no second leader, and leave nothing of the future: %s',
    async (_name, open, secondAheadMs) => {
      const trueMs = () => START_MS + performance.now();
      const upstreams = await startSimulatedUpstreams({ now: () => new Date(trueMs()) });
      onTestFinished(upstreams.close);
      let aheadMs = 0;
      const openStore = await open();
      const first = openHost(
        await openStore(),
        upstreams,
        clockOf(() => trueMs() + aheadMs),
      );
      onTestFinished(first.stop);
      const second = openHost(
        await openStore(),
        upstreams,
        clockOf(() => trueMs() + (secondAheadMs ?? aheadMs)),
      );
      onTestFinished(second.stop);
      first.start();
      await until(() => first.polls('crypto-exchange') > 0 && first.polls('ecb') > 0);
      second.start();
      for (const host of [first, second]) {
        await host.catchUp();
        await until(async () => (await untrueReport(host)).length === 0);
      }
      for (const jumpMs of AHEAD_MS) {
        aheadMs = jumpMs;
        const jumpedMs = performance.now();
        const faultsOf = async (host: Host, polledMs: number) => [
          ...(await untrueReport(host)),
          ...untrueRates(host, upstreams, trueMs(), polledMs),
        ];
        const name = `${Math.round(aheadMs / 1000)} s ahead`;
        // Before anybody has polled, what is in memory is told.
        for (const host of [first, second]) expect(await faultsOf(host, Number.NaN), name).toEqual([]);
        const before = first.polls('crypto-exchange');
        await until(() => first.polls('crypto-exchange') > before + 1);
        expect(performance.now() - jumpedMs, name).toBeLessThan(LEASE.leaseMs);
        expect(second.polls(), name).toBe(0);
        for (const host of [first, second]) {
          await host.catchUp();
          expect(await faultsOf(host, first.clock.serviceMs()), name).toEqual([]);
        }
      }
      expect(await takeOver(first, second)).toBeLessThan(15_000);
    },
    PATIENCE_MS,
  );
});

/** Cuts the leader off; the other must follow, and not before the first has ended. Gives how long that took. */
async function takeOver(first: Host, second: Host): Promise<number> {
  const cutMs = performance.now();
  first.cutOff();
  await until(() => second.polls('crypto-exchange') > 0);
  const takeoverMs = performance.now() - cutMs;
  const pollsOfFirst = first.polls();
  await until(() => second.polls('crypto-exchange') > 5);
  expect(first.polls()).toBe(pollsOfFirst);
  return takeoverMs;
}

async function openSqlite(): Promise<() => Promise<Store>> {
  const dataDir = throwAwayFolder();
  return () => closedAfterwards(openSqliteStore({ dataDir, root: PROJECT_ROOT }));
}

async function openPostgres(): Promise<() => Promise<Store>> {
  const databaseUrl = await freshDatabase();
  return () => closedAfterwards(openPostgresStore(databaseUrl));
}

async function closedAfterwards(opening: Promise<Store>): Promise<Store> {
  const store = await opening;
  onTestFinished(store.close);
  await store.writable;
  return store;
}

/** A process: its clock, its memory, and what it polls. */
type Host = ReturnType<typeof openHost>;

function openHost(store: Store, upstreams: SimulatedUpstreams, clock: Clock) {
  const sources: readonly ListedSource[] = listSources('kraken').filter(
    ({ id }) => id === 'crypto-exchange' || id === 'ecb',
  );
  const memory = createMemory(sources, store, clock);
  let isCutOff = false;
  const connected = whileConnected(store, () => !isCutOff);
  const http = createHttpClient({ clock, userAgent: 'Crossrate test' });
  const context = pollContextOf({ store: connected, http, clock, memory });
  const polled: string[] = [];
  const watch = watchIngest({
    leaseName: INGEST_LEASE,
    leaseMs: LEASE.leaseMs,
    sources: sources.map(({ id }) => id),
    checks: memory.checks,
    isPaused: () => false,
    clock,
    monotonicMs: () => performance.now(),
  });
  let stop = async () => {};
  return {
    clock,
    snapshot: memory.snapshot,
    /** How many checks this process made, of a source or of all. */
    polls: (id?: string) => polled.filter((one) => id === undefined || one === id).length,
    catchUp: memory.catchUp,
    start: () => {
      const ingest = startIngest({
        sources: polledSources(upstreams, sources),
        context,
        log: createLogger('silent'),
        onPoll: ({ id }) => polled.push(id),
        runBackfills: null,
        retention: { minutesDays: 7, hoursDays: 366 },
        pace: PACE,
      });
      stop = ingest.stop;
    },
    cutOff: () => {
      isCutOff = true;
    },
    report: async () => {
      const status = watch.healthNow(await store.readLease(INGEST_LEASE));
      const now = clock.service();
      return statusReportOf({
        snapshot: memory.snapshot(),
        checks: memory.checks,
        services: [{ service: 'ingest', status, latencyMs: 0, lastCheckedAt: now.toISOString() }],
        startedAt: now,
        now,
      });
    },
    stop: () => stop(),
  };
}

/** The same store for a process that can be cut off from its lease. */
function whileConnected(store: Store, isConnected: () => boolean): Store {
  const { takeLease, dropLease } = store.write;
  const refuse = () => Promise.reject(new Error('The database is away.'));
  return {
    ...store,
    write: {
      ...store.write,
      takeLease: (wish) => (isConnected() ? takeLease(wish) : refuse()),
      dropLease: (wish) => (isConnected() ? dropLease(wish) : refuse()),
    },
  };
}

function polledSources(upstreams: SimulatedUpstreams, sources: readonly ListedSource[]): readonly Source[] {
  const upstream = (id: string) =>
    id === 'ecb' || id === 'crypto-exchange' ? new URL(upstreams.addressOf(id)) : undefined;
  return createSources({ upstream, exchange: 'kraken' }, sources).map((source) =>
    source.cadence === 'tick' ? { ...source, polling: { intervalMs: MARKET_INTERVAL_MS } } : source,
  );
}

/** What the status report tells that must not be. */
async function untrueReport(host: Host): Promise<readonly string[]> {
  const { sources, services } = await host.report();
  const nowMs = host.clock.serviceMs();
  const ahead = [...sources, ...services].filter(({ lastCheckedAt }) => Date.parse(lastCheckedAt) > nowMs);
  return [
    ...ahead.map(({ lastCheckedAt }) => `a check of ${lastCheckedAt} is told`),
    ...services.filter(({ status }) => status !== 'operational').map(({ status }) => `polling is ${status}`),
  ];
}

/** What is told of rates that must not be. */
function untrueRates(
  host: Host,
  upstreams: SimulatedUpstreams,
  trueMs: number,
  polledMs: number,
): readonly string[] {
  const faults: string[] = [];
  const nowMs = host.clock.serviceMs();
  const isRight = Math.abs(nowMs - trueMs) < 10 * MINUTE_MS;
  // Quotes that were dated hours from now by another host's clock are not of now.
  const apartMs = Math.abs(nowMs - polledMs);
  const isPolledNow = apartMs < 10 * MINUTE_MS;
  const isPolledJustNow = apartMs < 4 * MINUTE_MS;
  for (const [id, base, quote] of [
    ['crypto-exchange', 'BTC', 'USD'],
    ['ecb', 'EUR', 'USD'],
  ] as const) {
    const found = findRate(host.snapshot(), { base, quote }, only(id));
    const truth = upstreams.rateOf(base, quote, new Date(trueMs));
    if (!found.ok) {
      if (id === 'ecb' ? isRight : isPolledNow) faults.push(`${id} has no rate: ${found.error.kind}`);
      continue;
    }
    const { observedAt, stale } = found.value;
    const rate = roundExact(found.value.rate);
    if (observedAt.getTime() > nowMs) faults.push(`${id} tells a rate of ${observedAt.toISOString()}`);
    if (isRight && isPolledJustNow && stale) faults.push(`${id} is stale`);
    const isTrue = truth !== null && Math.abs(Math.log(rate / truth)) < 0.02;
    if (!isTrue) faults.push(`${id} tells ${rate} for ${truth}`);
  }
  return faults;
}

function clockOf(nowMs: () => number): Clock {
  const show = () => new Date(nowMs());
  const wholeMs = () => Math.floor(nowMs());
  return { service: show, real: show, serviceMs: wholeMs, realMs: wholeMs };
}

/** Looks every few milliseconds, for as long as a loaded machine may need. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endsAtMs = performance.now() + AWAITED_MS;
  while (!(await isSo())) {
    if (performance.now() > endsAtMs)
      throw new Error('Nothing of what was awaited came about within half a minute.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
