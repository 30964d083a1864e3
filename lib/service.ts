import { type AccountArea, createAccountArea } from '#lib/account/account-area';
import { createKeyRecords } from '#lib/account/key-records';
import type { KeyTable } from '#lib/account/key-table';
import type { KeyUsage } from '#lib/account/key-usage';
import { openMasterSecret } from '#lib/account/master-secret';
import { createAccess } from '#lib/api/access';
import { createAnswerCache } from '#lib/api/answer-cache';
import type { ApiService } from '#lib/api/api-service';
import type { IssueBrowserKey } from '#lib/api/browser-key-endpoint';
import type { InsideCaller } from '#lib/api/caller';
import { ENDPOINTS } from '#lib/api/endpoints/all';
import { createLiveSnapshot, type LiveSnapshot } from '#lib/api/live-snapshot';
import { route } from '#lib/api/route';
import { createMetrics, type Metrics } from '#lib/api/metrics';
import { watchServices } from '#lib/api/service-health';
import { readStatusBoard, type StatusBoard } from '#lib/api/status-board';
import { type NewestCheck, statusReportOf } from '#lib/api/status-report';
import type { Transport } from '#lib/client/rates-client';
import { UNCHECKED } from '#lib/domain/health-machine';
import { readHealthState } from '#lib/domain/health-state-text';
import type { HistoryProgress } from '#lib/ingest/backfill-runner';
import type { Ingest } from '#lib/ingest/ingest';
import { INGEST_LEASE } from '#lib/ingest/leadership';
import type { PollListener } from '#lib/ingest/scheduler';
import { createClock } from '#lib/platform/clock';
import { type Environment, EnvironmentError, readEnvironment } from '#lib/platform/environment';
import { createLogger, type Logger } from '#lib/platform/logger';
import { enabledSources } from '#lib/sources/enabled-sources';
import { type AnySource, createSources, isPublishing } from '#lib/sources/registry';
import { watchChanges } from '#lib/store/change-watcher';
import { openStore } from '#lib/store/open-store';
import type { StoredSourceState } from '#lib/store/source-states';
import type { Store } from '#lib/store/store';

/** Everything that one process is made of. */
export interface Service extends ApiService {
  readonly environment: Environment;
  readonly sources: readonly AnySource[];
  readonly store: Store;
  /** Asks /v1 from within for a page of somebody who is not signed in: the same handlers, no key, no network. */
  readonly inProcess: Transport;
  /** Answers POST /browser-key. */
  readonly issueBrowserKey: IssueBrowserKey;
  /** Answers everything under /account/api. */
  readonly accounts: AccountArea;
  /** What keys were used for since it was last taken. */
  readonly usage: KeyUsage;
  /** Hears of a valid key that crossed a network unencrypted, at most once an hour and key. */
  readonly noteKeySeenInClear: (keyId: string) => void;
  /** The report for people, with what the door did and the days behind. */
  readonly statusBoard: () => Promise<StatusBoard>;
  /** Everything that an operator's monitoring reads. */
  readonly metrics: () => Promise<Metrics>;
  /** How far the history of each source is, where this process fetches it. */
  readonly historyProgress: () => readonly HistoryProgress[];
  /** Starts polling; `onPoll` hears of every poll. */
  readonly startIngest: (onPoll: PollListener) => void;
  /** Stops polling, finishes pending writes, closes the database. */
  readonly close: () => Promise<void>;
}

/** How long a poll under way may hold up the end of the process. */
const STOP_PATIENCE_MS = 3000;

/** What the listener in front of the handlers can carry. */
export interface Door {
  readonly encodesBodies: boolean;
}

/** Our own server. */
export const OWN_DOOR: Door = { encodesBodies: true };

const NEXT_DOOR: Door = { encodesBodies: false };

const PLACE = Symbol.for('crossrate.service');

interface Holder {
  [PLACE]?: Service | Promise<Service>;
}

