import { ENDPOINT_PATHS } from './endpoint-paths.ts';

/**
 * Every error of /v1: its HTTP status, its type, and its sentence where the interface (docs/interface.md) gives one. The only place that knows
 * statuses; a handler names a code.
 */
export const API_ERRORS = {
  missing_parameter: { status: 400, type: 'invalid_request_error' },
  invalid_parameter: { status: 400, type: 'invalid_request_error' },
  unknown_currency: { status: 400, type: 'invalid_request_error' },
  unknown_source: { status: 400, type: 'invalid_request_error' },
  bad_request: { status: 400, type: 'invalid_request_error' },
  unauthorized: { status: 401, type: 'authentication_error' },
  invalid_api_key: { status: 401, type: 'authentication_error' },
  https_required: { status: 403, type: 'invalid_request_error' },
  pair_unavailable: { status: 404, type: 'not_found_error' },
  not_found: { status: 404, type: 'not_found_error' },
  known_at_unavailable: { status: 404, type: 'not_found_error' },
  unknown_document: { status: 404, type: 'not_found_error' },
  method_not_allowed: { status: 405, type: 'invalid_request_error' },
  rate_limited: { status: 429, type: 'rate_limit_error' },
  internal_error: { status: 500, type: 'api_error' },
  server_busy: { status: 503, type: 'api_error' },
  source_unavailable: { status: 503, type: 'source_error' },
} as const;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** A failure as a handler names it: the code, the public sentence, and headers that belong to it. */
export interface ApiError {
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of every error. */
export interface ErrorBody {
  readonly error: {
    readonly code: ApiErrorCode;
    readonly message: string;
    readonly type: (typeof API_ERRORS)[ApiErrorCode]['type'];
  };
}

/** The body of an error, fields in the interface's order. */
export function errorBody(error: ApiError): ErrorBody {
  return { error: { code: error.code, message: error.message, type: API_ERRORS[error.code].type } };
}

/** What a 401 must say (RFC 9110, section 11.6.1): where the key goes. No such scheme is registered, so its name is ours. */
export const KEY_CHALLENGE = 'ApiKey realm="/v1", header="X-API-Key"';

/** The interface's own sentences, to the letter. */
export const MISSING_KEY: ApiError = {
  code: 'unauthorized',
  message: 'API key is missing',
  headers: { 'WWW-Authenticate': KEY_CHALLENGE },
};
export const INVALID_KEY: ApiError = {
  code: 'invalid_api_key',
  message: 'The provided API key is invalid',
  headers: { 'WWW-Authenticate': KEY_CHALLENGE },
};

/** The same for a caller that sent credentials in the header in which most services take theirs. */
export const MISPLACED_KEY: ApiError = {
  ...MISSING_KEY,
  headers: {
    'WWW-Authenticate': `${KEY_CHALLENGE}, error="invalid_request", error_description="Send the key in X-API-Key, not in Authorization"`,
  },
};

/** The database has been away for so long that a key may have been revoked without this process knowing. */
export const KEYS_UNSURE: ApiError = {
  code: 'source_unavailable',
  message:
    'Keys cannot be checked right now, because the database has been unavailable for too long. Try again soon.',
  headers: { 'Retry-After': '30' },
};

/** History is read from the database, which cannot be read now. */
export const HISTORY_AWAY: ApiError = {
  code: 'source_unavailable',
  message:
    'History cannot be read right now, because the database is unavailable. Current rates are still served; try again soon.',
  headers: { 'Retry-After': '5' },
};

/** A receipt that could not be stored is not given: nobody could show it later, nor would its figures be kept. */
export const RECEIPTS_AWAY: ApiError = {
  ...HISTORY_AWAY,
  message:
    'No receipt can be issued right now, because the database cannot be read or written. Ask without include=receipt, or try again soon.',
};

/** The same for the feed of the status page. */
export const INCIDENTS_AWAY: ApiError = {
  ...HISTORY_AWAY,
  message: `Incidents cannot be read right now, because the database is unavailable. The current states are at ${ENDPOINT_PATHS.status}; try again soon.`,
};

/** A process that was started while there was no database has nothing to answer from. */
export const DATABASE_AWAITED: ApiError = {
  ...HISTORY_AWAY,
  message: 'The service cannot answer yet, because its database is unavailable. Try again soon.',
};

/** A caller that asked more often than it may. */
export function rateLimited(whose: string, retryAfterSeconds: number): ApiError {
  return {
    code: 'rate_limited',
    message: `Too many requests ${whose}. Ask again in ${retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  };
}

/** A reader without an account who wants more receipts than are made for one, or for all of them, in a day. */
export function tooManyReceipts(retryAfterSeconds: number): ApiError {
  return {
    code: 'rate_limited',
    message: `Too many receipts were made for readers without an account: ask again in ${retryAfterSeconds} s, or with a key.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  };
}

/** A caller for whom, or for all of whom, as many answers wait to be made as may. */
export function tooManyWaiting({
  full,
  retryAfterSeconds,
}: {
  readonly full: 'line' | 'all';
  readonly retryAfterSeconds: number;
}): ApiError {
  const whose = full === 'line' ? 'of your requests' : 'requests of all callers';
  return {
    code: 'rate_limited',
    message: `Too many ${whose} are waiting for answers that take long to make. Ask again in ${retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  };
}

/** A caller of whom, or all of whom, have as many streams open as may be. */
export function tooManyStreams(whose: string, max: number): ApiError {
  return {
    code: 'rate_limited',
    message: `No more than ${max} streams may be open ${whose}. Close one, or try again in ${STREAM_RETRY_SECONDS} s.`,
    headers: { 'Retry-After': String(STREAM_RETRY_SECONDS) },
  };
}

/** A client that has gone without a word is noticed within some seconds. */
const STREAM_RETRY_SECONDS = 15;

export const INTERNAL_ERROR: ApiError = {
  code: 'internal_error',
  message: 'Something went wrong here. Try again; if it persists, give the operator the X-Request-Id.',
};

/** More connections are open than this server takes, from one address or in all. */
export const TOO_MANY_CONNECTIONS: ApiError = {
  code: 'server_busy',
  message: 'Too many connections to this server are open. Close some, or try again soon.',
  headers: { 'Retry-After': '5' },
};

export const UNKNOWN_DOCUMENT: ApiError = {
  code: 'unknown_document',
  message: 'No document with this SHA-256 is known here, or this key may not read its source.',
};

export const UNKNOWN_PATH: ApiError = {
  code: 'not_found',
  message: `There is no such path. The endpoints are ${new Intl.ListFormat('en-GB').format(Object.values(ENDPOINT_PATHS))}.`,
};
