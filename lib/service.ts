import { createBrowserKeys } from '#lib/account/browser-key';
import { mintKey } from '#lib/account/key-format';
import { createKeyTable, type KeyTable } from '#lib/account/key-table';
import { openMasterSecret } from '#lib/account/master-secret';
import { createAnswerCache } from '#lib/api/answer-cache';
import type { ApiService } from '#lib/api/api-service';
import { issueBrowserKey } from '#lib/api/browser-key-endpoint';
import { ENDPOINTS } from '#lib/api/endpoints/all';
import { createLiveSnapshot, type LiveSnapshot } from '#lib/api/live-snapshot';
import { route } from '#lib/api/route';
import { statusReportOf } from '#lib/api/status-report';
import type { Transport } from '#lib/client/rates-client';
import type { PollContext } from '#lib/ingest/poll-source';
import type { PollListener, Scheduler } from '#lib/ingest/scheduler';
import { createClock } from '#lib/platform/clock';
import { type Environment, EnvironmentError, readEnvironment } from '#lib/platform/environment';
import { createLogger, type Logger } from '#lib/platform/logger';
import { enabledSources } from '#lib/sources/enabled-sources';
import { type AnySource, createSources, isPublishing } from '#lib/sources/registry';
import type { Source } from '#lib/sources/source';
import { watchChanges } from '#lib/store/change-watcher';
import { openStore } from '#lib/store/open-store';
import type { SourceStateRow } from '#lib/store/source-states';
import type { Store } from '#lib/store/store';

/** Everything that one process is made of. */
export interface Service extends ApiService {
  readonly environment: Environment;
  readonly sources: readonly AnySource[];
  readonly store: Store;
  /** Asks /v1 from within: the same handlers, a key of this process's own, no network. */
  readonly inProcess: Transport;
  /** Answers POST /browser-key. */
  readonly issueBrowserKey: (request: Request) => Response;
  /** Starts polling; `onPoll` hears of every poll. */
  readonly startIngest: (onPoll: PollListener) => void;
  /** Stops polling, finishes pending writes, closes the database. */
  readonly close: () => Promise<void>;
}

/** Who names this program to publishers, as they ask for. */
const USER_AGENT = 'Crossrate/0.1 (self-hosted exchange-rate service)';

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
  const all = createSources({ upstream: (id) => environment.upstreams.get(upstreamName(id)) });
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
  const own = mintKey();
  const keys = createKeyTable([{ hash: own.hash, id: 'pages', accountId: 'pages' }]);
  const live = createLiveSnapshot(sources, store, clock, (error) =>
    log.error({ err: error }, 'the newest figures could not be read; the former ones are served'),
  );
  const states = new Map<string, SourceStateRow>();
  const watcher = watchChanges(store, {
    onChange: (newest, known) => takeIn({ store, keys, live, states }, newest, known),
    onFailure: (error) => log.error({ err: error }, 'the database could not be read; memory is served'),
    onRecovery: () => log.info('the database is read again'),
  });
  await watcher.check();
  let ingest: Promise<Scheduler> | null = null;
  const built: Service = {
    environment,
    sources,
    store,
    clock,
    log,
    keys,
    encodesBodies: door.encodesBodies,
    snapshot: live.current,
    catchUp: watcher.check,
    status: () => statusReportOf(live.current(), states, startedAt),
    history: store,
    answers: createAnswerCache(),
    browserKeys: createBrowserKeys(secretOf('browser-key')),
    issueBrowserKey: (request) => issueBrowserKey(built, request),
    inProcess: (path) => answerInProcess(built, path, own.key),
    startIngest: (onPoll) => {
      ingest ??= startPolling(sources.filter(isPublishing), { store, clock, log }, onPoll);
    },
    close: async () => {
      watcher.stop();
      const stopped = ingest?.then((scheduler) => scheduler.stop());
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

/** Loads what polls only now: answers come first. */
async function startPolling(
  sources: readonly Source[],
  context: Omit<PollContext, 'http' | 'versions'>,
  onPoll: PollListener,
): Promise<Scheduler> {
  const { startScheduler } = await import('#lib/ingest/scheduler');
  const { createHttpClient } = await import('#lib/platform/http-client');
  const http = createHttpClient({ clock: context.clock, userAgent: USER_AGENT });
  return startScheduler(sources, { ...context, http, versions: new Map() }, onPoll);
}

interface InMemory {
  readonly store: Store;
  readonly keys: KeyTable;
  readonly live: LiveSnapshot;
  readonly states: Map<string, SourceStateRow>;
}

/** Takes in what other commits changed: only the parts whose counter moved. */
async function takeIn(
  { store, keys, live, states }: InMemory,
  newest: Awaited<ReturnType<Store['readRevisions']>>,
  known: Awaited<ReturnType<Store['readRevisions']>> | null,
): Promise<void> {
  if (known?.keys !== newest.keys) keys.replaceAll(await store.readActiveApiKeys());
  if (known?.rates !== newest.rates) await live.load();
  if (known?.states !== newest.states) {
    for (const state of await store.readSourceStates()) states.set(state.source, state);
  }
}

async function answerInProcess(built: Service, path: string, key: string): Promise<Response> {
  const url = new URL(path, 'http://localhost');
  const endpoint = ENDPOINTS.find((candidate) => candidate.path === url.pathname);
  if (!endpoint) throw new Error(`there is no endpoint ${url.pathname}`);
  return route(endpoint, () => built).GET(new Request(url, { headers: { 'X-API-Key': key } }));
}
