import type { EndpointExample } from '#lib/contract/endpoint-contract';
import { requestAddress } from '#lib/contract/endpoint-paths';
import { type ApiErrorCode, KEYS_UNSURE } from '#lib/contract/errors';
import { ERROR_NOTES } from './openapi-errors.ts';
import { STREAM_LIMITS } from '#lib/contract/request-limits';

/** A request that an endpoint answers with an error, and the message of that answer. */
export interface ErrorExample {
  /** What is particular about the request or the moment. */
  readonly summary: string;
  /** Method, path and query, such as `GET /v1/rates/pair?from=GBX&to=JPY`; null for what cannot be read. */
  readonly request: string | null;
  readonly message: string;
}

/** What of an endpoint an example of its errors is made of. */
export interface FailingOperation {
  readonly id: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
  readonly examples: readonly EndpointExample[];
}

/** A day on which the newest figures of the other examples are too old to serve. */
export const LATE_DAY = '2026-05-10';

/** An error as this endpoint answers it: its first example's request with one thing wrong. */
export function errorExample(operation: FailingOperation, code: ApiErrorCode): ErrorExample {
  const { path } = operation;
  const { summary, message, query = rightQuery(operation) } = wrongRequest(operation, code);
  const method = code === 'method_not_allowed' ? 'POST' : 'GET';
  return {
    summary,
    request: code === 'bad_request' ? null : `${method} ${requestAddress(path, query)}`,
    message: message ?? ERROR_NOTES[code].message,
  };
}

type Query = Readonly<Record<string, string>>;

interface WrongRequest {
  readonly summary: string;
  /** The query of the first example where it is not this that is wrong. */
  readonly query?: Query;
  /** The one of the note where absent. */
  readonly message?: string;
}

function wrongRequest(operation: FailingOperation, code: ApiErrorCode): WrongRequest {
  switch (code) {
    case 'missing_parameter':
      return missingParameter(operation);
    case 'invalid_parameter':
      return invalidParameter(operation);
    case 'unknown_currency':
      return unknownCurrency(operation);
    case 'unknown_source':
      return {
        summary: 'An unknown source',
        query: { ...rightQuery(operation), source: 'oecd' },
      };
    case 'pair_unavailable':
      return pairUnavailable(operation);
    case 'source_unavailable':
      return sourceUnavailable(operation);
    case 'known_at_unavailable':
      return {
        summary: 'An instant before the first figures',
        query: { ...rightQuery(operation), source: 'ecb', knownAt: '2026-01-01' },
      };
    case 'unknown_document':
      return { summary: 'A document that is not known', query: { sha256: '0'.repeat(64) } };
    case 'bad_request':
      return { summary: 'A request that cannot be read' };
    case 'unauthorized':
      return { summary: 'Without a key' };
    case 'invalid_api_key':
      return { summary: 'With a key that is not valid' };
    case 'https_required':
      return { summary: 'Over plain HTTP from another machine' };
    case 'not_found':
      return { summary: 'Another path' };
    case 'method_not_allowed':
      return { summary: 'Another method' };
    case 'rate_limited':
      return { summary: 'One request too many' };
    case 'internal_error':
      return { summary: 'A fault in the service' };
    case 'server_busy':
      return { summary: 'One connection too many' };
  }
}

/** The first example's query, of no source in particular where none has to be named. */
function rightQuery({ examples, parameters }: FailingOperation): Query {
  const { source, ...query }: Query = examples[0]?.query ?? {};
  const isNamed =
    source !== undefined && parameters.some(({ name, required }) => name === 'source' && required);
  return isNamed ? { source, ...query } : query;
}

function missingParameter(operation: FailingOperation): WrongRequest {
  const missing = operation.parameters.findLast(({ required }) => required)?.name ?? '';
  const query = Object.fromEntries(
    Object.entries(rightQuery(operation)).filter(([name]) => name !== missing),
  );
  return { summary: `Without ${missing}`, query, message: `${missing} is missing.` };
}

