import cluster from 'node:cluster';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { AccountArea } from '#lib/account/account-area';
import type { KeyTable } from '#lib/account/keys/key-table';
import type { CommitFollower } from '#lib/api/memory/follow-commits';
import type { MetricsReader } from '#lib/api/metrics/metrics';
import type { HistoryProgress } from '#lib/ingest/history/backfill-runner';
import { askSocket, type SocketAnswer } from '#lib/platform/ask-socket';
import { isWorkerSocket, type WorkerPlace, workerPlace, workerSocket } from '#lib/platform/worker-place';
import { ACCOUNTS_PATH, answerHanded } from './account-relay.ts';

/** The other workers of this service, as one of them reaches them: over their sockets. */
export interface Siblings {
  /** The place of this one among them, from 1 up. */
  readonly slot: number;
  /** Where the one is asked that answers for accounts; null where this process does. */
  readonly accountsSocket: string | null;
  /** Says that there are commits, and resolves when all have taken them into memory or have had their time. */
  readonly tellCommit: (subject: CommitSubject) => Promise<void>;
  /** The same table, but a key that ends in it ends in all of them. */
  readonly shareRefusals: (keys: Pick<KeyTable, 'refuse'>) => Pick<KeyTable, 'refuse'>;
  /** How far the history is that the first one fetches; nothing where this is the first, or it does not say so soon. */
  readonly readProgress: () => Promise<readonly HistoryProgress[]>;
  /** The metrics of each that gives its own in time. */
  readonly readMetrics: () => Promise<readonly unknown[]>;
}

type CommitSubject = 'keys' | 'rates';

/** What a worker does for the others. */
export interface SiblingTasks extends Pick<CommitFollower, 'catchUp' | 'catchUpKeys'> {
  readonly keys: Pick<KeyTable, 'refuse'>;
  readonly answerAccounts: AccountArea['answer'];
  readonly metrics: Pick<MetricsReader, 'part'>;
  readonly progress: () => readonly HistoryProgress[];
}

/** Answers a request of another worker; null where it is none. */
export type AnswerSibling = (request: IncomingMessage) => Promise<Response | null>;

const COMMIT_PATHS = { keys: '/workers/keys', rates: '/workers/rates' } as const;
const REFUSED_PATH = '/workers/refused';
const ALLOWED_PATH = '/workers/allowed';
const METRICS_PATH = '/workers/metrics';
const PROGRESS_PATH = '/workers/progress';

/** One that takes longer is busy; it sees commits by itself a second later. */
const TOLD_WITHIN_MS = 1_000;

const METRICS_WITHIN_MS = 2_000;

/** A process that answers alone has none. */
const NO_SIBLINGS: Siblings = {
  slot: 1,
  accountsSocket: null,
  tellCommit: () => Promise.resolve(),
  shareRefusals: (keys) => keys,
  readProgress: () => Promise.resolve([]),
  readMetrics: () => Promise.resolve([]),
};

/** Finds the other workers where this process is one: those that are about to end too. */
export function openSiblings(variables: Readonly<Record<string, string | undefined>>): Siblings {
  const place = workerPlace(variables, cluster.isWorker);
  return place ? siblingsOf(place) : NO_SIBLINGS;
}

function siblingsOf(place: WorkerPlace): Siblings {
  const own = workerSocket(place);
  const ask = async (path: string, withinMs: number): Promise<readonly SocketAnswer[]> => {
    const names = await readdir(place.folder).catch(() => []);
    const sockets = names.filter(isWorkerSocket).map((name) => join(place.folder, name));
    const answers = await Promise.allSettled(
      sockets
        .filter((socket) => socket !== own)
        .map((socketPath) => askSocket({ socketPath, path, signal: AbortSignal.timeout(withinMs) })),
    );
    return answers.flatMap((answer) =>
      answer.status === 'fulfilled' && answer.value.status === OK_STATUS ? [answer.value] : [],
    );
  };
  const tell = async (path: string) => {
    await ask(path, TOLD_WITHIN_MS);
  };
  return {
    slot: place.slot,
    accountsSocket: place.slot === 1 ? null : workerSocket({ ...place, slot: 1 }),
    tellCommit: (subject) => tell(COMMIT_PATHS[subject]),
    shareRefusals: ({ refuse }) => ({
      refuse: (keyId) => {
        const takeBack = refuse(keyId);
        const named = new URLSearchParams({ key: keyId });
        void tell(`${REFUSED_PATH}?${named}`);
        return () => {
          takeBack();
          void tell(`${ALLOWED_PATH}?${named}`);
        };
      },
    }),
    readProgress: async () => {
      if (place.slot === 1) return [];
      const asked = { socketPath: workerSocket({ ...place, slot: 1 }), path: PROGRESS_PATH };
      const signal = AbortSignal.timeout(TOLD_WITHIN_MS);
      return askSocket({ ...asked, signal }).then(
        ({ body }) => asProgress(JSON.parse(body.toString())),
        () => [],
      );
    },
    readMetrics: async () => {
      const answers = await ask(METRICS_PATH, METRICS_WITHIN_MS);
      return answers.map(({ body }): unknown => JSON.parse(body.toString()));
    },
  };
}

const OK_STATUS = 200;

/** What a worker answers the others. */
export function createSiblingAnswers(tasks: SiblingTasks): AnswerSibling {
  const done = () => new Response('');
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const keyId = searchParams.get('key') ?? '';
    switch (pathname) {
      case ACCOUNTS_PATH:
        return answerHanded(tasks.answerAccounts, request);
      case METRICS_PATH:
        return Response.json(await tasks.metrics.part());
      case PROGRESS_PATH:
        return Response.json(tasks.progress());
      case COMMIT_PATHS.keys:
        return tasks.catchUpKeys().then(done);
      case COMMIT_PATHS.rates:
        return tasks.catchUp().then(done);
      case REFUSED_PATH:
        tasks.keys.refuse(keyId);
        return done();
      case ALLOWED_PATH:
        tasks.keys.refuse(keyId)();
        return done();
      default:
        return null;
    }
  };
}

/** Another worker of this service sends exactly this. */
function asProgress(read: unknown): readonly HistoryProgress[] {
  return read as readonly HistoryProgress[];
}
