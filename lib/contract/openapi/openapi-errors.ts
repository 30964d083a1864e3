import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import {
  API_ERRORS,
  type ApiError,
  type ApiErrorCode,
  INTERNAL_ERROR,
  INVALID_KEY,
  MISSING_KEY,
  rateLimited,
  TOO_MANY_CONNECTIONS,
  UNKNOWN_DOCUMENT,
  UNKNOWN_PATH,
} from '#lib/contract/errors';

/** What a caller must know of an error beside its status. */
export interface ErrorNote {
  /** The condition under which it is answered. */
  readonly when: string;
  /** What to do about it. */
  readonly remedy: string;
  /** A message as it is really answered. */
  readonly message: string;
}

/** The HTTP statuses of each error: its own, and for what is no HTTP two more that only the parser knows. */
export function statusesOf(code: ApiErrorCode): readonly number[] {
  return code === 'bad_request' ? [API_ERRORS[code].status, 408, 431] : [API_ERRORS[code].status];
}

/** A note on every error that /v1 can answer. */
export const ERROR_NOTES: Readonly<Record<ApiErrorCode, ErrorNote>> = {
  missing_parameter: {
    when: 'A required parameter is absent.',
    remedy: 'Add the parameter that the message names.',
    message: 'amount is missing.',
  },
  invalid_parameter: {
    when: 'A parameter is malformed, out of range, impossible, given twice, or not known to the endpoint (unless `Prefer: handling=lenient` is sent); or an API key is in the address.',
    remedy: 'Correct it. The message says what is allowed.',
    message:
      'amount must be 0 or a plain decimal from 1e-12 to 1e15 with a point and at most 15 significant digits, such as 1234.5.',
  },
  unknown_currency: {
    when: 'A code is not a currency that this service knows.',
    remedy: `Look it up at \`${ENDPOINT_PATHS.currencies}\`.`,
    message: 'from: GBX is not a currency this service knows. Use GBP: 1 GBX is 1 GBP divided by 100.',
  },
  unknown_source: {
    when: '`source` is not one of the nine identifiers.',
    remedy: 'Take one of those that the message lists.',
    message:
      'source must be one of ecb, boe, fed, boj, fixed, crypto-exchange, web-finance, charting-platform, web-search.',
  },
  bad_request: {
    when: 'The request could not be read as HTTP, came too slowly (408), or its head is too large (431).',
    remedy: 'Look at the client or the proxy in front of it.',
    message: 'The request could not be read as HTTP.',
  },
  unauthorized: {
    when: 'There is no `X-API-Key` header.',
    remedy: 'Send the key in that header.',
    message: MISSING_KEY.message,
  },
  invalid_api_key: {
    when: 'The key is malformed, unknown, revoked or expired (all look alike), or was sent twice.',
    remedy: 'Send one key that is listed as active on the keys page.',
    message: INVALID_KEY.message,
  },
  https_required: {
    when: 'The request came over plain HTTP, or through a proxy that the operator did not declare. `/v1` is never redirected.',
    remedy: 'Use the https address. If the key was sent, replace it.',
    message: 'Plain HTTP is answered on this machine only, as localhost, 127.0.0.1 or [::1].',
  },
  pair_unavailable: {
    when: 'Both codes are known, but no source has the pair, or had it at the requested moment; or the source is not enabled here, or not allowed for this key.',
    remedy: 'The message says which sources were tried, and why each had none.',
    message:
      'No rate for USD to KPW. Tried ecb: it publishes no current figure for the pair; fixed: no law fixes the pair.',
  },
  not_found: {
    when: 'There is no such path.',
    remedy: 'Take one of the paths that the message lists.',
    message: UNKNOWN_PATH.message,
  },
  known_at_unavailable: {
    when: '`knownAt` is before this service had figures of the source or was first started, or the answer may depend on a market.',
    remedy: 'Ask for a later instant, or name a `source`: `ecb`, `boe`, `fed`, `boj` or `fixed`.',
    message: 'This service has figures of ecb only since 2026-04-13.',
  },
  unknown_document: {
    when: 'No document with this SHA-256 is known here, or only of a source that is not enabled here or not allowed for this key.',
    remedy: 'Take the SHA-256 from the provenance of a rate.',
    message: UNKNOWN_DOCUMENT.message,
  },
  method_not_allowed: {
    when: 'The method is none of GET, HEAD and OPTIONS.',
    remedy: 'Use GET. The service is read-only.',
    message: 'This service is read-only: use GET, HEAD or OPTIONS.',
  },
  rate_limited: {
    when: 'The caller made more requests than it may, has too many requests waiting for answers that take long to make, or has too many streams open.',
    remedy: 'Wait as many seconds as `Retry-After` says, then go on.',
    message: rateLimited('with this key', 1).message,
  },
  internal_error: {
    when: 'Something went wrong here.',
    remedy: 'Try again. If it persists, give the operator the `X-Request-Id`.',
    message: INTERNAL_ERROR.message,
  },
  server_busy: {
    when: 'Too many connections are open, from one address or in all.',
    remedy: 'Reuse connections instead of opening new ones, and wait as many seconds as `Retry-After` says.',
    message: TOO_MANY_CONNECTIONS.message,
  },
  source_unavailable: {
    when: 'The source has the pair, but its figure is past its age limit, or it has none yet; without `source`, this is so for every source that has the pair. Also if the database cannot be read: history fails at once, everything else only after keys have gone unchecked for too long.',
    remedy:
      'Ask again after as many seconds as `Retry-After` says. With `source`, another one may have a rate now.',
    message: 'ecb has USD to JPY, but its newest figure is of 2026-04-13 and too old to serve.',
  },
};

/** An error as its note tells it, for examples. */
export function exampleError(code: ApiErrorCode): ApiError {
  return { code, message: ERROR_NOTES[code].message };
}

/** Errors that any request can meet, whatever it asks for. */
const ANY_REQUEST = [
  'invalid_parameter',
  'bad_request',
  'https_required',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'server_busy',
] as const satisfies readonly ApiErrorCode[];

const ANY_KEYED = [...ANY_REQUEST, 'unauthorized', 'invalid_api_key', 'source_unavailable'] as const;

/** Errors that an endpoint can answer because it has a parameter of this name. */
const BY_PARAMETER: Readonly<Record<string, readonly ApiErrorCode[]>> = {
  from: ['unknown_currency'],
  base: ['unknown_currency'],
  codes: ['unknown_currency'],
  pairs: ['unknown_currency', 'pair_unavailable'],
  symbols: ['unknown_currency'],
  source: ['unknown_source', 'pair_unavailable'],
  knownAt: ['known_at_unavailable'],
  sha256: ['unknown_document'],
};

/** The errors of an endpoint in the order of {@link API_ERRORS}, which is the order of their statuses. */
export function errorsOf(
  access: 'keyed' | 'public',
  parameters: readonly {
    readonly name: string;
    readonly place: 'path' | 'query';
    readonly required: boolean;
  }[],
): readonly ApiErrorCode[] {
  const possible = new Set<ApiErrorCode>(access === 'keyed' ? ANY_KEYED : ANY_REQUEST);
  for (const { name, place, required } of parameters) {
    // Without one that belongs in the path it is another path.
    if (required && place === 'query') possible.add('missing_parameter');
    for (const code of BY_PARAMETER[name] ?? []) possible.add(code);
  }
  return [...possible].toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
}

const ORDER: readonly string[] = Object.keys(API_ERRORS);
