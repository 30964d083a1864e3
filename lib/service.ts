import { type AccountArea, createAccountArea } from '#lib/account/account-area';
import { createKeyRecords } from '#lib/account/key-records';
import type { KeyTable } from '#lib/account/key-table';
import type { KeyUsage } from '#lib/account/key-usage';
import { openKnownSecret } from '#lib/account/known-secret';
import { type DeriveSecret, previousMasterSecret } from '#lib/account/master-secret';
import { type Access, createAccess } from '#lib/api/access';
import { createAnswerCache } from '#lib/api/answers/answer-cache';
import { type ApiService, EVERYTHING } from '#lib/api/api-service';
import type { IssueBrowserKey } from '#lib/api/browser-key-endpoint';
import type { InsideCaller } from '#lib/api/callers/caller';
import { ENDPOINTS } from '#lib/api/endpoints/all';
import { followCommits } from '#lib/api/memory/follow-commits';
import { watchIngest } from '#lib/api/health/ingest-watch';
import { createLiveSnapshot } from '#lib/api/memory/live-snapshot';
import { readSoon } from '#lib/api/health/read-soon';
import { route } from '#lib/api/route';
import { createLongAnswers } from '#lib/api/answers/long-answers';
import { createMetrics, type Metrics } from '#lib/api/metrics';
import type { Sender } from '#lib/api/callers/peer-address';
import { type ServiceHealth, watchServices } from '#lib/api/health/service-health';
import { type MonthAsked, readIncidentMonth } from '#lib/status/incident-history';
import { createBoardReader, type LiveParts } from '#lib/status/status-board-reader';
import { type AnswerStatusFile, createStatusFiles } from '#lib/status/status-files';
import { createStatusReader, type ReportedCheck } from '#lib/api/health/status-report';
import type { BoardReport, IncidentMonth } from '#lib/contract/status-page';
import { UNCHECKED } from '#lib/domain/health/health-machine';
import type { HistoryProgress } from '#lib/ingest/history/backfill-runner';
import type { Ingest } from '#lib/ingest/ingest';
import { INGEST_LEASE, LEASE_PACE } from '#lib/ingest/polling/leadership';
import type { PollListener } from '#lib/ingest/polling/scheduler';
import { pageReader } from '#lib/page-reader';
import type { Reader } from '#lib/page-service';
import { createClock } from '#lib/platform/clock';
import { type Environment, readEnvironment } from '#lib/platform/environment';
import { createLogger, type Logger } from '#lib/platform/logger';
import { operatorSources } from '#lib/sources/operator-sources';
import { isPublishing, type ListedSource } from '#lib/sources/registry';
import { watchDamage } from '#lib/store/damage-watch';
import { openStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';

/** Everything that one process is made of. */
export interface Service extends ApiService {
  readonly environment: Environment;
  /** The facts of what is enabled, in priority order; what fetches and parses is loaded with the ingest. */
  readonly sources: readonly ListedSource[];
  readonly store: Store;
  readonly keys: KeyTable;
  /** Answers a question of a page by its path and query under /v1: the same handlers, no key, what its reader may read. */
  readonly answerInside: (reader: Reader, path: string) => Promise<Response>;
  /** Who sent a Cookie header, as far as pages are concerned: somebody who is signed in reads every enabled source. */
  readonly readerOf: (cookie: string | null, isEncrypted: boolean) => Promise<Reader>;
  /** Answers POST /browser-key. */
  readonly issueBrowserKey: IssueBrowserKey;
  /** Answers everything under /account/api. */
  readonly accounts: AccountArea;
  /** What keys were used for since it was last taken. */
  readonly usage: KeyUsage;
  /** Hears of a valid key that crossed a network unencrypted, at most once an hour and key. */
  readonly noteKeySeenInClear: (keyId: string, sender: Sender) => void;
  /** The report for people, with what the validation did and the days behind, as far as they could be read. */
  readonly statusBoard: () => Promise<BoardReport>;
  /** The incidents of a month at the sources that are enabled here; rejects when the database does not answer soon. */
  readonly incidentMonth: (asked: Pick<MonthAsked, 'month' | 'source'>) => Promise<IncidentMonth>;
  /** Answers the feed, the badges and what else stands below /status and is no page. */
  readonly answerStatusFile: AnswerStatusFile;
  /** Why the database is not operational, in a sentence; null when it is. */
  readonly databaseCause: () => string | null;
  /** Everything that an operator's monitoring reads. */
  readonly metrics: () => Promise<Metrics>;
  /** Tells the status from where to hear how the process that draws pages is doing. */
  readonly watchPages: ServiceHealth['watchPages'];
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

/** Builds a service from an environment; rejects with one sentence when a value or the data folder is wrong. */
export async function startService(
  variables: Readonly<Record<string, string | undefined>>,
  root: string,
  door: Door = OWN_DOOR,
): Promise<Service> {
  const environment = readEnvironment(variables, root);
  const clock = createClock(environment.clockStartsAt);
  const log = createLogger(environment.logLevel);
  const sources = operatorSources(environment);
  const store = await openStore({ ...environment, root });
  const startedAt = clock.service();
  const secretOf = await openSecret(store, environment, log);
  noteStart(store, sources, startedAt, log);
  const access = createAccess(environment, clock, secretOf('browser-key'), (cookie, isEncrypted) =>
    built.accounts.isSignedIn(cookie, isEncrypted),
  );
  const live = createLiveSnapshot(sources, store, clock, (error) =>
    log.error({ err: error }, 'the newest figures could not be read; the former ones are served'),
  );
  const checks = new Map<string, ReportedCheck>();
  const memory = { store, keys: access.keys, live, checks, clock };
  const { catchUp, catchUpKeys, stop } = followCommits(memory, log);
  await Promise.all([catchUpKeys(), catchUp()]);
  const base = { environment, sources, store, clock, log, snapshot: live.current, catchUp };
  const { keys, usage } = access;
  const damage = watchDamage(store, log, live.leaveOut);
  const accounts = openAccounts({ ...base, catchUp: catchUpKeys, secretOf, keys, usage, root });
  const ingest = openIngest({ ...base, checks, variables, root });
  const answers = createAnswerCache();
  const longAnswers = createLongAnswers({ ...environment, root });
  const services = watchParts({ ...base, checks, isPaused: ingest.isPaused });
  const built: Service = {
    ...base,
    ...access,
    accounts: accounts.area,
    noteKeySeenInClear: accounts.noteKeySeenInClear,
    encodesBodies: door.encodesBodies,
    ...openStatus({ ...base, checks, services, startedAt, progress: ingest.progress }, () => built),
    metrics: createMetrics({ snapshot: live.current, answers, checks, store, clock }),
    history: store,
    answers,
    longAnswers,
    answerInside: (reader, path) => answerInside(built, reader, path),
    readerOf: (...sent) => pageReader(built.accounts.isSignedIn(...sent), built.anonymous !== null),
    watchPages: services.watchPages,
    startIngest: ingest.start,
    close: async () => {
      stop();
      services.stop();
      damage.stop();
      await ingest.stop();
      await accounts.close();
      await longAnswers.close();
      await store.close();
    },
  };
  return built;
}

/** The root of derived secrets, once it is known to be the database's own; else the database is closed again. */
async function openSecret(store: Store, environment: Environment, log: Logger): Promise<DeriveSecret> {
  try {
    const { secretOf, noted } = await openKnownSecret(store, environment);
    noted.catch((error: unknown) => log.error({ err: error }, 'the master secret could not be noted'));
    return secretOf;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What the parts of a service share. */
type Base = Pick<Service, 'environment' | 'sources' | 'store' | 'clock' | 'log' | 'snapshot' | 'catchUp'>;

/** Looks at the parts of the service itself. */
function watchParts(
  parts: Base & {
    readonly checks: ReadonlyMap<string, ReportedCheck>;
    readonly isPaused: () => boolean;
  },
): ServiceHealth {
  const { store, clock, sources, checks, isPaused } = parts;
  const polled = watchIngest({
    leaseName: INGEST_LEASE,
    leaseMs: LEASE_PACE.leaseMs,
    sources: sources.filter(isPublishing).map(({ id }) => id),
    checks,
    isPaused,
    clock,
    monotonicMs: () => performance.now(),
  });
  return watchServices(store, clock, polled);
}

/** How the sources are doing, as /v1, the status page and its files tell it. */
function openStatus(
  parts: Base & {
    readonly checks: ReadonlyMap<string, ReportedCheck>;
    readonly services: ServiceHealth;
    readonly startedAt: Date;
    readonly progress: () => readonly HistoryProgress[];
  },
  built: () => Service,
): Pick<
  Service,
  'status' | 'statusName' | 'statusBoard' | 'incidentMonth' | 'answerStatusFile' | 'databaseCause'
> {
  const { store, clock, log, sources, snapshot, checks, services, startedAt, progress } = parts;
  const reader = createStatusReader({ snapshot, services: services.report, checks, clock, startedAt });
  const { status } = reader;
  const live = (): LiveParts => ({
    report: status(),
    snapshot: snapshot(),
    now: clock.service(),
    sources,
    checks,
    progress: progress(),
    partsChangedAt: services.changes(),
  });
  const ids = sources.map(({ id }) => id);
  return {
    ...reader,
    databaseCause: services.databaseCause,
    statusBoard: createBoardReader({ store, log, monotonicMs: () => performance.now(), live }),
    incidentMonth: (asked) =>
      readSoon(store, () => readIncidentMonth(store, { ...asked, sources: ids, now: clock.service() })),
    answerStatusFile: createStatusFiles(built, startedAt),
  };
}

/** Accounts and what is known of their keys' use; the library behind them is loaded at the first request. */
function openAccounts(
  parts: Base &
    Pick<Access, 'keys' | 'usage'> & {
      readonly secretOf: DeriveSecret;
      readonly root: string;
    },
) {
  const { environment, store, clock, log, usage } = parts;
  const previousSecretOf = previousMasterSecret(environment.masterSecretPrevious);
  const records = createKeyRecords({
    usage,
    write: store.write,
    now: clock.real,
    onFailure: (error) => log.error({ err: error }, 'the use of keys could not be written; it is kept'),
  });
  const area = createAccountArea({ ...environment, ...parts, previousSecretOf, uses: records });
  return {
    area,
    noteKeySeenInClear: (keyId: string, { address }: Sender) => {
      log.warn({ keyId }, 'a key was sent without encryption; replace it');
      records.noteSeenInClear(keyId, address === '' ? null : address, clock.real().getTime());
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
  readonly checks: ReadonlyMap<string, ReportedCheck>;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly root: string;
}) {
  let started: Promise<Ingest> | null = null;
  let progress: () => readonly HistoryProgress[] = () => [];
  let isPaused = () => false;
  const health = (source: string) => checks.get(source)?.state ?? UNCHECKED;
  return {
    start: (onPoll: PollListener) => {
      started ??= import('#lib/ingest/feed-store').then(({ feedStore }) => {
        const ingest = feedStore({ ...parts, health, onPoll });
        progress = ingest.progress;
        isPaused = ingest.isPaused;
        return ingest;
      });
    },
    progress: () => progress(),
    isPaused: () => isPaused(),
    stop: async () => {
      const stopped = started?.then((ingest) => ingest.stop());
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, STOP_PATIENCE_MS))]);
    },
  };
}

/** Writes down what is enabled without keeping the first answers waiting. */
function noteStart(store: Store, sources: readonly ListedSource[], startedAt: Date, log: Logger): void {
  store.writable
    .then(() => store.write.noteSources({ sources: sources.map(({ id }) => id), atMs: startedAt.getTime() }))
    .catch((error: unknown) => log.error({ err: error }, 'the database cannot be written'));
}

async function answerInside(built: Service, reader: Reader, path: string): Promise<Response> {
  const url = new URL(path, 'http://localhost');
  const endpoint = ENDPOINTS.find((candidate) => candidate.path === url.pathname);
  if (!endpoint) throw new Error(`there is no endpoint ${url.pathname}`);
  const reading = reader === 'member' ? EVERYTHING : reader === 'anonymous' ? built.anonymous : null;
  if (reading === null) return Response.json({}, { status: 401 });
  const inside: InsideCaller = { kind: 'inside', allowedSources: reading.allowedSources };
  return route(endpoint, () => built).GET(new Request(url), inside);
}
