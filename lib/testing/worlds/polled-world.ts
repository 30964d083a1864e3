import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLiveSnapshot } from '#lib/api/memory/live-snapshot';
import { type ReportedCheck, statusReportOf } from '#lib/api/health/status-report';
import { UNCHECKED } from '#lib/domain/health/health-machine';
import { readHealthState } from '#lib/domain/health/health-state-text';
import { createKindOf } from '#lib/domain/currencies/rate-kind';
import { DEFAULT_CHOICE, findRate, only } from '#lib/domain/rates/rate-engine';
import { roundExact } from '#lib/domain/rates/exact-number';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { SourceId } from '#lib/domain/source-id';
import { rememberVersions } from '#lib/ingest/poll/poll-context';
import type { PollContext, PollOutcome } from '#lib/ingest/poll/poll-context';
import { pollSource } from '#lib/ingest/poll/poll-source';
import { rememberRecentFigures } from '#lib/ingest/poll/recent-figures';
import type { Clock } from '#lib/platform/clock';
import { createHttpClient, type HttpClient } from '#lib/platform/http-client';
import type { HttpLimits } from '#lib/platform/http-limits';
import { createLogger } from '#lib/platform/logger';
import { createSources } from '#lib/sources/create-sources';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import { listSources } from '#lib/sources/registry';
import type { ListedSource } from '#lib/sources/source-facts';
import type { Source } from '#lib/sources/source';
import { openSqliteStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import { type FixedClock, fixedClock } from '#lib/testing/builders/fixed-clock';
import { PROJECT_ROOT } from './service-bench.ts';
import { SIMULATED_SOURCES } from '#lib/testing/simulated-upstreams/faults/faults';
import {
  type SimulatedUpstreams,
  type SimulationOptions,
  startSimulatedUpstreams,
} from '#lib/testing/simulated-upstreams/start';

/** Enough for a publisher of this machine, however loaded it is. */
const PATIENT: Partial<HttpLimits> = {
  connectMs: 30_000,
  firstByteMs: 60_000,
  totalMs: 90_000,
  bulkTotalMs: 120_000,
  backoffMs: 1,
  tries: 1,
};

/** For a publisher that is known to give no answer, so that nobody waits for it. */
const IMPATIENT: Partial<HttpLimits> = { ...PATIENT, firstByteMs: 150, totalMs: 250, bulkTotalMs: 250 };

/** What a world is made of beside its start. */
export interface PolledWorldOptions {
  readonly exchange?: 'kraken' | 'binance';
  readonly simulation?: Omit<SimulationOptions, 'now'>;
  /** Another address for some source, given the simulated one. */
  readonly upstream?: (id: SourceId, simulated: URL) => URL | Promise<URL>;
  /** Opens the store; a new folder of its own unless given. The world closes it. */
  readonly openStore?: () => Promise<Store>;
}

/** All nine sources against simulated publishers, polled by hand on a clock that the test moves. */
export interface PolledWorld {
  readonly clock: FixedClock;
  readonly upstreams: SimulatedUpstreams;
  readonly store: Store;
  /** The folder of its database, unless `openStore` opened another. */
  readonly dataDir: string;
  readonly sources: readonly ListedSource[];
  /** What every poll works with. */
  readonly context: PollContext;
  readonly snapshot: () => RateSnapshot;
  readonly source: (id: SourceId) => Source;
  /** Polls a source once. */
  readonly poll: (id: SourceId) => Promise<PollOutcome>;
  /** Polls a source so many times, the clock moving on by its interval before each. */
  readonly pollOften: (id: SourceId, times: number, everyMs: number) => Promise<readonly PollOutcome[]>;
  readonly pollAll: () => Promise<void>;
  readonly moveBy: (ms: number) => void;
  /** Whether publishers are given up quickly; for those that are known to give no answer. */
  readonly setImpatient: (isImpatient: boolean) => void;
  /** Forgets how a source was doing, as if it had never been checked. */
  readonly forgetHealth: (id: SourceId) => void;
  /** Forgets everything that a restart of the process forgets. */
  readonly restart: () => Promise<void>;
  /** The state of a source now; undefined for one that is not enabled. */
  readonly statusOf: (id: SourceId) => string | undefined;
  /** The strict rate of a pair, or why there is none. */
  readonly strict: (id: SourceId, base: string, quote: string) => number | string;
  /** The rate and its source in default mode, or why there is none. */
  readonly byDefault: (
    base: string,
    quote: string,
  ) => { readonly rate: number; readonly source: string } | string;
  readonly close: () => Promise<void>;
}

/** Opens such a world, which the caller closes; `start` is the instant that all believe in. */
export async function openPolledWorld(start: string, options: PolledWorldOptions = {}): Promise<PolledWorld> {
  const clock = fixedClock(start);
  const upstreams = await startSimulatedUpstreams({ ...options.simulation, now: clock.service });
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-world-'));
  const store = await (
    options.openStore ?? (() => openSqliteStore({ dataDir: folder, root: PROJECT_ROOT }, 'here'))
  )();
  const addresses = await addressesOf(upstreams, options.upstream);
  const exchange = options.exchange ?? 'kraken';
  const sources = listSources(exchange);
  const polled = createSources({ upstream: (id) => addresses.get(id), exchange }, sources);
  const memory = createMemory(sources, store, clock);
  const clients = createClients(clock);
  const context = pollContextOf({ store, http: clients.http, clock, memory });
  const polls = createPolls(context, polled, clock);
  return {
    clock,
    upstreams,
    store,
    dataDir: folder,
    sources,
    context,
    snapshot: memory.snapshot,
    ...polls,
    setImpatient: clients.setImpatient,
    forgetHealth: (id) => memory.checks.delete(id),
    restart: memory.restart,
    statusOf: memory.statusOf,
    ...ratesOf(memory.snapshot),
    close: async () => {
      await store.close();
      await upstreams.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function createPolls(
  context: PollContext,
  polled: readonly Source[],
  clock: FixedClock,
): Pick<PolledWorld, 'source' | 'poll' | 'pollOften' | 'pollAll' | 'moveBy'> {
  const source = (id: SourceId): Source => {
    const found = polled.find((candidate) => candidate.id === id);
    if (!found) throw new Error(`${id} is not polled.`);
    return found;
  };
  const poll = async (id: SourceId): Promise<PollOutcome> => {
    const outcome = await pollSource(source(id), context);
    if (!outcome) throw new Error('Nobody stops the polls of this world.');
    return outcome;
  };
  const moveBy = (ms: number) => clock.moveTo(new Date(clock.service().getTime() + ms));
  return {
    source,
    poll,
    moveBy,
    pollOften: async (id, times, everyMs) => {
      const outcomes: PollOutcome[] = [];
      for (let time = 0; time < times; time += 1) {
        moveBy(everyMs);
        outcomes.push(await poll(id));
      }
      return outcomes;
    },
    pollAll: async () => {
      for (const { id } of polled) await poll(id);
    },
  };
}

/** What the polls of a process work with: silent, without jitter, and with nothing remembered yet. */
export function pollContextOf({ store, http, clock, memory }: PollingParts): PollContext {
  return {
    store,
    http,
    clock,
    log: createLogger('silent'),
    snapshot: memory.snapshot,
    health: (id) => memory.checks.get(id)?.state ?? UNCHECKED,
    kindOf: createKindOf(LAW.pegs),
    catchUp: memory.catchUp,
    random: () => 0,
    recentOf: rememberRecentFigures(),
    versionsOf: memory.versionsOf,
  };
}

interface PollingParts extends Pick<PollContext, 'store' | 'http' | 'clock'> {
  readonly memory: ReturnType<typeof createMemory>;
}

/** What a process keeps in memory of the store: the newest figures and checks, and what is known of documents. */
export function createMemory(sources: readonly ListedSource[], store: Store, clock: Clock) {
  let live = createLiveSnapshot(sources, store, clock);
  let versionsOf = rememberVersions();
  const checks = new Map<string, ReportedCheck>();
  const catchUp = async () => {
    await live.load();
    for (const row of await store.readSourceStates()) {
      checks.set(row.source, {
        state: (row.state === null ? null : readHealthState(row.state)) ?? UNCHECKED,
        latencyMs: row.latency_ms,
        checkedAt: new Date(Number(row.last_checked_at)),
        intervalMs: Number(row.interval_ms ?? 0),
        sentence: row.reason,
      });
    }
  };
  const snapshot = () => live.current();
  return {
    checks,
    catchUp,
    snapshot,
    versionsOf: (source: SourceId, ratesRevision: number) => versionsOf(source, ratesRevision),
    restart: async () => {
      checks.clear();
      versionsOf = rememberVersions();
      live = createLiveSnapshot(sources, store, clock);
      await catchUp();
    },
    statusOf: (id: SourceId) =>
      statusReportOf({
        snapshot: snapshot(),
        checks,
        services: [],
        startedAt: clock.service(),
        now: clock.service(),
      }).sources.find(({ source }) => source === id)?.status,
  };
}

function createClients(clock: FixedClock) {
  const clientOf = (limits: Partial<HttpLimits>) =>
    createHttpClient({ clock, userAgent: 'Crossrate test', limits });
  const patient = clientOf(PATIENT);
  const impatient = clientOf(IMPATIENT);
  let chosen = patient;
  const http: HttpClient = {
    get: (url, options) => chosen.get(url, options),
    getIfChanged: (url, version, options) => chosen.getIfChanged(url, version, options),
  };
  return {
    http,
    setImpatient: (isImpatient: boolean) => {
      chosen = isImpatient ? impatient : patient;
    },
  };
}

function ratesOf(snapshot: () => RateSnapshot): Pick<PolledWorld, 'strict' | 'byDefault'> {
  return {
    strict: (id, base, quote) => {
      const found = findRate(snapshot(), { base, quote }, only(id));
      return found.ok ? roundExact(found.value.rate) : found.error.kind;
    },
    byDefault: (base, quote) => {
      const found = findRate(snapshot(), { base, quote }, DEFAULT_CHOICE);
      return found.ok ? { rate: roundExact(found.value.rate), source: found.value.source } : found.error.kind;
    },
  };
}

async function addressesOf(
  { addressOf }: SimulatedUpstreams,
  replace: PolledWorldOptions['upstream'],
): Promise<ReadonlyMap<SourceId, URL>> {
  const addresses = new Map<SourceId, URL>();
  for (const id of SIMULATED_SOURCES) {
    const simulated = new URL(addressOf(id));
    addresses.set(id, replace ? await replace(id, simulated) : simulated);
  }
  return addresses;
}
