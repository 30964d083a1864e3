import { API_ERRORS, type ApiError, errorBody } from '#lib/contract/errors';
import { codingFor } from './accept-encoding.ts';
import type { LimitHeaders } from '#lib/api/limits/limiter';
import { LENIENT_APPLIED } from './prefer.ts';
import type { PreparedAnswer, Representation } from '#lib/api/answers/prepared-answer';

/** Methods that /v1 answers; everything else is 405. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** On every answer of /v1, errors too. */
export const COMMON_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Content-Disposition, ETag, Link, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Data-Version, X-Rate-Credit, X-Rate-Date, X-Rate-Stale, X-Request-Id, X-Simulated, X-Truncated',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'X-API-Key, Accept, Accept-Encoding',
};

/**
 * On the answer to OPTIONS: what pages of other origins may send. Any header, for libraries, proxies and tracers add their own; the
 * wildcard covers all but Authorization, and what is named is for clients that do not read one.
 */
export const PREFLIGHT_HEADERS = {
  Allow: ALLOWED_METHODS,
  'Access-Control-Allow-Methods': ALLOWED_METHODS,
  'Access-Control-Allow-Headers':
    '*, Authorization, Cache-Control, Content-Type, If-None-Match, Last-Event-ID, Prefer, X-API-Key, X-Requested-With, traceparent',
  'Access-Control-Max-Age': '86400',
};

const SHARED_HEAD = Object.entries(COMMON_HEADERS).flat();

const JSON_TYPE = 'application/json';

/** How long an answer may be repeated without asking again; shorter than any source's polling interval. */
const CACHE_CONTROL = { keyed: 'private, max-age=5', public: 'public, max-age=5' } as const;

/** For a year, which is as good as for ever, in the caller's own cache. */
const LASTING = 'private, max-age=31536000, immutable';

/** Two years, as long as browsers' lists of such sites ask for. Over plain HTTP the header would mean nothing. */
const STRICT_TRANSPORT = 'max-age=63072000';

/** What of a request decides how any answer is sent, errors included. */
export interface Addressing {
  readonly requestId: string;
  readonly withBody: boolean;
  /** Whether it came by TLS. */
  readonly isEncrypted: boolean;
  /** What the caller is told of its limit; null where none was counted. */
  readonly limit: LimitHeaders | null;
}

/** What of a request decides how an answer is sent. */
export interface Sending extends Addressing {
  readonly access: keyof typeof CACHE_CONTROL;
  readonly acceptEncoding: string | null;
  readonly ifNoneMatch: string | null;
}

/**
 * 200 with the body in the best coding, or 304 when the caller has these very bytes. `version` is that of the snapshot which is valid
 * now. A promise only where the body has to be compressed first.
 */
export function respondWithAnswer(
  answer: PreparedAnswer,
  sending: Sending,
  version: string,
): Response | Promise<Response> {
  const chosen = answer.inCoding(codingFor(sending.acceptEncoding));
  return chosen instanceof Promise
    ? chosen.then((compressed) => respondWithBody(answer, compressed, sending, version))
    : respondWithBody(answer, chosen, sending, version);
}

function respondWithBody(
  answer: PreparedAnswer,
  chosen: Representation,
  sending: Sending,
  version: string,
): Response {
  const { status, head, body } = readyAnswer(answer, chosen, sending, version);
  // A record goes out as it is; pairs would be made into a Headers object first, which takes longer than the rest of the response.
  const headers = Object.fromEntries(fieldsOf(head));
  return new Response(body === null ? null : asBody(body), { status, headers });
}

/** What is sent: nothing is left to be found out. */
export interface ReadyAnswer {
  readonly status: 200 | 304;
  /** Names and values of the head in turns, which node:http takes as they are. */
  readonly head: string[];
  /** Null where the caller wants none or has it already. */
  readonly body: string | Uint8Array | null;
  /** Of a body that is text: every character of most is one byte, which is written twice as quickly. */
  readonly encoding: 'latin1' | 'utf8';
}

