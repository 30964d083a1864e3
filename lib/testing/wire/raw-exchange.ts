import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';

/** One request as it goes over the wire: on a connection of its own, with these headers and no others but Connection. */
export interface RawRequest {
  readonly port: number;
  readonly path: string;
  readonly method?: string;
  /** A list sends the header once for each. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  /** The certificate to trust; without it the request is plain HTTP. */
  readonly ca?: string;
  /** The name that is asked for in TLS. */
  readonly serverName?: string;
}

/** What came back; no redirect is followed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** SHA-256 of the server's certificate; empty over plain HTTP. */
  readonly fingerprint: string;
}

/** Sends one request to this machine. */
export function exchange({
  port,
  path,
  method = 'GET',
  headers = {},
  body = '',
  ca,
  serverName = 'localhost',
}: RawRequest): Promise<RawAnswer> {
  const options = {
    host: '127.0.0.1',
    port,
    path,
    method,
    agent: false as const,
    setHost: false,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
    ),
  };
  return new Promise((resolve, reject) => {
    const sent =
      ca === undefined
        ? requestPlain(options)
        : requestTls({ ...options, ca, servername: serverName, checkServerIdentity: () => undefined });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { socket, statusCode = 0 } = response;
      const fingerprint = 'getPeerCertificate' in socket ? fingerprintOf(socket) : '';
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: statusCode, headers: response.headers, body: text, fingerprint }),
      );
    });
    sent.end(body);
  });
}

function fingerprintOf(socket: object): string {
  const certificate = asTls(socket).getPeerCertificate();
  return certificate.fingerprint256;
}

/** Holds because only a TLS socket has the method, which was looked for. */
function asTls(socket: object): { readonly getPeerCertificate: () => { readonly fingerprint256: string } } {
  return socket as { getPeerCertificate: () => { fingerprint256: string } };
}
