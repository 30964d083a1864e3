import type { AccountArea } from '#lib/account/account-area';
import type { KeyTable } from '#lib/account/keys/key-table';
import type { KeyUsage } from '#lib/account/keys/key-usage';
import { type Access, createAccess } from '#lib/api/callers/access';
import { createAnswerCache } from '#lib/api/answers/answer-cache';
import { type ApiService, EVERYTHING } from '#lib/api/api-service';
import { createBrowserKeyEndpoint, type IssueBrowserKey } from '#lib/api/browser-key-endpoint';
import type { InsideCaller } from '#lib/api/callers/caller';
import { endpointAt } from '#lib/api/endpoints/endpoint-at';
import { type CommitFollower, followCommits, type InMemory } from '#lib/api/memory/follow-commits';
import { createLiveSnapshot, type LiveSnapshot } from '#lib/api/memory/live-snapshot';
import { route } from '#lib/api/route';
import { createLongAnswers } from '#lib/api/answers/long-answers';
import { createRateStreams } from '#lib/api/streams/rate-streams';
import { createMetrics, type MeasuredService } from '#lib/api/metrics/metrics';
import type { Sender } from '#lib/api/callers/peer-address';
import type { ServiceHealth } from '#lib/api/health/service-health';
import type { MonthAsked } from '#lib/status/incident-history';
import { type AnswerStatusFile, createStatusFiles } from '#lib/status/status-files';
import type { ReportedCheck } from '#lib/api/health/status-report';
import type { BoardReport, IncidentMonth } from '#lib/contract/status-page';
import type { PollListener } from '#lib/ingest/poll/scheduler';
import { pageReader } from '#lib/page-reader';
import type { Reader } from '#lib/page-service';
import { type Clock, createClock } from '#lib/platform/clock';
import { type Environment, readEnvironment } from '#lib/platform/environment';
import { createLogger, type Logger } from '#lib/platform/logger';
import { type Accounts, openAccounts, openSecret } from '#lib/service/accounts';
import { openIngest } from '#lib/service/feeding';
import { openReceipts, type Receipts } from '#lib/service/receipts';
import { openStatus } from '#lib/service/status';
import { openWatching } from '#lib/service/watching';
import { officialSources, operatorSources } from './sources/operator-sources.ts';
import type { ListedSource } from '#lib/sources/source-facts';
import { openStore, type WriterPlace } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';

/** Everything that one process is made of. */
export interface Service extends ApiService, Pick<Receipts, 'receiptKeys' | 'shownReceipt'> {
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
  readonly metrics: MeasuredService['metrics'];
  /** Where the listener counts how long requests took. */
  readonly requestTimes: MeasuredService['requestTimes'];
  /** Tells the status from where to hear how the process that draws pages is doing. */
  readonly watchPages: ServiceHealth['watchPages'];
  /** Starts polling; `onPoll` hears of every poll. */
  readonly startIngest: (onPoll: PollListener) => void;
  /** Stops polling, finishes pending writes, closes the database. */
  readonly close: () => Promise<void>;
}

/** What the listener in front of the handlers can carry. */
export interface Listener {
  readonly encodesBodies: boolean;
}

/** Our own server. */
export const OWN_LISTENER: Listener = { encodesBodies: true };

const NEXT_LISTENER: Listener = { encodesBodies: false };

const PLACE = Symbol.for('crossrate.service');

interface Holder {
  [PLACE]?: Service | Promise<Service>;
}

/**
 * The service of this process: built at the first call, then the same one for every bundle, because module state exists
 * once a bundle and `globalThis` once a process. A promise while it starts.
 */
export function service(listener: Listener = NEXT_LISTENER): Service | Promise<Service> {
  const holder: typeof globalThis & Holder = globalThis;
  const held = holder[PLACE];
  if (held) return held;
  const starting = startService(process.env, process.cwd(), listener).then((started) => {
    holder[PLACE] = started;
    return started;
  });
  holder[PLACE] = starting;
  // One that failed is tried again by the next call.
  starting.catch(() => delete holder[PLACE]);
  return starting;
}

