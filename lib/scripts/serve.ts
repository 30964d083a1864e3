import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import process from 'node:process';
import { getRequestListener } from '@hono/node-server';
import { errorHeaders, respondWithError } from '#lib/api/respond';
import type { RouteHandlers } from '#lib/api/route';
import { createRequestIds } from '#lib/api/request-id';
import { refuseTransport } from '#lib/api/transport';
import { API_ERRORS, type ApiError, errorBody, INTERNAL_ERROR } from '#lib/contract/errors';
import { createPollLines, sourceLines } from '#lib/ingest/poll-lines';
import { EnvironmentError } from '#lib/platform/environment';
import { releaseYoungGeneration } from '#lib/platform/young-generation';
import { OWN_DOOR, type Service, service } from '#lib/service';
import * as unknownPath from '#app/v1/[...unknown]/route';
import * as convert from '#app/v1/convert/route';
import * as historical from '#app/v1/historical/route';
import * as pair from '#app/v1/rates/pair/route';
import * as rates from '#app/v1/rates/route';
import * as sources from '#app/v1/rates/sources/route';
import * as status from '#app/v1/status/route';

/** The route modules by path: what Next would find by looking at the folders. */
const ROUTES: ReadonlyMap<string, RouteHandlers> = new Map<string, RouteHandlers>([
  ['/v1/convert', convert],
  ['/v1/rates', rates],
  ['/v1/rates/pair', pair],
  ['/v1/rates/sources', sources],
  ['/v1/historical', historical],
  ['/v1/status', status],
]);

const BAD_REQUEST: ApiError = { code: 'bad_request', message: 'The request could not be read as HTTP.' };

/** The HTTP parser's own refusals that have a status of their own; all others are 400. */
const PARSER_STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** A Host is asked for by our own check, in our own words; an offered upgrade is no upgrade, but for the reload in development. */
const SERVER_OPTIONS = {
  requireHostHeader: false,
  shouldUpgradeCallback: () => process.env.NODE_ENV === 'development',
};

const requestIdOf = createRequestIds();

/** How long requests under way may take once the process was told to end. */
const DRAIN_MS = 10_000;

/** Loading the pages holds up the thread for some 300 ms, so whoever asks /v1 right after the start is answered first. */
const FIRST_ANSWERS_MS = 500;

/** Length of `http://`, after which the first slash begins the path. */
const SCHEME_LENGTH = 7;

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Serves until the process is told to end; throws {@link EnvironmentError} with one sentence when it cannot begin. */
export async function serve(): Promise<void> {
  const started = await service(OWN_DOOR);
  const { host, port } = started.environment;
  // The listener puts light Request and Response classes in the place of the global ones, so it comes before Next.
  const answerApi = getRequestListener((request) => dispatch(request), {
    errorHandler: () => respondWithError(BAD_REQUEST, { requestId: requestIdOf(), withBody: true }),
  });
  let pages: Promise<PageHandler> | null = null;
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    const refused = refuseTransport(request.headers);
    if (refused) return sendError(request, response, refused);
    const path = pathOf(request.url ?? '/');
    if (path === null) return sendError(request, response, BAD_REQUEST);
    if (path === '/v1' || path.startsWith('/v1/')) return answerApi(request, response);
    if (path === '/healthz' || path === '/readyz') return sendPlain(response, 'ok\n');
    if (!isDecodable(path)) return sendError(request, response, BAD_REQUEST);
    pages ??= loadPages(started);
    return pages
      .then((answerPage) => answerPage(request, response))
      .catch((error: unknown) => {
        started.log.error({ err: error }, 'a page could not be answered');
        if (!response.headersSent) sendError(request, response, INTERNAL_ERROR);
      });
  });
  server.on('clientError', refuseUnreadable);
  server.on('checkExpectation', (request, response) => sendError(request, response, BAD_REQUEST));
  outliveReaders();
  await listen(server, port, host);
  endOnSignal(server, started);
  announce(server, started);
  setTimeout(() => {
    pages ??= loadPages(started);
    pages
      .catch((error: unknown) => started.log.error({ err: error }, 'the pages could not be loaded'))
      .finally(releaseYoungGeneration);
    if (started.environment.role !== 'web') {
      started.startIngest(createPollLines(started.snapshot, printLine));
    }
  }, FIRST_ANSWERS_MS);
}

/** Calls the very handler that Next would call. HEAD and every other method have their own export in each module. */
function dispatch(request: Request): Response | Promise<Response> {
  const target = request.url.slice(request.url.indexOf('/', SCHEME_LENGTH));
  const handlers = ROUTES.get(pathOf(target) ?? '') ?? unknownPath;
  return (isExported(handlers, request.method) ? handlers[request.method] : handlers.POST)(request);
}

function isExported(handlers: RouteHandlers, method: string): method is keyof RouteHandlers {
  return method === 'GET' || Object.hasOwn(handlers, method);
}

/** The path of a request's target; null for one that is no path, or that some readers would take for another one. */
function pathOf(target: string): string | null {
  if (!target.startsWith('/') || target.startsWith('//')) return null;
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  return path.includes('\\') ? null : path;
}

/** Whether every escape in a path is whole; Next answers 500 to one that is not. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

async function loadPages({ environment }: Service): Promise<PageHandler> {
  // A self-hosted service tells nobody that it runs.
  process.env['NEXT_TELEMETRY_DISABLED'] ??= '1';
  const { default: next } = await import('next');
  const dev = process.env.NODE_ENV === 'development';
  const app = next({ dev, dir: process.cwd(), hostname: environment.host, port: environment.port });
  await app.prepare();
  return app.getRequestHandler();
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'another program listens there' : error.message;
      reject(new EnvironmentError(`Cannot listen on ${host}:${port}: ${why}. Set PORT to a free one.`));
    });
    server.listen(port, host, resolve);
  });
}

function announce(server: Server, { environment, snapshot, clock }: Service): void {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : environment.port;
  printLine(`Crossrate listens on http://localhost:${port}`);
  if (environment.clockStartsAt)
    printLine(`CLOCK is set: the service believes it is ${clock.service().toISOString()}`);
  for (const line of sourceLines(snapshot())) printLine(line);
  printLine('An API key is made with: npm run keys -- create --email you@example.org --name first');
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Whoever reads the output may go away; the service goes on without, instead of failing to say so again and again. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

function endOnSignal(server: Server, started: Service): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    const drained = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, DRAIN_MS))]);
    await started.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());
}

function sendPlain(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(text);
}

/** An error of ours for a request that never reaches a handler, in the same shape and with the same headers. */
function sendError(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
  const withBody = request.method !== 'HEAD';
  const body = JSON.stringify(errorBody(error));
  response.writeHead(API_ERRORS[error.code].status, errorHeaders(error, requestIdOf(), body));
  response.end(withBody ? body : undefined);
}

/** What the parser refuses never becomes a request, so the answer is written to the socket itself. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const statusCode = PARSER_STATUSES[error.code ?? ''] ?? API_ERRORS.bad_request.status;
  const body = JSON.stringify(errorBody(BAD_REQUEST));
  const headers = { ...errorHeaders(BAD_REQUEST, requestIdOf(), body), Connection: 'close' };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${head.join('')}\r\n${body}`);
}
