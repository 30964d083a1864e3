import { valuesInPath } from '#lib/contract/endpoint-paths';
import { HISTORY_AWAY, INTERNAL_ERROR, UNKNOWN_PATH, type ApiError } from '#lib/contract/errors';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { wantsCsv } from './http/accept.ts';
import { codingFor } from './http/accept-encoding.ts';
import { admit } from '#lib/api/limits/admission';
import type { Admission } from '#lib/api/limits/admitted';
import { deniedSource } from './callers/allowed-sources.ts';
import type { Question } from '#lib/api/answers/answer-cache';
import { answerLong } from '#lib/api/answers/answer-long';
import type { ApiService } from './api-service.ts';
import {
  type Endpoint,
  isOver,
  type LongEndpoint,
  type Moment,
  type PastEndpoint,
  type QuickEndpoint,
  type StreamEndpoint,
} from './endpoint.ts';
import { type Caller, callerOf, isEncryptedFor } from '#lib/api/callers/caller';
import { type Handling, handlingOf } from './http/prefer.ts';
import { prepareAnswer, serialiseAnswer } from '#lib/api/answers/prepared-answer';
import { readQuery } from './http/read-query.ts';
import { respondWithStream } from '#lib/api/streams/streaming-response';
import { createRequestIds } from './http/request-id.ts';
import {
  type Addressing,
  ALLOWED_METHODS,
  respondToPreflight,
  respondWithAnswer,
  respondWithError,
  sayLenient,
  type Sending,
} from './http/respond.ts';

/**
 * A route handler: what both Next and our own server call. Our server and the pages pass who asks as the second argument;
 * Next passes something of its own there.
 */
export type Handler = (request: Request, context?: unknown) => Response | Promise<Response>;

/** Every method that a route module exports; one function stands behind all of them. */
export interface RouteHandlers {
  readonly GET: Handler;
  readonly HEAD: Handler;
  readonly OPTIONS: Handler;
  readonly POST: Handler;
  readonly PUT: Handler;
  readonly PATCH: Handler;
  readonly DELETE: Handler;
}

/** Gives the service, or a promise of it while it starts. */
export type ServiceOnDemand = () => ApiService | Promise<ApiService>;

const METHOD_NOT_ALLOWED: ApiError = {
  code: 'method_not_allowed',
  message: 'This service is read-only: use GET, HEAD or OPTIONS.',
  headers: { Allow: ALLOWED_METHODS },
};

const requestIdOf = createRequestIds();

/** The handlers of one endpoint. Order of checks: method, key, limit, parameters, data. */
export function route(endpoint: Endpoint, service: ServiceOnDemand): RouteHandlers {
  return allMethods((request, context) => {
    const ready = service();
    const caller = callerOf(context);
    return ready instanceof Promise
      ? ready.then((started) => answerRequest(endpoint, started, request, caller))
      : answerRequest(endpoint, ready, request, caller);
  });
}

/** The handlers of every path under /v1 that is none of ours: 404 whatever the key and the method. */
export function unknownRoute(): RouteHandlers {
  return allMethods(({ method }, context) => {
    const addressing = {
      requestId: requestIdOf(),
      withBody: method !== 'HEAD',
      isEncrypted: isEncryptedFor(callerOf(context)),
      limit: null,
    };
    return respondWithError(UNKNOWN_PATH, addressing);
  });
}

/** One handler for every method: it reads the method itself. */
export function allMethods(handler: Handler): RouteHandlers {
  return {
    GET: handler,
    HEAD: handler,
    OPTIONS: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
  };
}

