import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fault } from './faults.ts';
import { createFigureLens, type FaultState } from './figure-lens.ts';
import type { Answer, Ask, Publisher } from '#lib/testing/simulated-upstreams/publisher';
import type { SeededNoise } from '#lib/testing/simulated-upstreams/rates/seeded-noise';
import { spoilAnswer } from './wire-faults.ts';

/** A publisher on a port of this machine, with a fault or without. */
export interface FaultyServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** The paths asked for so far, with their queries, in order. */
  readonly asked: readonly string[];
  readonly fault: () => Fault | null;
  /** Sets or takes back the fault; done when it acts. */
  readonly setFault: (fault: Fault | null) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What the server needs beside its publisher. */
export interface FaultyServerOptions {
  readonly now: () => Date;
  readonly noise: SeededNoise;
}

/** Serves a publisher on a free port of 127.0.0.1 until it is closed. */
export async function startFaultyServer(
  publisher: Publisher,
  options: FaultyServerOptions,
): Promise<FaultyServer> {
  const asked: string[] = [];
  let state: FaultState | null = null;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    void answer(publisher, options, state, request, response);
  });
  server.on('connection', (socket) => {
    if (state?.fault === 'reset') socket.resetAndDestroy();
  });
  await listen(server, 0);
  const { port } = addressOf(server);
  let isClosed = false;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    fault: () => state?.fault ?? null,
    setFault: async (fault) => {
      state = fault === null ? null : { fault, since: options.now() };
      // Idle connections from before must not outlive a fault, nor hanging ones its end.
      server.closeAllConnections();
      if (fault === 'refuse') await stopListening(server);
      else if (!server.listening && !isClosed) await listen(server, port);
    },
    close: async () => {
      isClosed = true;
      server.closeAllConnections();
      await stopListening(server);
    },
  };
}

async function answer(
  publisher: Publisher,
  { now, noise }: FaultyServerOptions,
  state: FaultState | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const lens = createFigureLens(state, now(), publisher.universes, noise);
  const ask = await readAsk(request);
  if (ask === null) return;
  const sound = publisher.answer(ask, lens);
  const isBodiless = state?.fault === 'empty' && publisher.whenEmpty === 'no body';
  const given = isBodiless ? { ...sound, body: '' } : sound;
  response.setHeader('Date', new Date(lens.ms(lens.now.getTime())).toUTCString());
  if (state !== null && spoilAnswer(state.fault, given, request, response)) return;
  send(given, request, response);
}

async function readAsk(request: IncomingMessage): Promise<Ask | null> {
  const url = URL.parse(request.url ?? '', 'http://127.0.0.1');
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
  } catch {
    // The client is gone, and with it whoever would read an answer.
    return null;
  }
  return {
    method: request.method ?? 'GET',
    path: url?.pathname ?? '/',
    query: url?.searchParams ?? new URLSearchParams(),
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** Answers, with 304 where the publisher answers conditional requests and the client has this version. */
function send(given: Answer, request: IncomingMessage, response: ServerResponse): void {
  const body = Buffer.from(given.body);
  for (const [name, value] of Object.entries(given.headers)) response.setHeader(name, value);
  if (given.lastModified !== undefined) {
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 20)}"`;
    response.setHeader('ETag', etag);
    response.setHeader('Last-Modified', given.lastModified.toUTCString());
    if (isKnown(request, etag, given.lastModified)) {
      response.writeHead(304).end();
      return;
    }
  }
  response.writeHead(given.status, { 'Content-Length': body.length }).end(body);
}

/** If-None-Match decides alone where it is sent (RFC 9110, section 13.2.2). */
function isKnown(request: IncomingMessage, etag: string, lastModified: Date): boolean {
  const { 'if-none-match': versions, 'if-modified-since': since } = request.headers;
  if (versions !== undefined) return versions.split(',').some((version) => version.trim() === etag);
  return since !== undefined && Date.parse(since) >= Math.floor(lastModified.getTime() / 1000) * 1000;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (server.listening) server.close(() => resolve());
    else resolve();
  });
}

/** The server listens on a port, so its address is neither a path nor null. */
function addressOf(server: Server): AddressInfo {
  return server.address() as AddressInfo;
}
