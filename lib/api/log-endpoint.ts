import { gunzipSync } from 'node:zlib';
import { type ApiError, INTERNAL_ERROR, LOG_AWAY } from '#lib/contract/errors';
import { parseTilePath } from '#lib/domain/log/tree-tiles';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import type { Store } from '#lib/store/store';
import type { ApiService } from './api-service.ts';
import { callerOf, isEncryptedFor } from './callers/caller.ts';
import { readSoon } from './health/read-soon.ts';
import { codingFor } from './http/accept-encoding.ts';
import { createRequestIds } from './http/request-id.ts';
import {
  type Addressing,
  ALLOWED_METHODS,
  asBody,
  limitHeaders,
  respondToPreflight,
  respondWithError,
  transportHeaders,
} from './http/respond.ts';
import { admit } from './limits/admission.ts';
import type { Handler } from './route.ts';

/** What the log is read from. */
export interface LogService extends ApiService {
  readonly store: Pick<Store, 'readNewestLogHead' | 'readLogFile' | 'fault' | 'look'>;
  /** Whether anybody may read the figures of every bank, which the entries say. */
  readonly publishesEntries: boolean;
}

/** What stands before every file of the log. */
const LOG_PREFIX = '/log/';
const TILE_PREFIX = '/log/tile/';

/** Whether an address belongs to the log of figures. */
export function isOfLog(path: string): boolean {
  return path.startsWith(LOG_PREFIX);
}

const METHOD_NOT_ALLOWED: ApiError = {
  code: 'method_not_allowed',
  message: 'The log is read-only: use GET, HEAD or OPTIONS.',
  headers: { Allow: ALLOWED_METHODS },
};

const NO_SUCH_FILE: ApiError = {
  code: 'not_found',
  message:
    'The log has no such file. It has /log/checkpoint, /log/checkpoint.pub, and /log/tile/L/N and /log/tile/entries/N as far as the checkpoint reaches (https://c2sp.org/tlog-tiles).',
};

const ENTRIES_KEPT_BACK: ApiError = {
  code: 'not_found',
  message:
    'This server does not publish the entries of its log, because not everybody may read its figures. Use /log/checkpoint and /log/tile/L/N.',
};

const NO_HEAD_YET: ApiError = {
  code: 'not_found',
  message: 'The log has no checkpoint yet. The first follows within a minute of the first figures.',
};

const requestIdOf = createRequestIds();

/**
 * The log of figures (https://c2sp.org/tlog-tiles): for everybody, from any origin, without a key, counted like GET /v1/status; its
 * entries, which say the figures, only where everybody may read all of them.
 */
export function createLogEndpoint(service: LogService): Handler {
  return async ({ method, headers, url }, context) => {
    const caller = callerOf(context);
    const addressing: Addressing = {
      requestId: requestIdOf(),
      withBody: method !== 'HEAD',
      isEncrypted: isEncryptedFor(caller),
      limit: null,
    };
    if (method === 'OPTIONS') return respondToPreflight(addressing);
    if (method !== 'GET' && method !== 'HEAD') return respondWithError(METHOD_NOT_ALLOWED, addressing);
    const { error, limit } = admit(service, 'public', headers, caller);
    const counted = { ...addressing, limit };
    if (error) return respondWithError(error, counted);
    try {
      const file = await readSoon(service.store, () => fileAt(service, new URL(url).pathname));
      if ('code' in file) return respondWithError(file, counted);
      const mayPack = service.encodesBodies && codingFor(headers.get('accept-encoding')) !== 'plain';
      return respondWithLogFile(file, counted, mayPack);
    } catch (defect) {
      if (defect instanceof DatabaseUnavailable) return respondWithError(LOG_AWAY, counted);
      service.log.error({ requestId: addressing.requestId, err: defect }, 'the log could not be read');
      return respondWithError(INTERNAL_ERROR, counted);
    }
  };
}

/** A file of the log as it is stored. */
interface LogFile {
  readonly type: string;
  readonly cacheControl: string;
  readonly body: Uint8Array;
  readonly isPacked: boolean;
}

/** Heads follow each other; what is hashed never changes; entries neither, but an operator may close them. */
const CACHE_CONTROL = {
  head: 'public, max-age=5',
  tile: 'public, max-age=31536000, immutable',
  entries: 'public, max-age=86400, immutable',
} as const;

const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';

async function fileAt(service: LogService, path: string): Promise<LogFile | ApiError> {
  const { store } = service;
  if (path === '/log/checkpoint' || path === '/log/checkpoint.pub') {
    const head = await store.readNewestLogHead();
    if (head === null) return NO_HEAD_YET;
    const text = path === '/log/checkpoint' ? head.note : `${head.verifierKey}\n`;
    return { type: TEXT, cacheControl: CACHE_CONTROL.head, body: Buffer.from(text), isPacked: false };
  }
  const file = path.startsWith(TILE_PREFIX) ? parseTilePath(path.slice(TILE_PREFIX.length)) : null;
  if (file?.level === 'entries' && !service.publishesEntries) return ENTRIES_KEPT_BACK;
  const body = file && (await store.readLogFile(file));
  if (!file || !body) return NO_SUCH_FILE;
  const isPacked = file.level === 'entries';
  return { type: BYTES, cacheControl: CACHE_CONTROL[isPacked ? 'entries' : 'tile'], body, isPacked };
}

function respondWithLogFile(file: LogFile, addressing: Addressing, mayPack: boolean): Response {
  const isPacked = file.isPacked && mayPack;
  const body = file.isPacked && !isPacked ? gunzipSync(file.body) : file.body;
  return new Response(addressing.withBody ? asBody(body) : null, {
    status: 200,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'X-API-Key, Accept-Encoding',
      'Cache-Control': file.cacheControl,
      'Content-Type': file.type,
      'Content-Length': String(body.byteLength),
      'X-Request-Id': addressing.requestId,
      ...(isPacked && { 'Content-Encoding': 'gzip' }),
      ...limitHeaders(addressing.limit),
      ...transportHeaders(addressing.isEncrypted),
    },
  });
}