function answerRequest(
  endpoint: Endpoint,
  service: ApiService,
  request: Request,
  caller: Caller | null,
): Response | Promise<Response> {
  const { method, headers } = request;
  const addressing = {
    requestId: requestIdOf(),
    withBody: method !== 'HEAD',
    isEncrypted: isEncryptedFor(caller),
    limit: null,
  };
  if (method === 'OPTIONS') return respondToPreflight(addressing);
  if (method !== 'GET' && method !== 'HEAD') return respondWithError(METHOD_NOT_ALLOWED, addressing);
  try {
    const { error, limit, ...admitted } = admit(service, endpoint.access, headers, caller);
    if (error) return respondWithError(error, { ...addressing, limit });
    const sending: Sending = {
      requestId: addressing.requestId,
      withBody: addressing.withBody,
      isEncrypted: addressing.isEncrypted,
      limit,
      access: endpoint.access,
      acceptEncoding: service.encodesBodies ? headers.get('accept-encoding') : null,
      ifNoneMatch: headers.get('if-none-match'),
    };
    const answered = answerAsPreferred(endpoint, service, { request, ...admitted }, sending);
    return answered instanceof Promise
      ? answered.catch((defect: unknown) => defectResponse(service, sending, defect))
      : answered;
  } catch (defect) {
    return defectResponse(service, addressing, defect);
  }
}

/** A request that was let in, and what it may be answered from. */
interface Admitted extends Pick<Admission, 'allowedSources' | 'payer' | 'holds'> {
  readonly request: Request;
}

/** Passes over unknown parameters for callers that prefer so, and tells them and every cache that it did. */
function answerAsPreferred(
  endpoint: Endpoint,
  service: ApiService,
  admitted: Admitted,
  sending: Sending,
): Response | Promise<Response> {
  const handling = handlingOf(admitted.request.headers.get('prefer'));
  const answered = answerQuery(endpoint, service, { ...admitted, handling }, sending);
  if (handling === 'strict') return answered;
  return answered instanceof Promise ? answered.then(sayLenient) : sayLenient(answered);
}

function answerQuery(
  path: Endpoint,
  service: ApiService,
  { handling, ...admitted }: Admitted & { readonly handling: Handling },
  sending: Sending,
): Response | Promise<Response> {
  const { request, allowedSources, payer } = admitted;
  const snapshot = service.snapshot();
  const view = service.views.viewOf(snapshot, allowedSources);
  const query = formedQuery(path, request);
  const address = addressOf(path, request.url);
  const text = `${address}?${query}`;
  const known = service.answers.questionOf(text);
  const kept = known && service.answers.find(view, known);
  if (kept) return respondWithAnswer(kept, sending, snapshot.version);
  const parsed = readQuery(path, query, handling, valuesInPath(path.path, address) ?? {});
  if (!parsed.ok) return respondWithError(parsed.error, sending);
  if (path.work === 'stream')
    return answerAsStream(path, service, { ...admitted, query: parsed.value }, sending);
  const moment = (path.past ?? path).momentOf?.(parsed.value) ?? {};
  const ahead = refusalAhead(moment, snapshot, service.clock.serviceMs());
  if (ahead) return respondWithError(ahead, sending);
  const endpoint = partOf(path, parsed.value, isOver(moment, snapshot));
  const question = questionOf(endpoint, service, parsed.value);
  // Without unknown parameters a text means the same in either handling, and with them it may be anything.
  if (handling === 'strict') service.answers.keepQuestion(text, question);
  const prepared = service.answers.find(view, question);
  if (prepared) return respondWithAnswer(prepared, sending, snapshot.version);
  const denied = deniedSource(parsed.value, snapshot, view.snapshot);
  if (denied) return respondWithError(denied, sending, snapshot.version);
  if (endpoint.work === 'long') {
    const coding = codingFor(sending.acceptEncoding);
    const asked = { question, query: parsed.value, coding, seen: view.snapshot };
    return answerLong(endpoint, service, { request, payer, allowedSources, asked }, sending);
  }
  const answer = endpoint.answer(service, parsed.value, view.snapshot);
  if (!answer.ok) return respondWithError(answer.error, sending, snapshot.version);
  const fresh = prepareAnswer(serialiseAnswer(answer.value, service.sources));
  service.answers.keep(view, question, fresh);
  return respondWithAnswer(fresh, sending, snapshot.version);
}

