import { isIP } from 'node:net';

import { exchange, type ExchangeAnswer, type HostAddress, timeoutFailure } from './http-exchange.ts';
import { httpFailure, type HttpFailure, type HttpResult } from './http-failure.ts';
import type { HttpLimits } from './http-limits.ts';
import { isPrivateAddress } from './private-address.ts';

/** What one call may do. */
export interface GetOptions {
  /** The hosts that may be asked, redirects included, as in a URL: `host`, or `host:port` when the port is not the scheme's. */
  readonly hosts: readonly string[];
  /**
   * Whether the operator set the address (UPSTREAM_<ID>): only then may it be in a private network or on loopback,
   * and only there may it be plain http.
   */
  readonly isOperatorAddress: boolean;
  /** Media types that the document may have; a missing type and application/octet-stream say nothing and are taken. */
  readonly contentTypes: readonly string[];
  /** Whether the document is a long history, which may take the bulk time limit. */
  readonly isBulk: boolean;
  /** Ends the call, waits between tries included. */
  readonly signal?: AbortSignal | undefined;
  /** Sent in a POST instead of a GET; such a call follows no redirect. */
  readonly postBody?: string;
  /** Further request headers, names in lower case; they replace the client's own, as `user-agent`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where a redirect leads to an error page and never to the document: none is followed. */
  readonly refusesRedirects?: boolean;
}

/** What a try needs from the client. */
export interface TryRules {
  readonly limits: HttpLimits;
  /** The real instant, for a Retry-After that is a date. */
  readonly now: () => Date;
  /** All addresses of a host name; may reject. */
  readonly resolve: (hostname: string) => Promise<readonly HostAddress[]>;
}

/** An answer with status 200, or 304 when the headers asked conditionally; `url` is where it came from. */
export interface FinalAnswer extends ExchangeAnswer {
  readonly url: string;
  readonly latencyMs: number;
}

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Makes one try: checks every address before it is asked, follows allowed redirects, and judges the final answer. Never throws. */
export async function tryOnce(
  rules: TryRules,
  address: string,
  headers: Readonly<Record<string, string>>,
  options: GetOptions,
): Promise<HttpResult<FinalAnswer>> {
  const startMs = performance.now();
  let url = parseUrl(address);
  let refusalKind: 'address_refused' | 'redirect_refused' = 'address_refused';
  for (let redirects = 0; ; redirects += 1) {
    if (url === null) return httpFailure({ kind: refusalKind, sentence: 'The address is not a URL.' });
    const refusal = refusalOf(url, options);
    if (refusal !== null) return httpFailure({ kind: refusalKind, sentence: refusal });
    const answer = await hop(rules, url, headers, options, startMs);
    if (!answer.ok) {
      const isRefused = answer.error.kind === 'address_refused';
      return isRefused ? httpFailure({ kind: refusalKind, sentence: answer.error.sentence }) : answer;
    }
    if (!REDIRECT_STATUSES.has(answer.value.status)) {
      return judge(rules, url, headers, options, answer.value, performance.now() - startMs);
    }
    if (options.refusesRedirects === true || options.postBody !== undefined) {
      const sentence = `${url.host} answered with a redirect instead of a document.`;
      return httpFailure({ kind: 'redirect_refused', sentence });
    }
    if (redirects === rules.limits.redirectsMax) {
      const sentence = `${url.host} redirected more than ${rules.limits.redirectsMax} times.`;
      return httpFailure({ kind: 'redirect_refused', sentence });
    }
    refusalKind = 'redirect_refused';
    url = redirectTarget(url, answer.value);
  }
}

/** A redirect's target; null when it names none, or leaves https. */
function redirectTarget(from: URL, answer: ExchangeAnswer): URL | null {
  const location = answer.headers['location'];
  const target = location === undefined ? null : parseUrl(location, from);
  return target !== null && from.protocol === 'https:' && target.protocol !== 'https:' ? null : target;
}

function parseUrl(text: string, base?: URL): URL | null {
  return URL.parse(text, base);
}

/** Why an address may not be asked at all; null when its host's addresses decide. */
function refusalOf(url: URL, options: GetOptions): string | null {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && options.isOperatorAddress)) {
    return `${url.host || 'An address'} is not asked over ${url.protocol.slice(0, -1)}, only over https.`;
  }
  if (!options.hosts.includes(url.host)) return `${url.host} is not one of ${options.hosts.join(', ')}.`;
  if (url.username !== '' || url.password !== '')
    return `The address of ${url.host} has a name or password in it.`;
  return null;
}

