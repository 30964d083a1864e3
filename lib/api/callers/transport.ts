import type { IncomingHttpHeaders } from 'node:http';
import type { ApiError } from '#lib/contract/errors';
import type { TrustedProxies } from '#lib/platform/trusted-proxies';
import { forwardedSender, type Sender } from './peer-address.ts';

/** How requests may reach a listener. */
export type Entrance =
  /** Plain HTTP from this machine only. */
  | { readonly kind: 'loopback' }
  /** Own TLS, or plain HTTP from proxies that the operator named, or both. */
  | { readonly kind: 'open'; readonly proxies: TrustedProxies; readonly publicUrl: URL | null }
  /** The plain listener beside own TLS, which sends pages to `origin` or to the same name at `port`. */
  | { readonly kind: 'beside-tls'; readonly publicUrl: URL | null; readonly port: number };

/** What becomes of a request before anybody looks at its path. */
export type Passage =
  | { readonly kind: 'open'; readonly sender: Sender }
  | (Refusal & { readonly kind: 'refused' })
  /** As refused; a page may be sent to this origin instead. */
  | (Refusal & { readonly kind: 'elsewhere'; readonly origin: string });

/** Why a request is refused, for its client and for the operator. */
export interface Refusal {
  readonly error: ApiError;
  /** What the operator can do where it is likely their own set-up that refuses; null where it is not. */
  readonly advice: string | null;
  /** Who sent the request over a network unencrypted, and a key in it with it; null when nobody is known to have. */
  readonly clearSender: Sender | null;
}

/** Names that only this machine answers to; another one is a page of another site that points its name here. */
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** A name or address with or without port, and nothing that could end it early in an address. */
const HOST_FORM = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

const PROXY_HEADERS = ['forwarded', 'via', 'x-real-ip'] as const;

const HTTPS_PORT = 443;

const UNKNOWN_HOST = httpsRequired(
  'Plain HTTP is answered on this machine only, as localhost, 127.0.0.1 or [::1].',
  'a request asked plain HTTP under a name other than localhost; for HTTPS set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES',
);

const UNDECLARED_PROXY = httpsRequired(
  'This request came through a proxy that this server does not trust. Ask the server directly.',
  "a request came through a proxy that was not declared; set TRUSTED_PROXIES to the proxy's address",
);

const PLAIN_HTTP = httpsRequired(
  'This server answers over HTTPS only. If a key was sent without it, replace the key.',
  null,
);

const PROTO_MISSING = httpsRequired(
  'The proxy of this server did not say whether this request came over HTTPS.',
  'a proxy in TRUSTED_PROXIES did not say how a request came; have it set X-Forwarded-Proto to https or http',
);

const UNTRUSTED_PEER = httpsRequired(
  'This server answers over HTTPS only, through its proxy.',
  'plain HTTP came from an address that is not in TRUSTED_PROXIES; name it there if it is your proxy',
);

const FORWARDED_UNREAD = {
  error: {
    code: 'bad_request',
    message:
      'This server reads X-Forwarded-For and X-Forwarded-Proto, not Forwarded. Send the request without Forwarded.',
  },
  advice:
    'a request with Forwarded, which is not read, came through a proxy in TRUSTED_PROXIES; have the proxy remove Forwarded, and set X-Forwarded-For and X-Forwarded-Proto',
} as const;

const UNCLEAR_WAY = {
  error: {
    code: 'bad_request',
    message: 'The forwarded headers of this request contradict each other or cannot be read.',
  },
  advice:
    'a proxy in TRUSTED_PROXIES sent forwarded headers that contradict each other; have it set X-Forwarded-For and X-Forwarded-Proto anew',
} as const;

const OTHER_NAME = {
  error: {
    code: 'bad_request',
    message: 'This server does not answer under the name that the request gives in Host.',
  },
  advice: 'a request asked for a name other than that of PUBLIC_URL; correct PUBLIC_URL if the name is yours',
} as const;

/** Decides over a request by where its connection comes from and by what its headers say of the way. */
export function passTransport(entrance: Entrance, peer: Sender, headers: IncomingHttpHeaders): Passage {
  switch (entrance.kind) {
    case 'loopback': {
      const reason = refuseForeign(headers);
      return reason ? refused(reason) : { kind: 'open', sender: peer };
    }
    case 'beside-tls':
      return sendElsewhere(headers, peer, entrance);
    case 'open':
      if (entrance.proxies.trusts(peer.address)) return passProxied(entrance, peer, headers);
      if (!peer.isEncrypted) return refused(UNTRUSTED_PEER, peer);
      return isNamed(entrance.publicUrl, headers) ? { kind: 'open', sender: peer } : refused(OTHER_NAME);
  }
}

/** Why a request over plain HTTP on loopback is refused, or null: a foreign Host, or the marks of a proxy nobody declared. */
function refuseForeign(headers: IncomingHttpHeaders): Reason | null {
  if (!LOOPBACK_HOST.test(headers.host ?? '')) return UNKNOWN_HOST;
  return isPassedOn(headers) ? UNDECLARED_PROXY : null;
}

function isPassedOn(headers: IncomingHttpHeaders): boolean {
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return true;
  for (const name in headers) if (name.startsWith('x-forwarded-')) return true;
  return false;
}

/** Whether an address that is trusted as a proxy's asks by itself, as what watches each process does: nothing says that the request is another's. */
export function asksForItself(entrance: Entrance, peer: Sender, headers: IncomingHttpHeaders): boolean {
  return entrance.kind === 'open' && entrance.proxies.trusts(peer.address) && !isPassedOn(headers);
}

function passProxied(
  { proxies, publicUrl }: Extract<Entrance, { kind: 'open' }>,
  peer: Sender,
  headers: IncomingHttpHeaders,
): Passage {
  if (headers.forwarded !== undefined) return refused(FORWARDED_UNREAD);
  const sender = forwardedSender(peer, headers, proxies);
  if (sender === 'unclear') return refused(UNCLEAR_WAY);
  if (sender === 'proto-missing') return refused(PROTO_MISSING);
  return sender.isEncrypted
    ? { kind: 'open', sender }
    : sendElsewhere(headers, sender, { publicUrl, port: HTTPS_PORT });
}

function sendElsewhere(
  headers: IncomingHttpHeaders,
  sender: Sender,
  { publicUrl, port }: { readonly publicUrl: URL | null; readonly port: number },
): Passage {
  const origin = publicUrl?.origin ?? httpsOrigin(headers.host ?? '', port);
  return origin === null
    ? refused(PLAIN_HTTP, sender)
    : { kind: 'elsewhere', ...PLAIN_HTTP, clearSender: sender, origin };
}

type Reason = Omit<Refusal, 'clearSender'>;

function refused(reason: Reason, clearSender: Sender | null = null): Passage {
  return { kind: 'refused', ...reason, clearSender };
}

function httpsRequired(message: string, advice: string | null): Reason {
  return { error: { code: 'https_required', message }, advice };
}

function httpsOrigin(host: string, port: number): string | null {
  if (!HOST_FORM.test(host)) return null;
  return `https://${host.replace(/:\d+$/, '')}${port === HTTPS_PORT ? '' : `:${port}`}`;
}

/** Whether the Host is the one under which the operator says that the server is known. */
function isNamed(publicUrl: URL | null, { host }: IncomingHttpHeaders): boolean {
  if (publicUrl === null) return HOST_FORM.test(host ?? '');
  const address = `${publicUrl.protocol}//${host}`;
  return HOST_FORM.test(host ?? '') && URL.canParse(address) && new URL(address).host === publicUrl.host;
}
