import { createServer, type Server as HttpServer } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Entrance } from '#lib/api/callers/transport';
import type { Environment } from '#lib/platform/environment';
import { EnvironmentError } from '#lib/platform/environment-error';
import type { Logger } from '#lib/platform/logger';
import { NO_PROXIES } from '#lib/platform/trusted-proxies';
import type { AnswerBy } from './answer-request.ts';
import { CONNECTION_TIMES, type ConnectionTimes } from './connection-limits.ts';
import type { UpgradeListener } from './development-reload.ts';
import { closeSoon, drain, type Ending } from './drain.ts';
import { type OpenConnections, openConnections } from './open-connections.ts';
import { BAD_REQUEST, type Refusals } from './refuse-request.ts';
import { readTlsFiles } from './tls-files.ts';
import { TLS_PROTOCOL } from './tls-protocol.ts';
import { reloadTls, warnOfEnd } from './tls-reload.ts';

/** What listens, and where. */
export interface Listeners {
  readonly port: number;
  /** The plain listener beside TLS; null when there is none. */
  readonly httpPort: number | null;
  /** Ends without failing a request; resolves when no connection is left. */
  readonly drain: () => Promise<void>;
  /** Takes no new connection, and resolves when all requests under way are answered or have had their time. */
  readonly close: () => Promise<void>;
  readonly connectionCount: () => number;
}

/** What a listener does with its requests. */
export interface Answers {
  readonly answerBy: AnswerBy;
  readonly refusals: Refusals;
  /** Null takes no offered upgrade. */
  readonly upgrade: UpgradeListener | null;
  /** Is told when the end begins. */
  readonly draining: { isOn: boolean };
}

type Server = HttpServer | TlsServer;

/** A Host is asked for by our own check, in our own words. */
const SERVER_OPTIONS = { requireHostHeader: false };

/** Longer than proxies keep a connection to use it again (nginx: 60 s), so that they never send into one that just ended. */
const PROXY_KEEP_ALIVE_MS = 75_000;

/** What the listeners of a process have in common. */
interface Common {
  readonly environment: Environment;
  readonly log: Logger;
  readonly times: ConnectionTimes;
  readonly connections: OpenConnections;
  /** Within the bounds on connections. */
  readonly answerBy: AnswerBy;
  readonly refusals: Refusals;
  readonly upgrade: UpgradeListener | null;
}

/** Opens every listener that the environment asks for; throws {@link EnvironmentError} with one sentence when one cannot be. */
export async function openListeners(
  environment: Environment,
  log: Logger,
  { answerBy, refusals, upgrade, draining }: Answers,
  times: ConnectionTimes = CONNECTION_TIMES,
): Promise<Listeners> {
  const { host, httpPort, publicUrl, connectionsMax, connectionsPerAddressMax } = environment;
  const connections = openConnections({
    bounds: { max: connectionsMax, perAddressMax: connectionsPerAddressMax },
    proxies: environment.trustedProxies ?? NO_PROXIES,
    partingMs: times.partingMs,
    sendError: refusals.sendError,
    log,
  });
  const guarded: AnswerBy = (entrance) => connections.guard(answerBy(entrance));
  const common = { environment, log, times, connections, answerBy: guarded, refusals, upgrade };
  const main = await createMainListener(common);
  const port = await listen(main.server, { name: 'PORT', port: environment.port, host });
  const servers = [main.server];
  let plainPort: number | null = null;
  if (httpPort !== null) {
    const answer = guarded({ kind: 'beside-tls', publicUrl, port });
    const plain = prepare(createServer(serverOptions(times), answer), common);
    servers.push(plain);
    plainPort = await listen(plain, { name: 'HTTP_PORT', port: httpPort, host });
  }
  const endBy = (end: (ending: Ending) => Promise<void>) => () => {
    draining.isOn = true;
    main.stopReload();
    return end({ servers, connections, times });
  };
  return {
    port,
    httpPort: plainPort,
    drain: endBy(drain),
    close: endBy(closeSoon),
    connectionCount: connections.count,
  };
}

interface MainListener {
  readonly server: Server;
  readonly stopReload: () => void;
}

async function createMainListener(common: Common): Promise<MainListener> {
  const { environment, log, times, answerBy, upgrade } = common;
  const { tls, trustedProxies, publicUrl } = environment;
  const open: Entrance = { kind: 'open', proxies: trustedProxies ?? NO_PROXIES, publicUrl };
  const patience = trustedProxies === null ? {} : { keepAliveTimeout: PROXY_KEEP_ALIVE_MS };
  const options = { ...serverOptions(times), ...patience, shouldUpgradeCallback: () => upgrade !== null };
  if (tls === null) {
    const answer = answerBy(trustedProxies === null ? { kind: 'loopback' } : open);
    const server = prepare(createServer(options, answer), common);
    if (upgrade !== null) server.on('upgrade', upgrade);
    return { server, stopReload: () => {} };
  }
  const read = await readTlsFiles(tls);
  if (!read.ok) throw new EnvironmentError(read.error);
  warnOfEnd(read.value, log);
  const { cert, key } = read.value;
  const server = createTlsServer(
    { ...options, ...TLS_PROTOCOL, cert, key, handshakeTimeout: times.handshakeMs },
    answerBy(open),
  );
  return { server: prepare(server, common), stopReload: reloadTls(server, tls, read.value, log) };
}

function serverOptions({ headMs, requestMs, lookEveryMs }: ConnectionTimes) {
  return {
    ...SERVER_OPTIONS,
    shouldUpgradeCallback: () => false,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: lookEveryMs,
  };
}

function prepare<Listening extends Server>(
  server: Listening,
  { connections, refusals, times }: Common,
): Listening {
  server.setTimeout(times.stalledMs);
  connections.watch(server);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (connections.isAnswering(socket)) socket.destroy();
    else refusals.refuseUnreadable(error, socket);
  });
  server.on(
    'checkExpectation',
    connections.guard((request, response) =>
      refusals.sendError(request, response, { error: BAD_REQUEST, isEncrypted: false }),
    ),
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
