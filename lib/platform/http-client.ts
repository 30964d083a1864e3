import { DelegateBackoff, handleWhenResult, retry } from 'cockatiel';

import type { Clock } from './clock.ts';
import type { HostAddress } from './http-exchange.ts';
import { httpFailure, type HttpFailure, type HttpResult, isWorthRetrying } from './http-failure.ts';
import { type HttpLimits, UPSTREAM_LIMITS } from './http-limits.ts';
import { nameLookup } from './name-lookup.ts';
import { type FinalAnswer, type GetOptions, tryOnce, type TryRules } from './http-try.ts';

export type { HttpFailure, HttpResult } from './http-failure.ts';
export type { GetOptions } from './http-try.ts';

/** Fetches documents of publishers under the rules for upstream calls. Never throws. */
export interface HttpClient {
  /** Fetches a document. */
  readonly get: (url: string, options: GetOptions) => Promise<HttpResult<HttpBody>>;
  /** Fetches a document unless the host still has the given version of it (If-None-Match, If-Modified-Since; 304). */
  readonly getIfChanged: (
    url: string,
    version: DocumentVersion,
    options: GetOptions,
  ) => Promise<HttpResult<HttpBody | NotModified>>;
}

/** A document as it was answered with status 200. */
export interface HttpBody {
  readonly kind: 'body';
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unpacked when it was sent compressed. */
  readonly body: Uint8Array;
  /** What to ask with the next time. */
  readonly version: DocumentVersion;
  /** When the last byte was there, in service time. */
  readonly fetchedAt: Date;
  /** From the start of the try that succeeded to its last byte. */
  readonly latencyMs: number;
}

/** The host says that the asked version is still the current one. */
export interface NotModified {
  readonly kind: 'not-modified';
  readonly url: string;
  readonly fetchedAt: Date;
  readonly latencyMs: number;
}

/** How a host names one version of a document; null for what it did not send. */
export interface DocumentVersion {
  readonly etag: string | null;
  /** As sent: an HTTP date. */
  readonly lastModified: string | null;
}

/** What the client needs from outside. */
export interface HttpClientSettings {
  /** Its service time dates what is fetched, its real time a Retry-After that is a date. */
  readonly clock: Pick<Clock, 'service' | 'real'>;
  /** Names the service and how to reach its operator. */
  readonly userAgent: string;
  /** Only what differs from UPSTREAM_LIMITS. */
  readonly limits?: Partial<HttpLimits>;
  /** All addresses of a host name; `nameLookup` unless given. */
  readonly resolve?: (hostname: string) => Promise<readonly HostAddress[]>;
  /** Uniform in [0, 1), for the jitter. */
  readonly random?: () => number;
}

/** Makes a client; it keeps no connection and no state between calls. */
export function createHttpClient(settings: HttpClientSettings): HttpClient {
  const { clock } = settings;
  const rules: TryRules = {
    now: clock.real,
    limits: { ...UPSTREAM_LIMITS, ...settings.limits },
    resolve: settings.resolve ?? nameLookup(),
  };
  const random = settings.random ?? Math.random;
  const call = (url: string, conditions: Record<string, string>, options: GetOptions) => {
    const headers = {
      'user-agent': settings.userAgent,
      accept: '*/*',
      'accept-encoding': 'gzip, br',
      ...options.headers,
      ...conditions,
    };
    return untilStopped(
      withRetries(rules.limits, random, () => tryOnce(rules, url, headers, options)),
      options.signal,
    );
  };
  return {
    get: async (url, options) => {
      const result = await call(url, {}, options);
      return result.ok ? { ok: true, value: bodyOf(result.value, clock.service()) } : result;
    },
    getIfChanged: async (url, version, options) => {
      const result = await call(url, conditionsOf(version), options);
      if (!result.ok) return result;
      const answer = result.value;
      if (answer.status === 200) return { ok: true, value: bodyOf(answer, clock.service()) };
      const { latencyMs } = answer;
      return {
        ok: true,
        value: { kind: 'not-modified', url: answer.url, fetchedAt: clock.service(), latencyMs },
      };
    },
  };
}

function bodyOf(answer: FinalAnswer, fetchedAt: Date): HttpBody {
  const { url, status, headers, body, latencyMs } = answer;
  const version = { etag: headers['etag'] ?? null, lastModified: headers['last-modified'] ?? null };
  return { kind: 'body', url, status, headers, body, version, fetchedAt, latencyMs };
}

function conditionsOf(version: DocumentVersion): Record<string, string> {
  const conditions: Record<string, string> = {};
  if (version.etag !== null) conditions['if-none-match'] = version.etag;
  if (version.lastModified !== null) conditions['if-modified-since'] = version.lastModified;
  return conditions;
}

/** Tries again after failures that may pass, waiting with full jitter or as long as the host asks. */
function withRetries(
  limits: HttpLimits,
  random: () => number,
  attempt: () => Promise<HttpResult<FinalAnswer>>,
): Promise<HttpResult<FinalAnswer>> {
  // cockatiel hands results to its filter as unknown; the failure is kept here with its type instead.
  let failure: HttpFailure | null = null;
  const policy = retry(
    handleWhenResult(() => failure !== null && isWorthRetrying(failure) && isWaitAllowed(failure, limits)),
    {
      maxAttempts: limits.tries - 1,
      backoff: new DelegateBackoff(
        (context) => askedWaitMs(failure) ?? random() * limits.backoffMs * 2 ** (context.attempt - 1),
      ),
    },
  );
  return policy.execute(async () => {
    const result = await attempt();
    failure = result.ok ? null : result.error;
    return result;
  });
}

function askedWaitMs(failure: HttpFailure | null): number | null {
  return failure?.kind === 'status' ? failure.retryAfterMs : null;
}

function isWaitAllowed(failure: HttpFailure, limits: HttpLimits): boolean {
  return (askedWaitMs(failure) ?? 0) <= limits.retryAfterMaxMs;
}

/** cockatiel does not stop a wait between tries, so the signal ends the call from outside. */
function untilStopped<T>(
  call: Promise<HttpResult<T>>,
  signal: AbortSignal | undefined,
): Promise<HttpResult<T>> {
  if (signal === undefined) return call;
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(httpFailure({ kind: 'aborted', sentence: 'The call was stopped.' }));
    signal.addEventListener('abort', stop);
    call.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
