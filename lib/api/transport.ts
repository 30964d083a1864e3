import type { IncomingHttpHeaders } from 'node:http';
import type { ApiError } from '#lib/contract/errors';

/** Names that only this machine answers to; another one is a page of another site that points its name here. */
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

const PROXY_HEADERS = ['forwarded', 'via', 'x-real-ip'] as const;

const UNKNOWN_HOST: ApiError = {
  code: 'https_required',
  message: 'Plain HTTP is answered on this machine only, as localhost, 127.0.0.1 or [::1].',
};

const UNDECLARED_PROXY: ApiError = {
  code: 'https_required',
  message: 'This request came through a proxy that this server was not told of. Ask the server directly.',
};

/** Why a request over plain HTTP on loopback is refused, or null: a foreign Host, or the marks of a proxy nobody declared. */
export function refuseTransport(headers: IncomingHttpHeaders): ApiError | null {
  if (!LOOPBACK_HOST.test(headers.host ?? '')) return UNKNOWN_HOST;
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return UNDECLARED_PROXY;
  for (const name in headers) if (name.startsWith('x-forwarded-')) return UNDECLARED_PROXY;
  return null;
}