/**
 * The service of this process: built at the first call, then the same one for every bundle, because module state exists
 * once a bundle and `globalThis` once a process. A promise while it starts.
 */
export function service(door: Door = NEXT_DOOR): Service | Promise<Service> {
  const holder: typeof globalThis & Holder = globalThis;
  const held = holder[PLACE];
  if (held) return held;
  const starting = startService(process.env, process.cwd(), door).then((started) => {
    holder[PLACE] = started;
    return started;
  });
  holder[PLACE] = starting;
  return starting;
}

/** The sources that the operator enabled, in priority order; throws {@link EnvironmentError} on a wrong name. */
export function sourcesOf(environment: Environment): readonly AnySource[] {
  const upstreamName = (id: string) => `UPSTREAM_${id.toUpperCase().replaceAll('-', '_')}`;
  const all = createSources({
    upstream: (id) => environment.upstreams.get(upstreamName(id)),
    exchange: environment.cryptoExchange,
  });
  const enabled = enabledSources(all, {
    sources: environment.sources,
    priority: environment.sourcePriority,
  });
  if (!enabled.ok) throw new EnvironmentError(enabled.error.sentence);
  return enabled.value;
}

/** Builds a service from an environment; rejects with one sentence when a value or the data folder is wrong. */
export async function startService(
  variables: Readonly<Record<string, string | undefined>>,
  root: string,
  door: Door = OWN_DOOR,
): Promise<Service> {
  const environment = readEnvironment(variables, root);
  const clock = createClock(environment.clockStartsAt);
  const log = createLogger(environment.logLevel);
  const sources = sourcesOf(environment);
  const store = await openStore({ ...environment, root });
  const startedAt = clock.service();
  noteStart(store, sources, startedAt, log);
  const secretOf = openMasterSecret(environment.dataDir, environment.masterSecret);
  const access = createAccess(environment, clock, secretOf('browser-key'));
  const live = createLiveSnapshot(sources, store, clock, (error) =>
    log.error({ err: error }, 'the newest figures could not be read; the former ones are served'),
  );
  const checks = new Map<string, NewestCheck>();
  const services = watchServices(store, clock, INGEST_LEASE);
  const watcher = watchCommits({ store, keys: access.keys, live, checks }, log);
  await watcher.check();
  const base = { environment, sources, store, clock, log, snapshot: live.current, catchUp: watcher.check };
  const accounts = openAccounts({ ...base, secretOf, usage: access.usage, root });
  const ingest = openIngest({ ...base, checks, variables, root });
  const built: Service = {
    ...base,
    ...access,
    accounts: accounts.area,
    noteKeySeenInClear: accounts.noteKeySeenInClear,
    encodesBodies: door.encodesBodies,
    status: () => {
      const parts = { snapshot: live.current(), services: services.report(), now: clock.service() };
      return statusReportOf({ ...parts, checks, startedAt });
    },
    statusBoard: () => {
      const parts = { report: built.status(), snapshot: live.current(), now: clock.service() };
      return readStatusBoard({ ...parts, sources, checks, store });
    },
    historyProgress: ingest.progress,
    metrics: createMetrics({ snapshot: live.current, checks, store, clock }),
    history: store,
    answers: createAnswerCache(),
    inProcess: (path) => answerInProcess(built, path),
    startIngest: ingest.start,
    close: async () => {
      watcher.stop();
      services.stop();
      await ingest.stop();
      await accounts.close();
      await store.close();
    },
  };
  return built;
}

/** What the parts of a service share. */
type Base = Pick<Service, 'environment' | 'sources' | 'store' | 'clock' | 'log' | 'snapshot' | 'catchUp'>;

