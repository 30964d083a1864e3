import type { IncomingMessage } from 'node:http';
import type { ApiError } from '#lib/contract/errors';

/** `http://host:port/path?query`, without credentials before the host (RFC 9110, section 4.2.4, has them refused). */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#@\\]+)([/?].*)?$/is;

const HOST = 'host';

/**
 * Turns a target with a scheme and an authority into the path alone, and the authority into the Host, whatever Host said
 * (RFC 9112, section 3.2.2): from here on both forms are one, and the same checks hold for both.
 */
export function toOriginForm(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.startsWith('/')) return;
  const [, authority, rest = '/'] = ABSOLUTE_FORM.exec(url) ?? [];
  const at = request.rawHeaders.findIndex(isHostName);
  if (authority === undefined || at === -1) return;
  request.url = rest.startsWith('?') ? `/${rest}` : rest;
  request.headers.host = authority;
  request.rawHeaders[at + 1] = authority;
}

/** Why a request does not say which host it is for, or null: it must, and once (RFC 9112, section 3.2). */
export function hostError(request: IncomingMessage): ApiError | null {
  const several = severalHosts(request);
  if (several) return several;
  // An empty one names no host either, and http has no targets without.
  return request.headers.host ? null : NO_HOST;
}

/** The same for what is asked by programs that may name none, such as a load balancer's check in HTTP/1.0. */
export function severalHosts(request: IncomingMessage): ApiError | null {
  return hostsOf(request) > 1 ? SEVERAL_HOSTS : null;
}

/** Whether a request only reads. */
export function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (isHostName(rawHeaders[index] ?? '', index)) count += 1;
  }
  return count;
}

const NO_HOST: ApiError = { code: 'bad_request', message: 'The request has no Host header.' };
const SEVERAL_HOSTS: ApiError = {
  code: 'bad_request',
  message: 'The request has more than one Host header.',
};

/** Names and values take turns in raw headers. */
function isHostName(name: string, index: number): boolean {
  return index % 2 === 0 && name.length === HOST.length && name.toLowerCase() === HOST;
}