/** A wrong value of some parameters, and what is said of it. */
const WRONG_VALUES = [
  ['amount', '1,000', ERROR_NOTES.invalid_parameter.message],
  ['skip', '-1', 'skip must be a whole number from 0 to 9999999.'],
  ['limit', '5001', 'limit must be a whole number from 1 to 5000.'],
  ['startDate', 'soon', 'startDate must be a day that exists, such as 2026-04-13.'],
  ['days', '32', 'days must be a whole number from 1 to 31.'],
  [
    'pairs',
    'EURUSD',
    `pairs must be 1 to ${STREAM_LIMITS.pairs} pairs with commas between them, such as EUR/USD,USD/JPY.`,
  ],
  ['from', 'US$', 'from must be a currency code such as USD.'],
  ['base', 'US$', 'base must be a currency code such as USD.'],
  ['sha256', 'abc', 'sha256 must be 64 hexadecimal digits.'],
] as const;

/** An endpoint without parameters has only the key that belongs in a header. */
const KEY_IN_ADDRESS: WrongRequest = {
  summary: 'A key in the address',
  query: { key: 'xr_live_0' },
  message:
    'An API key does not belong in the address; send it in the X-API-Key header, and replace this one.',
};

function invalidParameter(operation: FailingOperation): WrongRequest {
  const wrong = WRONG_VALUES.find(([name]) => operation.parameters.some((one) => one.name === name));
  if (wrong === undefined) return KEY_IN_ADDRESS;
  const [name, value, message] = wrong;
  return {
    summary: `A wrong ${name}`,
    query: { ...rightQuery(operation), [name]: value },
    message,
  };
}

function unknownCurrency(operation: FailingOperation): WrongRequest {
  const isCode = ({ name: own }: { readonly name: string }) => ['from', 'base', 'pairs'].includes(own);
  const name = operation.parameters.find(isCode)?.name ?? '';
  return {
    summary: 'An unknown currency',
    query: { ...rightQuery(operation), [name]: name === 'pairs' ? 'GBX/JPY' : 'GBX' },
    message: `${name}: GBX is not a currency this service knows. Use GBP: 1 GBX is 1 GBP divided by 100.`,
  };
}

function pairUnavailable(operation: FailingOperation): WrongRequest {
  const right = rightQuery(operation);
  if (isOfPast(operation) && right['source'] !== undefined) {
    return {
      summary: 'A source that is not enabled',
      query: { ...right, source: 'fed' },
      message: 'fed is not enabled on this server; enabled: ecb, fixed.',
    };
  }
  const summary = 'A currency that no source has';
  if (right['base'] !== undefined) {
    return {
      summary,
      query: { ...right, base: 'KPW' },
      message: 'No rate of KPW. Tried ecb: it publishes no current figure of KPW; fixed: no law fixes KPW.',
    };
  }
  if (right['pairs'] !== undefined) return { summary, query: { ...right, pairs: 'USD/KPW' } };
  const query = { ...right, to: 'KPW' };
  return operation.id === 'historical'
    ? {
        summary,
        query,
        message:
          'No history for EUR to KPW. Tried ecb: it publishes no figures of the pair; fixed: no law ever fixed the pair.',
      }
    : { summary, query };
}

/** Whether it tells of what was, which does not grow too old. */
function isOfPast({ id }: FailingOperation): boolean {
  return id === 'historical' || id === 'revisions';
}

function sourceUnavailable(operation: FailingOperation): WrongRequest {
  const isOfNow = operation.parameters.some(({ name }) => name === 'source') && !isOfPast(operation);
  // A stream begins all the same, and says so of the pair.
  if (!isOfNow || operation.id === 'stream')
    return { summary: 'While keys cannot be checked', message: KEYS_UNSURE.message };
  const query: Query = { ...rightQuery(operation), source: 'ecb' };
  const words = query['base'] ?? `${query['from']} to ${query['to']}`;
  return {
    summary: `On ${LATE_DAY}, with no newer figures than those of 2026-04-13`,
    query,
    message: `ecb has ${words}, but its newest figure is of 2026-04-13 and too old to serve.`,
  };
}