/** Accounts and what is known of their keys' use; the library behind them is loaded at the first request. */
function openAccounts(
  parts: Base & {
    readonly secretOf: ReturnType<typeof openMasterSecret>;
    readonly usage: KeyUsage;
    readonly root: string;
  },
) {
  const { environment, store, clock, log, usage } = parts;
  const area = createAccountArea({ ...environment, ...parts });
  const records = createKeyRecords({
    usage,
    write: store.write,
    now: clock.real,
    onFailure: (error) => log.error({ err: error }, 'the use of keys could not be written; it is kept'),
  });
  return {
    area,
    noteKeySeenInClear: (keyId: string) => {
      log.warn({ keyId }, 'a key was sent without encryption; replace it');
      records.noteSeenInClear(keyId, null, clock.real().getTime());
    },
    close: async () => {
      await area.close();
      await records.close();
    },
  };
}

/** What feeds the store, loaded when it is started: answers come first. */
function openIngest({
  checks,
  ...parts
}: Base & {
  readonly checks: ReadonlyMap<string, NewestCheck>;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly root: string;
}) {
  let started: Promise<Ingest> | null = null;
  let progress: () => readonly HistoryProgress[] = () => [];
  const sources = parts.sources.filter(isPublishing);
  const health = (source: string) => checks.get(source)?.state ?? UNCHECKED;
  return {
    start: (onPoll: PollListener) => {
      started ??= import('#lib/ingest/feed-store').then(({ feedStore }) => {
        const ingest = feedStore({ ...parts, sources, health, onPoll });
        progress = ingest.progress;
        return ingest;
      });
    },
    progress: () => progress(),
    stop: async () => {
      const stopped = started?.then((ingest) => ingest.stop());
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, STOP_PATIENCE_MS))]);
    },
  };
}

function watchCommits(memory: InMemory, log: Logger) {
  return watchChanges(memory.store, {
    onChange: (newest, known) => takeIn(memory, newest, known),
    onSame: memory.keys.noteRead,
    onFailure: (error) => log.error({ err: error }, 'the database could not be read; memory is served'),
    onRecovery: () => log.info('the database is read again'),
  });
}

/** Writes down what is enabled without keeping the first answers waiting. */
function noteStart(store: Store, sources: readonly AnySource[], startedAt: Date, log: Logger): void {
  store.writable
    .then(() => store.write.noteSources({ sources: sources.map(({ id }) => id), atMs: startedAt.getTime() }))
    .catch((error: unknown) => log.error({ err: error }, 'the database cannot be written'));
}

interface InMemory {
  readonly store: Store;
  readonly keys: KeyTable;
  readonly live: LiveSnapshot;
  readonly checks: Map<string, NewestCheck>;
}

/** Takes in what other commits changed: only the parts whose counter moved. */
async function takeIn(
  { store, keys, live, checks }: InMemory,
  newest: Awaited<ReturnType<Store['readRevisions']>>,
  known: Awaited<ReturnType<Store['readRevisions']>> | null,
): Promise<void> {
  if (known?.keys !== newest.keys) keys.replaceAll(await store.readActiveApiKeys());
  keys.noteRead();
  if (known?.rates !== newest.rates) await live.load();
  if (known?.states !== newest.states) {
    for (const row of await store.readSourceStates()) checks.set(row.source, checkOf(row));
  }
}

function checkOf(row: StoredSourceState): NewestCheck {
  return {
    state: (row.state === null ? null : readHealthState(row.state)) ?? UNCHECKED,
    latencyMs: row.latency_ms,
    checkedAt: new Date(Number(row.last_checked_at)),
    intervalMs: Number(row.interval_ms ?? 0),
    sentence: row.reason,
  };
}

async function answerInProcess(built: Service, path: string): Promise<Response> {
  const url = new URL(path, 'http://localhost');
  const endpoint = ENDPOINTS.find((candidate) => candidate.path === url.pathname);
  if (!endpoint) throw new Error(`there is no endpoint ${url.pathname}`);
  if (built.anonymous === null) return Response.json({}, { status: 401 });
  const inside: InsideCaller = { kind: 'inside', allowedSources: built.anonymous.allowedSources };
  return route(endpoint, () => built).GET(new Request(url), inside);
}