/** Makes an answer in the form that the caller wants ready to be sent; `version` is that of the snapshot which is valid now. */
export function readyAnswer(
  answer: PreparedAnswer,
  chosen: Representation,
  sending: Sending,
  version: string,
): ReadyAnswer {
  const { etag, byteLength, body } = chosen;
  const { requestId, limit, access, ifNoneMatch } = sending;
  const caching = answer.lasts ? LASTING : CACHE_CONTROL[access];
  const head = [...SHARED_HEAD, 'Cache-Control', caching, 'ETag', etag];
  head.push('X-Request-Id', requestId, 'X-Data-Version', version);
  for (const name in answer.headers) head.push(name, answer.headers[name] ?? '');
  if (limit !== null) head.push('RateLimit-Policy', limit.policy, 'RateLimit', limit.state);
  if (sending.isEncrypted) head.push('Strict-Transport-Security', STRICT_TRANSPORT);
  if (answer.stale) head.push('X-Rate-Stale', 'true');
  const encoding = byteLength === body.length ? 'latin1' : 'utf8';
  if (ifNoneMatch !== null && matchesTag(ifNoneMatch, etag))
    return { status: 304, head, body: null, encoding };
  head.push('Content-Type', answer.type, 'Content-Length', String(byteLength));
  if (chosen.isGzipped) head.push('Content-Encoding', 'gzip');
  return { status: 200, head, body: sending.withBody ? body : null, encoding };
}

/** Names and values in turns as pairs of them. */
export function fieldsOf(head: readonly string[]): [string, string][] {
  return Array.from({ length: head.length / 2 }, (_, place) => [
    head[2 * place] ?? '',
    head[2 * place + 1] ?? '',
  ]);
}

/** An error in the one shape, never cached. */
export function respondWithError(error: ApiError, sending: Addressing, version?: string): Response {
  const body = JSON.stringify(errorBody(error));
  const headers = {
    ...errorHeaders(error, sending.requestId, body),
    ...limitHeaders(sending.limit),
    ...transportHeaders(sending.isEncrypted),
    ...(version !== undefined && { 'X-Data-Version': version }),
  };
  return new Response(sending.withBody ? body : null, { status: API_ERRORS[error.code].status, headers });
}

/** The headers of an error with this body; CORS too, so that a page of another origin can read what was wrong. */
export function errorHeaders(error: ApiError, requestId: string, body: string): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
    'Content-Type': JSON_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    ...error.headers,
  };
}

/** What an answer over TLS says of the transport: nothing but TLS from now on. */
export function transportHeaders(isEncrypted: boolean): Readonly<Record<string, string>> {
  return isEncrypted ? { 'Strict-Transport-Security': STRICT_TRANSPORT } : {};
}

/** Says that unknown parameters were passed over; a cache must not give the answer to somebody who did not ask for that. */
export function sayLenient(response: Response): Response {
  response.headers.set('Preference-Applied', LENIENT_APPLIED);
  response.headers.append('Vary', 'Prefer');
  return response;
}

/** What an answer says of its caller's limit. */
export function limitHeaders(limit: LimitHeaders | null): Readonly<Record<string, string>> {
  return limit === null ? {} : { 'RateLimit-Policy': limit.policy, RateLimit: limit.state };
}

/** The answer to OPTIONS: what browsers of other origins may send. */
export function respondToPreflight({
  requestId,
  isEncrypted,
}: Pick<Addressing, 'requestId' | 'isEncrypted'>): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...COMMON_HEADERS,
      ...PREFLIGHT_HEADERS,
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      ...transportHeaders(isEncrypted),
    },
  });
}

/** What is sent beside what /v1 answers: its headers but for those of the body, and what the caller wants of it. */
export interface FileSending {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly withBody: boolean;
  readonly ifNoneMatch: string | null;
}

/** 200 with a file in the coding that was chosen for it, or 304 when the caller has these very bytes. */
export function respondWithFile(chosen: Representation, sending: FileSending): Response {
  const { etag, byteLength, isGzipped, body } = chosen;
  const { type, withBody, ifNoneMatch } = sending;
  const headers = { ...sending.headers, ETag: etag };
  if (ifNoneMatch !== null && matchesTag(ifNoneMatch, etag))
    return new Response(null, { status: 304, headers });
  return new Response(withBody ? asBody(body) : null, {
    headers: {
      ...headers,
      'Content-Type': type,
      'Content-Length': String(byteLength),
      ...(isGzipped && { 'Content-Encoding': 'gzip' }),
    },
  });
}

/** Whether an If-None-Match names this entity tag. */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** A prepared body as one of a response: buffers made here never stand on shared memory, which is all that its type rules out. */
export function asBody(body: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return body as string | Uint8Array<ArrayBuffer>;
}
