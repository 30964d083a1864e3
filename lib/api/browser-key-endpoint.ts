import { LRUCache } from 'lru-cache';
import type { KnownSignedIn } from '#lib/account/account-area';
import type { BrowserKeys, PageReader } from '#lib/account/keys/browser-key';
import { cookieIn, setCookieLine } from '#lib/account/sign-in/cookies';
import { API_ERRORS, rateLimited } from '#lib/contract/errors';
import type { Clock } from '#lib/platform/clock';
import { type Caller, callerOf, isOfThisSite, type OutsideCaller } from '#lib/api/callers/caller';
import type { LimitHeaders } from '#lib/api/limits/limiter';
import type { RateLimits } from '#lib/api/limits/rate-limit';
import { limitHeaders, transportHeaders } from './http/respond.ts';

/**
 * The cookie that browser keys are bound to. Over plain HTTP on loopback it bears no `__Host-` prefix and no Secure, which
 * Safari refuses there.
 */
const COOKIE_NAME = 'crossrate_page';

const COOKIE_LIFETIME_SECONDS = 86_400;

/** Pages whose newest key is remembered, so that giving the same one again does not count as making one. */
const PAGES_MAX = 10_000;

/** What the endpoint stands on. */
export interface BrowserKeyService {
  readonly browserKeys: BrowserKeys;
  readonly clock: Pick<Clock, 'real'>;
  readonly limits: Pick<RateLimits, 'takeMint'>;
  /** What pages may read when nobody is signed in; null when they may not. */
  readonly anonymous: object | null;
  /** Whether a request bears the cookie of a session; asks the database only where there is such a cookie. */
  readonly isSignedIn: IsSignedIn;
}

/** Whether somebody is signed in by a Cookie header that came over TLS or not. */
export type IsSignedIn = (
  cookie: string | null,
  isEncrypted: boolean,
) => KnownSignedIn | Promise<KnownSignedIn>;

/** Answers POST /browser-key; the second argument is the caller, as our own listener passes it. */
export type IssueBrowserKey = (request: Request, context?: unknown) => Response | Promise<Response>;

/** The value of our cookie in a Cookie header, or null; whether it was made here is not asked. */
export function pageCookieOf(cookieHeader: string | null, caller: OutsideCaller | null): string | null {
  return cookieIn(cookieHeader, cookieName(caller));
}

/**
 * POST /browser-key: a key of ten minutes for the page that asks, bound to a cookie that scripts cannot read. Another
 * site's page is refused: it can neither name itself this origin nor send JSON here without being asked first.
 */
export function createBrowserKeyEndpoint(service: BrowserKeyService): IssueBrowserKey {
  const { browserKeys, clock, limits, anonymous, isSignedIn } = service;
  const given = new LRUCache<string, string>({ max: PAGES_MAX });
  const issue = (headers: Headers, caller: OutsideCaller | null, reader: PageReader): Response => {
    const sent = pageCookieOf(headers.get('cookie'), caller);
    const cookie = sent !== null && browserKeys.isOwnCookie(sent) ? sent : browserKeys.newCookie();
    const { key, expiresAt } = browserKeys.mint(cookie, clock.real(), reader);
    let limit: LimitHeaders | null = null;
    if (given.get(cookie) !== key) {
      const verdict = caller && limits.takeMint(caller.network);
      if (verdict && verdict.retryAfterSeconds > 0) {
        return tooManyPages(verdict.retryAfterSeconds, verdict.headers, caller);
      }
      limit = verdict?.headers ?? null;
      given.set(cookie, key);
    }
    return answer(
      200,
      { key, expiresAt: expiresAt.toISOString() },
      { ...limitHeaders(limit), 'Set-Cookie': setCookie(cookie, caller) },
      caller,
    );
  };
  const decide = (headers: Headers, caller: OutsideCaller | null, isMember: KnownSignedIn): Response => {
    if (isMember === 'unknown') return UNKNOWN.answer(caller);
    if (isMember) return issue(headers, caller, 'member');
    return anonymous === null ? SIGN_IN.answer(caller) : issue(headers, caller, 'anybody');
  };
  return ({ headers }, context) => {
    const caller = outside(callerOf(context));
    if (!isJsonOfThisSite(headers, caller)) return CROSS_SITE.answer(caller);
    const isMember = isSignedIn(headers.get('cookie'), caller?.isEncrypted === true);
    return isMember instanceof Promise
      ? isMember.then((known) => decide(headers, caller, known))
      : decide(headers, caller, isMember);
  };
}

function outside(caller: Caller | null): OutsideCaller | null {
  return caller?.kind === 'outside' ? caller : null;
}

/** Browsers say where a request comes from and pages cannot change it; what says nothing is no page of ours. */
function isJsonOfThisSite(headers: Headers, caller: OutsideCaller | null): boolean {
  return (
    headers.get('origin') !== null &&
    isOfThisSite(headers, caller) &&
    /^application\/json\b/i.test(headers.get('content-type') ?? '')
  );
}

function cookieName(caller: OutsideCaller | null): string {
  return caller?.isEncrypted === true ? `__Host-${COOKIE_NAME}` : COOKIE_NAME;
}

function setCookie(value: string, caller: OutsideCaller | null): string {
  return setCookieLine({
    name: cookieName(caller),
    value,
    maxAgeSeconds: COOKIE_LIFETIME_SECONDS,
    isEncrypted: caller?.isEncrypted === true,
  });
}

function tooManyPages(
  retryAfterSeconds: number,
  limit: LimitHeaders,
  caller: OutsideCaller | null,
): Response {
  const { code, message, headers } = rateLimited('for keys of pages from this address', retryAfterSeconds);
  const { status, type } = API_ERRORS[code];
  return answer(status, { error: { code, message, type } }, { ...headers, ...limitHeaders(limit) }, caller);
}

const CROSS_SITE = refusal(
  'cross_site_request',
  'A browser key is given to the pages of this service only. A program uses an API key of an account.',
);

const SIGN_IN = refusal(
  'sign_in_required',
  'This server shows figures to people who are signed in. Sign in to read them.',
);

function refusal(code: string, message: string) {
  const error = { code, message, type: 'authentication_error' };
  return { answer: (caller: OutsideCaller | null) => answer(403, { error }, {}, caller) };
}

/** A key for anybody would show whoever is signed in less than is theirs, and a refusal would send them to sign in. */
const UNKNOWN = {
  answer: (caller: OutsideCaller | null) => {
    const message =
      'The account database does not answer, so this server cannot tell who is signed in. Try again in a moment.';
    const error = { code: 'database_unavailable', message, type: 'server_error' };
    return answer(503, { error }, { 'Retry-After': String(UNKNOWN_RETRY_SECONDS) }, caller);
  },
};

/** As soon as the account's own pages are told to ask again. */
const UNKNOWN_RETRY_SECONDS = 5;

function answer(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>>,
  caller: OutsideCaller | null,
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      ...transportHeaders(caller?.isEncrypted === true),
      ...headers,
    },
  });
}