function answerAsStream(
  { open }: StreamEndpoint,
  service: ApiService,
  {
    request,
    allowedSources,
    payer,
    holds,
    query,
  }: Admitted & { readonly query: Readonly<Record<string, unknown>> },
  sending: Sending,
): Response {
  const snapshot = service.snapshot();
  const seen = service.views.viewOf(snapshot, allowedSources).snapshot;
  const denied = deniedSource(query, snapshot, seen);
  if (denied) return respondWithError(denied, sending, snapshot.version);
  const lastEventId = request.headers.get('last-event-id');
  const opened = open(service, query, seen, { allowedSources, place: payer.place, holds, lastEventId });
  return opened.ok
    ? respondWithStream(opened.value, sending, snapshot.version)
    : respondWithError(opened.error, sending, snapshot.version);
}

/** What of a path answers a query. */
function partOf(
  path: QuickEndpoint | LongEndpoint,
  query: Readonly<Record<string, unknown>>,
  isPast: boolean,
): QuickEndpoint | LongEndpoint {
  if (path.work === 'quick' && path.receipt?.isAsked(query) === true) return path.receipt;
  return path.past && isPast ? path.past : path;
}

/** The refusal of a moment that is still to come; null for others. */
function refusalAhead({ date, knownAt }: Moment, { today }: RateSnapshot, nowMs: number): ApiError | null {
  const code = 'invalid_parameter';
  if (date !== undefined && date > today)
    return { code, message: `date must not be after today, which is ${today} in UTC.` };
  if (knownAt !== undefined && knownAt > nowMs)
    return { code, message: `knownAt must not be after now, which is ${new Date(nowMs).toISOString()}.` };
  return null;
}

function questionOf(
  endpoint: Endpoint | PastEndpoint,
  service: ApiService,
  query: Readonly<Record<string, unknown>>,
): Question {
  const { access } = endpoint;
  const name = `${endpoint.path}?${JSON.stringify(query)}`;
  if (endpoint.work === 'long' && endpoint.madeFrom) {
    const { madeFrom } = endpoint;
    return { name, access, madeFrom: (seen) => madeFrom(query, seen), changesWithinVersion: false };
  }
  if (endpoint.work === 'quick' && endpoint.alsoMadeFrom) {
    const { alsoMadeFrom } = endpoint;
    const madeFrom = ({ version }: RateSnapshot) => `${version} ${alsoMadeFrom(service)}`;
    return { name, access, madeFrom, changesWithinVersion: true };
  }
  return { name, access, madeFrom: ({ version }) => version, changesWithinVersion: false };
}

/** The path of a request; most endpoints have only one. */
function addressOf({ path }: Endpoint, url: string): string {
  return path.includes('{') ? new URL(url).pathname : path;
}

/** The query text, with the form that the Accept header asks for where the endpoint has it and the query does not say. */
function formedQuery({ query }: Endpoint, { url, headers }: Request): string {
  const text = queryTextOf(url);
  if (!Object.hasOwn(query.shape, 'format') || !wantsCsv(headers.get('accept'))) return text;
  return new URLSearchParams(text).has('format') ? text : `${text}&format=csv`;
}

function queryTextOf(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return '';
  const end = url.indexOf('#', start);
  return end === -1 ? url.slice(start + 1) : url.slice(start + 1, end);
}

/** The answer to a request outside any endpoint that ended in a defect. */
export function answerDefect(service: ApiService, isEncrypted: boolean, error: unknown): Response {
  return defectResponse(
    service,
    { requestId: requestIdOf(), withBody: true, isEncrypted, limit: null },
    error,
  );
}

/** A database that cannot be read is no defect, and is logged once by what follows it. */
function defectResponse(service: ApiService, sending: Addressing, error: unknown): Response {
  if (error instanceof DatabaseUnavailable) return respondWithError(HISTORY_AWAY, sending);
  service.log.error({ requestId: sending.requestId, err: error }, 'a request ended in a defect');
  return respondWithError(INTERNAL_ERROR, sending);
}
