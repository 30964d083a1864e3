import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

import { httpFailure, type HttpFailure, type HttpResult, type TimeoutPhase } from './http-failure.ts';

/** One resolved address of a host. */
export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** One request on a connection of its own. */
export interface Exchange {
  readonly url: URL;
  /** The checked addresses; the connection goes to one of these and asks no resolver again. */
  readonly addresses: readonly HostAddress[];
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal | undefined;
  /** Makes the request a POST. */
  readonly postBody: string | undefined;
}

/** Times in ms from the exchange's start. The body is counted while it streams, so that no more than the limits is ever held. */
export interface ExchangeLimits {
  readonly connectMs: number;
  readonly firstByteMs: number;
  /** What is left of the try; `totalMs` is the whole, for the sentence. */
  readonly remainingMs: number;
  readonly totalMs: number;
  readonly wireBytesMax: number;
  readonly unpackedBytesMax: number;
}

/** The answer; the body is read for status 200 only and empty otherwise. Header names are lower case. */
export interface ExchangeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Makes one request and reads its answer, without following redirects and without another try. Never throws. */
export function exchange(request: Exchange): Promise<HttpResult<ExchangeAnswer>> {
  const { url, limits, signal } = request;
  return new Promise((resolve) => {
    let stage: Stage = 'connecting';
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
      // A connection per request: a pooled one might have been opened under another call's permissions.
      agent: false,
      method: request.postBody === undefined ? 'GET' : 'POST',
      headers: request.headers,
      lookup: pinnedLookup(request.addresses),
    });
    const finish = (result: HttpResult<ExchangeAnswer>): void => {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve(result);
      outgoing.destroy();
    };
    const abort = (): void => finish(httpFailure({ kind: 'aborted', sentence: 'The call was stopped.' }));
    const limit = (phase: TimeoutPhase, waitMs: number, limitMs: number): NodeJS.Timeout =>
      setTimeout(() => finish(httpFailure(timeoutFailure(url, phase, limitMs))), waitMs);
    const connectTimer = limit('connect', limits.connectMs, limits.connectMs);
    const firstByteTimer = limit('first_byte', limits.firstByteMs, limits.firstByteMs);
    const timers = [connectTimer, firstByteTimer, limit('total', limits.remainingMs, limits.totalMs)];

    outgoing.on('socket', (socket) => {
      socket.once('connect', () => (stage = url.protocol === 'https:' ? 'securing' : 'connected'));
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        stage = 'connected';
        clearTimeout(connectTimer);
      });
    });
    outgoing.on('error', (error) => finish(httpFailure(brokenConnection(url, stage, error))));
    outgoing.on('response', (incoming) => {
      clearTimeout(firstByteTimer);
      readAnswer(url, incoming, limits, finish);
    });
    signal?.addEventListener('abort', abort);
    if (signal?.aborted === true) abort();
    outgoing.end(request.postBody);
  });
}

type Stage = 'connecting' | 'securing' | 'connected';

type Finish = (result: HttpResult<ExchangeAnswer>) => void;

function readAnswer(url: URL, incoming: IncomingMessage, limits: ExchangeLimits, finish: Finish): void {
  const status = incoming.statusCode ?? 0;
  const headers = plainHeaders(incoming);
  // A late error of an answer that is done with must not become an uncaught one.
  incoming.on('error', (error) => finish(httpFailure(brokenConnection(url, 'connected', error))));
  if (status !== 200) return finish({ ok: true, value: { status, headers, body: new Uint8Array() } });

  const encoding = headers['content-encoding'] ?? 'identity';
  const unpacker = unpackerOf(encoding);
  if (unpacker === null) {
    const sentence = `${url.host} answered in the unknown content encoding "${encoding}".`;
    return finish(httpFailure({ kind: 'damaged_body', sentence }));
  }
  const chunks: Uint8Array[] = [];
  let wireBytes = 0;
  let unpackedBytes = 0;
  const refuse = (failure: HttpFailure): void => {
    incoming.destroy();
    unpacker.destroy();
    finish(httpFailure(failure));
  };
  incoming.on('data', (chunk: Uint8Array) => {
    wireBytes += chunk.length;
    if (wireBytes > limits.wireBytesMax) refuse(tooBig(url, limits.wireBytesMax, 'on the wire'));
    else unpacker.write(chunk);
  });
  incoming.on('end', () => unpacker.end());
  unpacker.on('data', (chunk: Uint8Array) => {
    unpackedBytes += chunk.length;
    if (unpackedBytes > limits.unpackedBytesMax) refuse(tooBig(url, limits.unpackedBytesMax, 'unpacked'));
    else chunks.push(chunk);
  });
  unpacker.on('error', (error) =>
    refuse({
      kind: 'damaged_body',
      sentence: `The compressed body of ${url.host} is damaged: ${error.message}.`,
    }),
  );
  unpacker.on('end', () => finish({ ok: true, value: { status, headers, body: Buffer.concat(chunks) } }));
}

function unpackerOf(encoding: string): Transform | null {
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
    case '':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}

/** Answers every question with the addresses that were checked, in both forms in which node:net asks. */
function pinnedLookup(addresses: readonly HostAddress[]): LookupFunction {
  return (hostname, options, answer) => {
    const [first] = addresses;
    if (first === undefined) answer(new Error(`No address of ${hostname}.`), '', 0);
    else if (options.all === true) answer(null, [...addresses]);
    else answer(null, first.address, first.family);
  };
}

function plainHeaders(incoming: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

function brokenConnection(url: URL, stage: Stage, error: NodeJS.ErrnoException): HttpFailure {
  const cause = error.code ?? error.message;
  if (stage === 'connecting')
    return { kind: 'connect', sentence: `${url.host} took no connection (${cause}).` };
  // A reset within the handshake is the network's doing; every other end of it is the certificate or the protocol.
  if (stage === 'securing' && error.code !== 'ECONNRESET') {
    return { kind: 'tls', sentence: `No secure connection to ${url.host} (${cause}).` };
  }
  return { kind: 'network', sentence: `The connection to ${url.host} broke (${cause}).` };
}

/** The failure of a limit in time. */
export function timeoutFailure(url: URL, phase: TimeoutPhase, limitMs: number): HttpFailure {
  const missing = { connect: 'no connection', first_byte: 'no answer', total: 'no complete answer' }[phase];
  return { kind: 'timeout', phase, limitMs, sentence: `${url.host} gave ${missing} within ${limitMs} ms.` };
}

function tooBig(url: URL, bytesMax: number, where: string): HttpFailure {
  return {
    kind: 'too_big',
    bytesMax,
    sentence: `The body of ${url.host} is larger than ${bytesMax} bytes ${where}.`,
  };
}
