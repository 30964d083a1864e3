import { BROWSER_KEY_START } from '#lib/account/browser-key';
import { INTERNAL_ERROR, INVALID_KEY, MISSING_KEY, UNKNOWN_PATH, type ApiError } from '#lib/contract/errors';
import type { RateSnapshot } from '#lib/domain/rate-snapshot';
import { prepareAnswer } from './answer-cache.ts';
import type { ApiService } from './api-service.ts';
import type { Answer } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import { isOfThisSite, nonceOf } from './browser-key-endpoint.ts';
import { readQuery } from './read-query.ts';
import { createRequestIds } from './request-id.ts';
import {
  ALLOWED_METHODS,
  respondToPreflight,
  respondWithAnswer,
  respondWithError,
  type Sending,
} from './respond.ts';

/** A route handler: what both Next and our own server call. */
export type Handler = (request: Request) => Response | Promise<Response>;

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

/** The handlers of one endpoint. Order of checks: method, key, parameters, data. */
export function route(endpoint: Endpoint, service: ServiceOnDemand): RouteHandlers {
  return allMethods((request) => {
    const ready = service();
    return ready instanceof Promise
      ? ready.then((started) => answerRequest(endpoint, started, request))
      : answerRequest(endpoint, ready, request);
  });
}

/** The handlers of every path under /v1 that is none of ours: 404 whatever the key. */
export function unknownRoute(): RouteHandlers {
  return allMethods((request) => {
    const requestId = requestIdOf();
    if (request.method === 'OPTIONS') return respondToPreflight(requestId);
    return respondWithError(UNKNOWN_PATH, { requestId, withBody: request.method !== 'HEAD' });
  });
}

function allMethods(handler: Handler): RouteHandlers {
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
): Response | Promise<Response> {
  const requestId = requestIdOf();
  const { method, headers } = request;
  const withBody = method !== 'HEAD';
  if (method === 'OPTIONS') return respondToPreflight(requestId);
  if (method !== 'GET' && method !== 'HEAD') {
    return respondWithError(METHOD_NOT_ALLOWED, { requestId, withBody });
  }
  const sending: Sending = {
    requestId,
    access: endpoint.access,
    withBody,
    acceptEncoding: service.encodesBodies ? headers.get('accept-encoding') : null,
    ifNoneMatch: headers.get('if-none-match'),
  };
  try {
    if (endpoint.access === 'keyed') {
      const refused = refuseKey(service, headers);
      if (refused) return respondWithError(refused, sending);
    }
    const answered = answerQuery(endpoint, service, request, sending);
    return answered instanceof Promise
      ? answered.catch((error: unknown) => defectResponse(service, sending, error))
      : answered;
  } catch (error) {
    return defectResponse(service, sending, error);
  }
}

function refuseKey({ keys, browserKeys, clock }: ApiService, headers: Headers): ApiError | null {
  const key = headers.get('x-api-key');
  if (key === null) return MISSING_KEY;
  const nowMs = clock.real().getTime();
  const verified = key.startsWith(BROWSER_KEY_START)
    ? isOfThisSite(headers) && browserKeys.verify(key, nonceOf(headers.get('cookie')), nowMs)
    : keys.verify(key, nowMs);
  return verified ? null : INVALID_KEY;
}

function answerQuery(
  endpoint: Endpoint,
  service: ApiService,
  request: Request,
  sending: Sending,
): Response | Promise<Response> {
  const strict = /\bhandling\s*=\s*strict\b/i.test(request.headers.get('prefer') ?? '');
  const snapshot = service.snapshot();
  const query = queryTextOf(request.url);
  const target = `${endpoint.path}?${query}`;
  const prepared = strict ? undefined : service.answers.find(snapshot.version, target);
  if (prepared) return respondWithAnswer(prepared, sending);
  const parsed = readQuery(endpoint.query, query, strict);
  if (!parsed.ok) return respondWithError(parsed.error, sending);
  const respond = ({ answer, snapshot: { version } }: Answered): Response => {
    if (!answer.ok) return respondWithError(answer.error, sending, version);
    const fresh = prepareAnswer(answer.value, version);
    if (endpoint.access === 'keyed') service.answers.keep(target, fresh);
    return respondWithAnswer(fresh, sending);
  };
  const ask = (seen: RateSnapshot) => endpoint.answer(service, parsed.value, seen);
  const answer = ask(snapshot);
  return answer instanceof Promise
    ? answerOfOneCommit(service, ask, { answer, snapshot }).then(respond)
    : respond({ answer, snapshot });
}

/** An answer and the snapshot whose version it bears. */
interface Answered {
  readonly answer: Answer;
  readonly snapshot: RateSnapshot;
}

/** Readings of the database that a commit may cut into before the last one is taken as it is. */
const ANSWER_TRIES = 5;

/**
 * Waits for an answer out of the database, and asks again when a commit came in that its snapshot does not know: figures of
 * two commits must not bear one version.
 */
async function answerOfOneCommit(
  service: ApiService,
  ask: (snapshot: RateSnapshot) => Answer | Promise<Answer>,
  first: { readonly answer: Promise<Answer>; readonly snapshot: RateSnapshot },
): Promise<Answered> {
  let { snapshot } = first;
  let answer = await first.answer;
  for (let attempt = 1; attempt < ANSWER_TRIES; attempt += 1) {
    const { rates } = await service.history.readRevisions();
    if (rates === snapshot.revision) break;
    await service.catchUp();
    snapshot = service.snapshot();
    answer = await ask(snapshot);
  }
  return { answer, snapshot };
}

function queryTextOf(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return '';
  const end = url.indexOf('#', start);
  return end === -1 ? url.slice(start + 1) : url.slice(start + 1, end);
}

function defectResponse(service: ApiService, sending: Sending, error: unknown): Response {
  service.log.error({ requestId: sending.requestId, err: error }, 'a request ended in a defect');
  return respondWithError(INTERNAL_ERROR, sending);
}