/** Builds a service from an environment; rejects with one sentence when a value or the data folder is wrong. */
export async function startService(
  variables: Readonly<Record<string, string | undefined>>,
  root: string,
  listener: Listener = OWN_LISTENER,
  writer: WriterPlace = 'thread',
): Promise<Service> {
  const environment = readEnvironment(variables, root);
  const [clock, log] = [createClock(environment.clockStartsAt), createLogger(environment.logLevel)];
  const [sources, officials] = [operatorSources(environment), officialSources(environment)];
  const store = await openStore({ ...environment, root }, writer);
  const startedAt = clock.service();
  const { secretOf, noted: secretNoted } = await openSecret(store, environment, log);
  const startNoted = noteStart(store, sources, startedAt, log);
  const access = createAccess(environment, officials, secretOf('browser-key'));
  const { keys, usage } = access;
  const live = openSnapshot(sources, store, clock, log);
  const checks = new Map<string, ReportedCheck>();
  const watching = openWatching({ environment, store, clock, log, secretOf, snapshot: live.current });
  const memory = { store, keys, live, checks, clock, onLook: watching.look };
  const { catchUp, catchUpKeys, stop } = await takeIntoMemory(memory, log);
  const base = { environment, sources, store, clock, log, snapshot: live.current, catchUp };
  const entering = { catchUp: catchUpKeys, secretOf, keys, usage, root };
  const accounts = openAccounts({ ...base, ...entering });
  const feeding = { checks, variables, leadBeside: watching.lead, root };
  const ingest = openIngest({ ...base, ...feeding });
  const { issuer, ...receipts } = openReceipts(environment, store, secretOf);
  const parts = openStatus({ ...base, ...ingest, checks, startedAt });
  const api = {
    ...base,
    ...access,
    ...parts.status,
    ...receipts,
    history: store,
    answers: createAnswerCache(),
    streams: createRateStreams({ ...base, ...access }),
    longAnswers: createLongAnswers({ ...environment, issuer, root }),
    encodesBodies: listener.encodesBodies,
  };
  const measured = createMetrics({ ...api, checks });
  return {
    ...api,
    ...createFurtherAnswers(api, { access, accounts, startedAt }),
    ...measured,
    answerInside: (reader, path) => answerInside(api, reader, path),
    startIngest: (onPoll) => ingest.start(measured.countPolls(onPoll)),
    close: async () => {
      await Promise.all([secretNoted, startNoted]);
      for (const end of [stop, parts.stop, api.streams.end]) end();
      for (const close of [ingest.stop, accounts.close, api.longAnswers.close, store.close]) await close();
    },
  };
}

/** Reads everything that answers are made of, and follows the database from then on; leaves it closed where it cannot be read. */
async function takeIntoMemory(memory: InMemory, log: Logger): Promise<CommitFollower> {
  const follower = followCommits(memory, log);
  try {
    await Promise.all([follower.catchUpKeys(), follower.catchUp()]);
    return follower;
  } catch (error) {
    follower.stop();
    await memory.store.close();
    throw error;
  }
}

interface FurtherParts {
  readonly access: Access;
  readonly accounts: Accounts;
  readonly startedAt: Date;
}

/** What is answered beside /v1. */
function createFurtherAnswers(
  api: ApiService & Pick<Service, 'environment' | 'store' | 'statusBoard'>,
  { access, accounts, startedAt }: FurtherParts,
) {
  const { area, noteKeySeenInClear } = accounts;
  return {
    accounts: area,
    noteKeySeenInClear,
    issueBrowserKey: createBrowserKeyEndpoint({ ...access, ...area, clock: api.clock }),
    answerStatusFile: createStatusFiles(api, startedAt),
    readerOf: (...[cookie, isEncrypted]: Parameters<Service['readerOf']>) =>
      pageReader(area.isSignedIn(cookie, isEncrypted), access.anonymous !== null),
  };
}

/** The newest figures in memory; what could not be read of them is told to the operator. */
function openSnapshot(
  sources: readonly ListedSource[],
  store: Store,
  clock: Clock,
  log: Logger,
): LiveSnapshot {
  return createLiveSnapshot(sources, store, clock, (error) =>
    log.error({ err: error }, 'the newest figures could not be read; the former ones are served'),
  );
}

/** Writes down what is enabled without keeping the first answers waiting; never rejects. */
function noteStart(
  store: Store,
  sources: readonly ListedSource[],
  startedAt: Date,
  log: Logger,
): Promise<void> {
  return store.writable
    .then(() => store.write.noteSources({ sources: sources.map(({ id }) => id), atMs: startedAt.getTime() }))
    .catch((error: unknown) => log.error({ err: error }, 'the database cannot be written'));
}

async function answerInside(api: ApiService, reader: Reader, path: string): Promise<Response> {
  const url = new URL(path, 'http://localhost');
  const endpoint = endpointAt(url.pathname);
  if (!endpoint) throw new Error(`there is no endpoint ${url.pathname}`);
  const reading = reader === 'member' ? EVERYTHING : reader === 'anonymous' ? api.anonymous : null;
  if (reading === null) return Response.json({}, { status: 401 });
  const inside: InsideCaller = { kind: 'inside', allowedSources: reading.allowedSources };
  return route(endpoint, () => api).GET(new Request(url), inside);
}