async function hop(
  rules: TryRules,
  url: URL,
  headers: Readonly<Record<string, string>>,
  options: GetOptions,
  startMs: number,
): Promise<HttpResult<ExchangeAnswer>> {
  const { limits } = rules;
  const totalMs = options.isBulk ? limits.bulkTotalMs : limits.totalMs;
  const addresses = await resolveHost(rules, url, options);
  if (!addresses.ok) return addresses;
  const refusal = addressRefusal(url, addresses.value, options);
  if (refusal !== null) return httpFailure({ kind: 'address_refused', sentence: refusal });
  const remainingMs = totalMs - (performance.now() - startMs);
  if (remainingMs <= 0) return httpFailure(timeoutFailure(url, 'total', totalMs));
  return exchange({
    url,
    addresses: addresses.value,
    headers,
    limits: { ...limits, remainingMs, totalMs },
    signal: options.signal,
    postBody: options.postBody,
  });
}

/** Resolves within the connect limit; the resolver itself cannot be stopped, its late answer is dropped. */
function resolveHost(
  rules: TryRules,
  url: URL,
  options: GetOptions,
): Promise<HttpResult<readonly HostAddress[]>> {
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(literal);
  if (family !== 0) return Promise.resolve({ ok: true, value: [{ address: literal, family }] });
  const { connectMs } = rules.limits;
  return new Promise((resolve) => {
    const finish = (result: HttpResult<readonly HostAddress[]>): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', abort);
      resolve(result);
    };
    const abort = (): void => finish(httpFailure({ kind: 'aborted', sentence: 'The call was stopped.' }));
    const timer = setTimeout(() => finish(httpFailure(timeoutFailure(url, 'connect', connectMs))), connectMs);
    options.signal?.addEventListener('abort', abort);
    if (options.signal?.aborted === true) abort();
    const unresolved = (cause: string): void =>
      finish(httpFailure({ kind: 'dns', sentence: `The name ${url.hostname} was not resolved (${cause}).` }));
    rules.resolve(url.hostname).then(
      (addresses) =>
        addresses.length === 0 ? unresolved('no address') : finish({ ok: true, value: addresses }),
      (error: unknown) => unresolved(codeOf(error)),
    );
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
}

/** Every address counts, not the first: the connection may go to any of them. */
function addressRefusal(url: URL, addresses: readonly HostAddress[], options: GetOptions): string | null {
  const isPrivate = addresses.some(({ address }) => isPrivateAddress(address));
  if (isPrivate && !options.isOperatorAddress) return `${url.host} has an address in a private network.`;
  if (url.protocol === 'http:' && !addresses.every(({ address }) => isPrivateAddress(address))) {
    return `${url.host} is on the internet and so is not asked over plain http.`;
  }
  return null;
}

function judge(
  rules: TryRules,
  url: URL,
  asked: Readonly<Record<string, string>>,
  options: GetOptions,
  answer: ExchangeAnswer,
  elapsedMs: number,
): HttpResult<FinalAnswer> {
  const isConditional = 'if-none-match' in asked || 'if-modified-since' in asked;
  if (answer.status !== 200 && !(answer.status === 304 && isConditional)) {
    return httpFailure(statusFailure(url, answer, rules.now()));
  }
  const contentType = answer.headers['content-type'] ?? '';
  if (answer.status === 200 && !isAcceptable(contentType, options.contentTypes)) {
    const sentence = `${url.host} answered with "${contentType}" instead of ${options.contentTypes.join(', ')}.`;
    return httpFailure({ kind: 'content_type', contentType, sentence });
  }
  return { ok: true, value: { ...answer, url: url.href, latencyMs: Math.round(elapsedMs) } };
}

function isAcceptable(contentType: string, wanted: readonly string[]): boolean {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return mediaType === '' || mediaType === 'application/octet-stream' || wanted.includes(mediaType);
}

function statusFailure(url: URL, answer: ExchangeAnswer, now: Date): HttpFailure {
  const retryAfterMs = retryAfter(answer.headers['retry-after'] ?? '', now);
  return {
    kind: 'status',
    status: answer.status,
    retryAfterMs,
    sentence: `${url.host} answered with status ${answer.status}.`,
  };
}

/** Retry-After is a number of seconds or an HTTP date; null for anything else. */
function retryAfter(value: string, now: Date): number | null {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - now.getTime());
}
