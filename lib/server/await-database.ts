import type { RequestListener } from 'node:http';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { directSender } from '#lib/api/callers/peer-address';
import { type Entrance, passTransport } from '#lib/api/callers/transport';
import { databaseCause } from '#lib/api/health/database-health';
import { DATABASE_AWAITED } from '#lib/contract/errors';
import type { Environment } from '#lib/platform/environment';
import { createLogger } from '#lib/platform/logger';
import { OWN_LISTENER, type Service, service } from '#lib/service';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import type { AnswerBy } from './answer-request.ts';
import { openListeners } from './listeners.ts';
import { answerProbe, isProbe, type Readiness } from './readiness.ts';
import { createRefusals, type Refusals } from './refuse-request.ts';
import { hostError, toOriginForm } from './request-target.ts';
import { targetPath } from './target-path.ts';

/** Between two tries to start. */
const RETRY_MS = 1_000;

/** A service whose database answers. */
export interface BegunService {
  readonly started: Service;
  /** Stops answering that the database is away, and gives the ports that are free for it then. */
  readonly freePorts: () => Promise<Pick<Environment, 'port' | 'httpPort'>>;
}

/** Answers at the service's ports while there is no database. */
interface Waiting {
  readonly freePorts: BegunService['freePorts'];
  /** Hears why the newest try failed. */
  readonly note: (fault: DatabaseUnavailable) => void;
}

/**
 * Starts the service of this process. While its PostgreSQL is away, says so once by `printLine`, answers /readyz and everything else
 * with 503 and tries again each second; SIGTERM and SIGINT end the process meanwhile. Throws an EnvironmentError with one sentence
 * for whatever does not come back by itself.
 */
export async function beginWithDatabase(
  environment: Environment,
  printLine: (line: string) => void,
): Promise<BegunService> {
  let waiting: Waiting | null = null;
  for (;;) {
    try {
      const started = await service(OWN_LISTENER);
      return { started, freePorts: waiting?.freePorts ?? (() => Promise.resolve(environment)) };
    } catch (error) {
      if (!isAway(error, environment)) throw error;
      waiting ??= await openWaiting(environment, error, printLine);
      waiting.note(error);
    }
    await pause(RETRY_MS);
  }
}

/** A failing disk below the embedded database is for an operator to mend. */
function isAway(error: unknown, { databaseUrl }: Environment): error is DatabaseUnavailable {
  return databaseUrl !== null && error instanceof DatabaseUnavailable && error.kind === 'away';
}

async function openWaiting(
  environment: Environment,
  first: DatabaseUnavailable,
  printLine: (line: string) => void,
): Promise<Waiting> {
  const log = createLogger(environment.logLevel);
  const refusals = createRefusals();
  let fault = first;
  const end = () => process.exit(0);
  const signals = ['SIGTERM', 'SIGINT'] as const;
  // A container's first process has no way to end but its own.
  for (const signal of signals) process.on(signal, end);
  const listeners = await openListeners(environment, log, {
    answerBy: createAnswers(refusals, () => unready(fault)),
    refusals,
    upgrade: null,
    draining: { isOn: false },
  });
  const { port, httpPort } = listeners;
  printLine(`Waiting for the database; until then, requests at port ${port} get 503. ${fault.message}`);
  log.warn({ cause: fault.message }, 'the database is away; the service waits for it');
  return {
    note: (newest) => {
      fault = newest;
    },
    freePorts: async () => {
      await listeners.close();
      for (const signal of signals) process.off(signal, end);
      log.info('the database is there');
      return { port, httpPort };
    },
  };
}

/** In the sentence for everybody; the log has the one that names the server. */
function unready(fault: DatabaseUnavailable): Readiness {
  const cause = databaseCause({ isRead: false, fault }, 'postgres') ?? '';
  return { status: 503, line: `not ready: the service cannot start yet. ${cause}` };
}

/** What the transport refuses is refused now as well, so that nobody sends a key in clear again and again. */
function createAnswers({ sendError }: Refusals, readiness: () => Readiness): AnswerBy {
  return (entrance: Entrance): RequestListener =>
    (request, response) => {
      toOriginForm(request);
      const path = targetPath(request.url ?? '/');
      if (isProbe(path)) return answerProbe({ path, request, response }, readiness, sendError);
      const unclear = hostError(request);
      if (unclear) return sendError(request, response, { error: unclear, isEncrypted: false });
      const { socket } = request;
      const { remoteAddress } = socket;
      const peer = directSender({ remoteAddress, isEncrypted: socket instanceof TLSSocket });
      const passage = passTransport(entrance, peer, request.headers);
      if (passage.kind !== 'open')
        return sendError(request, response, { error: passage.error, isEncrypted: false });
      const { isEncrypted } = passage.sender;
      return sendError(request, response, { error: DATABASE_AWAITED, isEncrypted });
    };
}
