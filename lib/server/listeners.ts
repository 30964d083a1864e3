import { createServer, type Server as HttpServer } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Entrance } from '#lib/api/transport';
import type { Environment } from '#lib/platform/environment';
import { EnvironmentError } from '#lib/platform/environment-error';
import type { Logger } from '#lib/platform/logger';
import { NO_PROXIES } from '#lib/platform/trusted-proxies';
import type { AnswerBy } from './answer-request.ts';
import type { UpgradeListener } from './development-reload.ts';
import { BAD_REQUEST, type Refusals } from './refuse-request.ts';
import { readTlsFiles } from './tls-files.ts';
import { reloadTls, warnOfEnd } from './tls-reload.ts';

/** What listens, and where. */
export interface Listeners {
  readonly port: number;
  /** The plain listener beside TLS; null when there is none. */
  readonly httpPort: number | null;
  /** Takes no new connection, and resolves when all requests under way are answered. */
  readonly close: () => Promise<void>;
}

/** What a listener does with its requests. */
export interface Answers {
  readonly answerBy: AnswerBy;
  readonly refusals: Refusals;
  /** Null takes no offered upgrade. */
  readonly upgrade: UpgradeListener | null;
}

type Server = HttpServer | TlsServer;

/** A Host is asked for by our own check, in our own words. */
const SERVER_OPTIONS = { requireHostHeader: false };

/** How long a client may take to agree on TLS. */
const HANDSHAKE_MS = 10_000;

/** Longer than proxies keep a connection to use it again (nginx: 60 s), so that they never send into one that just ended. */
const PROXY_KEEP_ALIVE_MS = 75_000;

/** Opens every listener that the environment asks for; throws {@link EnvironmentError} with one sentence when one cannot be. */
export async function openListeners(
  environment: Environment,
  log: Logger,
  answers: Answers,
): Promise<Listeners> {
  const { host, httpPort, publicUrl } = environment;
  const main = await createMainListener(environment, log, answers);
  const port = await listen(main.server, { name: 'PORT', port: environment.port, host });
  const servers = [main.server];
  let plainPort: number | null = null;
  if (httpPort !== null) {
    const plain = withRefusals(
      createServer(
        { ...SERVER_OPTIONS, shouldUpgradeCallback: () => false },
        answers.answerBy({ kind: 'beside-tls', publicUrl, port }),
      ),
      answers.refusals,
    );
    servers.push(plain);
    plainPort = await listen(plain, { name: 'HTTP_PORT', port: httpPort, host });
  }
  return {
    port,
    httpPort: plainPort,
    close: async () => {
      main.stopReload();
      await Promise.all(servers.map(closeServer));
    },
  };
}

interface MainListener {
  readonly server: Server;
  readonly stopReload: () => void;
}

async function createMainListener(
  { tls, trustedProxies, publicUrl }: Environment,
  log: Logger,
  { answerBy, refusals, upgrade }: Answers,
): Promise<MainListener> {
  const open: Entrance = { kind: 'open', proxies: trustedProxies ?? NO_PROXIES, publicUrl };
  const patience = trustedProxies === null ? {} : { keepAliveTimeout: PROXY_KEEP_ALIVE_MS };
  const options = { ...SERVER_OPTIONS, ...patience, shouldUpgradeCallback: () => upgrade !== null };
  if (tls === null) {
    const answer = answerBy(trustedProxies === null ? { kind: 'loopback' } : open);
    const server = withRefusals(createServer(options, answer), refusals);
    if (upgrade !== null) server.on('upgrade', upgrade);
    return { server, stopReload: () => {} };
  }
  const read = await readTlsFiles(tls);
  if (!read.ok) throw new EnvironmentError(read.error);
  warnOfEnd(read.value, log);
  const { cert, key } = read.value;
  const server = createTlsServer(
    { ...options, cert, key, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS },
    answerBy(open),
  );
  return {
    server: withRefusals(server, refusals),
    stopReload: reloadTls(server, tls, read.value, log),
  };
}

function withRefusals<Listening extends Server>(server: Listening, refusals: Refusals): Listening {
  server.on('clientError', refusals.refuseUnreadable);
  server.on('checkExpectation', (request, response) =>
    refusals.sendError(request, response, { error: BAD_REQUEST, isEncrypted: false }),
  );
  return server;
}

interface Place {
  /** The variable that says so. */
  readonly name: string;
  readonly port: number;
  readonly host: string;
}

/** The port it listens on: the system's choice where 0 was asked for. */
function listen(server: Server, { name, port, host }: Place): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new EnvironmentError(
          `Cannot listen on ${host}:${port}: ${whyNot(error)}. Set ${name} to a free one.`,
        ),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function whyNot({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return 'another program listens there';
  return code === 'EACCES' ? 'this user may not listen there' : message;
}

function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  return closed;
}
