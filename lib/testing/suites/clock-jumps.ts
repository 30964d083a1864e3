import { watchIngest } from '#lib/api/health/ingest-watch';
import { statusReportOf } from '#lib/api/health/status-report';
import { findRate, only } from '#lib/domain/rates/rate-engine';
import { roundExact } from '#lib/domain/rates/exact-number';
import { startIngest } from '#lib/ingest/ingest';
import { INGEST_LEASE } from '#lib/ingest/polling/leadership';
import { SCHEDULER_PACE } from '#lib/ingest/polling/scheduler';
import type { Clock } from '#lib/platform/clock';
import { createHttpClient } from '#lib/platform/http-client';
import { createLogger } from '#lib/platform/logger';
import { createSources } from '#lib/sources/create-sources';
import { listSources } from '#lib/sources/registry';
import type { ListedSource } from '#lib/sources/source-facts';
import type { Source } from '#lib/sources/source';
import type { Store } from '#lib/store/store';
import { createMemory, pollContextOf } from '#lib/testing/worlds/polled-world';
import { type SimulatedUpstreams, startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/durations';

/** How often clocks are set, and how. */
export interface ClockJumpsSettings {
  /** How often; an even share of them goes ahead and back, by minutes, hours, a day and a year. */
  readonly jumps: number;
  /** Opens the one database of both processes, each time as another process; the caller closes it. */
  readonly openStore: () => Promise<Store>;
  /** How far the second process's clock is ahead where it runs on another host; null where both share a clock that is set. */
  readonly secondAheadMs: number | null;
}

/** What was seen. */
export interface ClockJumpsReport {
  readonly jumps: number;
  /** What must not happen, in words; empty when all is well. */
  readonly faults: readonly string[];
  /** The longest time from a jump to the next check of the exchange. */
  readonly polledWithinMsMax: number;
  /** From the last moment in which the leader could renew to the first poll of the other process. */
  readonly takeoverMs: number;
}

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

/**
 * Two processes on one database feed it from an exchange and a bank while clocks are set ahead and back; in the end the one
 * that polls is cut off. Polling must go on within a lease's length after each jump, by one process at a time, nothing that is
 * told may be of the future, and with the clock right again every figure must be the true one, and fresh.
 */
export async function runClockJumps(settings: ClockJumpsSettings): Promise<ClockJumpsReport> {
  const trueMs = () => START_MS + performance.now();
  const upstreams = await startSimulatedUpstreams({ now: () => new Date(trueMs()) });
  let aheadMs = 0;
  const faults: string[] = [];
  const first = openHost(
    await settings.openStore(),
    upstreams,
    clockOf(() => trueMs() + aheadMs),
  );
  const second = openHost(
    await settings.openStore(),
    upstreams,
    clockOf(() => trueMs() + (settings.secondAheadMs ?? aheadMs)),
  );
  try {
    first.start();
    await until(() => first.polls('crypto-exchange') > 0 && first.polls('ecb') > 0);
    second.start();
    for (const host of [first, second]) {
      await host.catchUp();
      await until(async () => (await untrueReport(host)).length === 0);
    }
    let polledWithinMsMax = 0;
    for (let jump = 0; jump < settings.jumps; jump += 1) {
      const round = Math.floor(jump / AHEAD_MS.length);
      const isLast = jump === settings.jumps - 1;
      // Later rounds go further, so that no two are the same.
      aheadMs = isLast ? 0 : (AHEAD_MS[jump % AHEAD_MS.length] ?? 0) * (1 + round / 7);
      const jumpedMs = performance.now();
      const name = `jump ${jump + 1}, ${Math.round(aheadMs / 1000)} s ahead`;
      const note = async (host: Host, polledMs: number) => {
        const found = [...(await untrueReport(host)), ...untrueRates(host, upstreams, trueMs(), polledMs)];
        faults.push(...found.map((fault) => `${name}: ${fault}`));
      };
      // Before anybody has polled, what is in memory is told.
      for (const host of [first, second]) await note(host, Number.NaN);
      const before = first.polls('crypto-exchange');
      await until(() => first.polls('crypto-exchange') > before + 1);
      const tookMs = performance.now() - jumpedMs;
      polledWithinMsMax = Math.max(polledWithinMsMax, tookMs);
      if (tookMs > LEASE.leaseMs) faults.push(`${name}: polled after ${Math.round(tookMs)} ms only`);
      if (second.polls() > 0) faults.push(`${name}: both processes poll`);
      for (const host of [first, second]) {
        await host.catchUp();
        await note(host, first.clock.serviceMs());
      }
    }
    const takeoverMs = await takeOver(first, second, faults);
    return { jumps: settings.jumps, faults, polledWithinMsMax, takeoverMs };
  } finally {
    await Promise.all([first.stop(), second.stop()]);
    await upstreams.close();
  }
}

/** Cuts the leader off; the other must follow, and not before the first has ended. */
async function takeOver(first: Host, second: Host, faults: string[]): Promise<number> {
  const cutMs = performance.now();
  first.cutOff();
  await until(() => second.polls('crypto-exchange') > 0);
  const takeoverMs = performance.now() - cutMs;
  const pollsOfFirst = first.polls();
  await until(() => second.polls('crypto-exchange') > 5);
  if (first.polls() !== pollsOfFirst) faults.push('the process that was cut off still polls');
  return takeoverMs;
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
  const endsAtMs = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > endsAtMs)
      throw new Error('Nothing of what was awaited came about within half a minute.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const PATIENCE_MS = 30_000;
