import type { BrowserKeys } from '#lib/account/browser-key';
import type { Clock } from '#lib/platform/clock';

/**
 * The cookie that browser keys are bound to. Over plain HTTP on loopback it bears no `__Host-` prefix and no Secure, which
 * Safari refuses there.
 */
const COOKIE_NAME = 'crossrate_page';

const COOKIE_LIFETIME_SECONDS = 86_400;

const NONCE_FORM = /^[0-9A-Za-z_-]{22}$/;

/** What the endpoint stands on. */
export interface BrowserKeyService {
  readonly browserKeys: BrowserKeys;
  readonly clock: Pick<Clock, 'real'>;
}

/** The cookie's value in a Cookie header, or null when there is none of the right form. */
export function nonceOf(cookieHeader: string | null): string | null {
  for (const part of (cookieHeader ?? '').split(';')) {
    const [name, value] = part.trim().split('=');
    if (name === COOKIE_NAME && value !== undefined && NONCE_FORM.test(value)) return value;
  }
  return null;
}

/**
 * POST /browser-key: a key of ten minutes for the page that asks, bound to a cookie that scripts cannot read. Another
 * site's page is refused: it can neither name itself this origin nor send JSON here without being asked first.
 */
export function issueBrowserKey({ browserKeys, clock }: BrowserKeyService, request: Request): Response {
  if (!isSameOrigin(request) || !/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    return refusal();
  }
  const nonce = nonceOf(request.headers.get('cookie')) ?? browserKeys.newNonce();
  const { key, expiresAt } = browserKeys.mint(nonce, clock.real());
  return new Response(JSON.stringify({ key, expiresAt: expiresAt.toISOString() }), {
    status: 200,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Set-Cookie': `${COOKIE_NAME}=${nonce}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${COOKIE_LIFETIME_SECONDS}`,
    },
  });
}

/** Browsers say where a request comes from and pages cannot change it; what says nothing is no page of ours. */
function isSameOrigin({ headers }: Request): boolean {
  return headers.get('origin') !== null && isOfThisSite(headers);
}

/** Whether nothing in a request says that another site's page sent it; a browser does not name its own site in a plain GET. */
export function isOfThisSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  return origin === null || (URL.canParse(origin) && new URL(origin).host === headers.get('host'));
}

function refusal(): Response {
  const error = {
    code: 'cross_site_request',
    message:
      'A browser key is given to the pages of this service only. A program uses an API key of an account.',
    type: 'authentication_error',
  };
  return new Response(JSON.stringify({ error }), {
    status: 403,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}
