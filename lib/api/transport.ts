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
  /** `inClear` says that the request crossed a network unencrypted, and a key in it with it. */
  | { readonly kind: 'refused'; readonly error: ApiError; readonly inClear: boolean }
  /** As refused; a page may be sent to this origin instead. */
  | { readonly kind: 'elsewhere'; readonly error: ApiError; readonly inClear: true; readonly origin: string };

/** Names that only this machine answers to; another one is a page of another site that points its name here. */
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** A name or address with or without port, and nothing that could end it early in an address. */
const HOST_FORM = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

const PROXY_HEADERS = ['forwarded', 'via', 'x-real-ip'] as const;

const HTTPS_PORT = 443;

const UNKNOWN_HOST: ApiError = {
  code: 'https_required',
  message: 'Plain HTTP is answered on this machine only, as localhost, 127.0.0.1 or [::1].',
};

const UNDECLARED_PROXY: ApiError = {
  code: 'https_required',
  message: 'This request came through a proxy that this server was not told of. Ask the server directly.',
};

const PLAIN_HTTP: ApiError = {
  code: 'https_required',
  message: 'This server is asked over HTTPS only. A key that was sent without should be replaced.',
};

const UNTRUSTED_PEER: ApiError = {
  code: 'https_required',
  message: 'This server is asked over HTTPS, by way of its proxy only.',
};

const UNCLEAR_WAY: ApiError = {
  code: 'bad_request',
  message: 'The forwarded headers of this request contradict each other or cannot be read.',
};

const OTHER_NAME: ApiError = {
  code: 'bad_request',
  message: 'This server does not answer under the name that the request gives in Host.',
};

/** Decides over a request by where its connection comes from and by what its headers say of the way. */
export function passTransport(entrance: Entrance, peer: Sender, headers: IncomingHttpHeaders): Passage {
  switch (entrance.kind) {
    case 'loopback': {
      const error = refuseForeign(headers);
      return error ? { kind: 'refused', error, inClear: false } : { kind: 'open', sender: peer };
    }
    case 'beside-tls':
      return sendElsewhere(headers, entrance.publicUrl, entrance.port);
    case 'open':
      if (entrance.proxies.trusts(peer.address)) return passProxied(entrance, peer, headers);
      if (!peer.isEncrypted) return { kind: 'refused', error: UNTRUSTED_PEER, inClear: true };
      return isNamed(entrance.publicUrl, headers)
        ? { kind: 'open', sender: peer }
        : { kind: 'refused', error: OTHER_NAME, inClear: false };
  }
}

/** Why a request over plain HTTP on loopback is refused, or null: a foreign Host, or the marks of a proxy nobody declared. */
function refuseForeign(headers: IncomingHttpHeaders): ApiError | null {
  if (!LOOPBACK_HOST.test(headers.host ?? '')) return UNKNOWN_HOST;
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return UNDECLARED_PROXY;
  for (const name in headers) if (name.startsWith('x-forwarded-')) return UNDECLARED_PROXY;
  return null;
}

function passProxied(
  { proxies, publicUrl }: Extract<Entrance, { kind: 'open' }>,
  peer: Sender,
  headers: IncomingHttpHeaders,
): Passage {
  const sender = forwardedSender(peer, headers, proxies);
  if (sender === 'unclear') return { kind: 'refused', error: UNCLEAR_WAY, inClear: false };
  return sender.isEncrypted ? { kind: 'open', sender } : sendElsewhere(headers, publicUrl, HTTPS_PORT);
}

function sendElsewhere(headers: IncomingHttpHeaders, publicUrl: URL | null, port: number): Passage {
  const origin = publicUrl?.origin ?? httpsOrigin(headers.host ?? '', port);
  return origin === null
    ? { kind: 'refused', error: PLAIN_HTTP, inClear: true }
    : { kind: 'elsewhere', error: PLAIN_HTTP, inClear: true, origin };
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
