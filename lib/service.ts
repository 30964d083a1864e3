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
import { watchServices } from '#lib/api/service-health';
import { type NewestCheck, statusReportOf } from '#lib/api/status-report';
import type { Transport } from '#lib/client/rates-client';
import { UNCHECKED } from '#lib/domain/health-machine';
import { readHealthState } from '#lib/domain/health-state-text';
import { createKindOf } from '#lib/domain/rate-kind';
import type { HistoryProgress } from '#lib/ingest/backfill-runner';
import type { Ingest } from '#lib/ingest/ingest';
import { INGEST_LEASE } from '#lib/ingest/leadership';
import type { PollContext } from '#lib/ingest/poll-source';
import type { PollListener } from '#lib/ingest/scheduler';
import { createClock } from '#lib/platform/clock';
import { type Environment, EnvironmentError, readEnvironment } from '#lib/platform/environment';
import { createLogger, type Logger } from '#lib/platform/logger';
import { enabledSources } from '#lib/sources/enabled-sources';
import { type AnySource, createSources, isPublishing } from '#lib/sources/registry';
import { fixed } from '#lib/sources/fixed';
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
  /** What keys were used for since it was last taken. */
  readonly usage: KeyUsage;
  /** Hears of a valid key that crossed a network unencrypted, at most once an hour and key. */
  readonly noteKeySeenInClear: (keyId: string) => void;
  /** How far the history of each source is, where this process fetches it. */
  readonly historyProgress: () => readonly HistoryProgress[];
  /** Starts polling; `onPoll` hears of every poll. */
  readonly startIngest: (onPoll: PollListener) => void;
  /** Stops polling, finishes pending writes, closes the database. */
  readonly close: () => Promise<void>;
}

/** Who names this program to publishers, as they ask for. */
export const USER_AGENT = 'Crossrate/0.1 (self-hosted exchange-rate service)';

/** How long a poll under way may hold up the end of the process. */
const STOP_PATIENCE_MS = 3000;

/** What the listener in front of the handlers can carry. */
export interface Door {
  readonly encodesBodies: boolean;
}

/** Our own server. */
export const OWN_DOOR: Door = { encodesBodies: true };

const NEXT_DOOR: Door = { encodesBodies: false };

/** The script of `npm run backfill`, from the project's root. */
const BACKFILL_SCRIPT = 'lib/scripts/backfill.ts';

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
  const enabled = enabledSources(all, { sources: environment.sources, priority: environment.sourcePriority });
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
  const { keys } = access;
  const live = createLiveSnapshot(sources, store, clock, (error) =>
    log.error({ err: error }, 'the newest figures could not be read; the former ones are served'),
  );
  const checks = new Map<string, NewestCheck>();
  const services = watchServices(store, clock, INGEST_LEASE);
  const watcher = watchChanges(store, {
    onChange: (newest, known) => takeIn({ store, keys, live, checks }, newest, known),
    onSame: keys.noteRead,
    onFailure: (error) => log.error({ err: error }, 'the database could not be read; memory is served'),
    onRecovery: () => log.info('the database is read again'),
  });
  await watcher.check();
  let ingest: Promise<Ingest> | null = null;
  let progress: () => readonly HistoryProgress[] = () => [];
  const built: Service = {
    environment,
    sources,
    store,
    clock,
    log,
    ...access,
    noteKeySeenInClear: (keyId) => log.warn({ keyId }, 'a key was sent without encryption; replace it'),
    encodesBodies: door.encodesBodies,
    snapshot: live.current,
    catchUp: watcher.check,
    status: () =>
      statusReportOf({
        snapshot: live.current(),
        checks,
        services: services.report(),
        startedAt,
        now: clock.service(),
      }),
    historyProgress: () => progress(),
    history: store,
    answers: createAnswerCache(),
    inProcess: (path) => answerInProcess(built, path),
    startIngest: (onPoll) => {
      ingest ??= startFeeding(built, { onPoll, checks, variables, root });
      void ingest.then((feeding) => {
        progress = feeding.progress;
      });
    },
    close: async () => {
      watcher.stop();
      services.stop();
      const stopped = ingest?.then((feeding) => feeding.stop());
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, STOP_PATIENCE_MS))]);
      await store.close();
    },
  };
  return built;
}

/** Writes down what is enabled without keeping the first answers waiting. */
function noteStart(store: Store, sources: readonly AnySource[], startedAt: Date, log: Logger): void {
  store.writable
    .then(() => store.write.noteSources({ sources: sources.map(({ id }) => id), atMs: startedAt.getTime() }))
    .catch((error: unknown) => log.error({ err: error }, 'the database cannot be written'));
}

/** What polling needs beside the service. */
interface Feeding {
  readonly onPoll: PollListener;
  readonly checks: ReadonlyMap<string, NewestCheck>;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly root: string;
}

/** Loads what polls only now: answers come first. */
async function startFeeding(
  { sources, store, clock, log, environment, snapshot, catchUp }: Service,
  { onPoll, checks, variables, root }: Feeding,
): Promise<Ingest> {
  const { startIngest } = await import('#lib/ingest/ingest');
  const { runBackfills } = await import('#lib/ingest/backfill-runner');
  const { createHttpClient } = await import('#lib/platform/http-client');
  const context: PollContext = {
    store,
    http: createHttpClient({ clock, userAgent: USER_AGENT }),
    clock,
    log,
    dataDir: environment.databaseUrl === null ? environment.dataDir : null,
    snapshot,
    health: (source) => checks.get(source)?.state ?? UNCHECKED,
    kindOf: createKindOf(fixed().legalRates),
    catchUp,
    onDiskShortage: (shortage) =>
      log.error(shortage, 'the disk is nearly full: polling pauses, answers go on'),
    random: Math.random,
    versions: new Map(),
  };
  const clockNow = environment.clockStartsAt && { CLOCK: clock.service().toISOString() };
  return startIngest({
    sources: sources.filter(isPublishing),
    context,
    log,
    onPoll,
    runBackfills: () =>
      runBackfills({ script: BACKFILL_SCRIPT, root, variables: { ...variables, ...clockNow }, log }),
    retention: { minutesDays: environment.retainMinutesDays, hoursDays: environment.retainHoursDays },
  });
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
