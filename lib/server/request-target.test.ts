import { describe, expect, it } from 'vitest';
import { shareListening, startListening } from '#lib/testing/worlds/listening-server';
import { bodyOf, raw } from '#lib/testing/wire/raw-text';

const PEGGED_PATH = '/v1/rates/pair?from=EUR&to=XOF';

const NO_HOST = 'The request has no Host header.';
const SEVERAL_HOSTS = 'The request has more than one Host header.';

const shared = shareListening();

/** Targets with the Host beside them, and the status of the answer. */
const TARGETS = [
  ['http://localhost/v1/status', 'localhost', 200],
  ['http://localhost:8080/v1/status', 'localhost', 200],
  ['HTTP://LOCALHOST/v1/status', 'localhost', 200],
  ['http://[::1]:3000/v1/status', 'localhost', 200],
  ['http://127.0.0.1/v1/rates?base=EUR', 'localhost', 401],
  ['http://localhost/v1/nowhere', 'localhost', 404],
  ['http://localhost/healthz', 'evil.example', 200],
  ['http://localhost/v1/status', 'evil.example', 200],
  ['http://evil.example/v1/status', 'localhost', 403],
  ['http://localhost.evil.example/v1/status', 'localhost', 403],
  ['http://localhost:80:80/v1/status', 'localhost', 403],
  ['http://user:password@localhost/v1/status', 'localhost', 400],
  ['http:///v1/status', 'localhost', 400],
  ['http://localhost//v1/status', 'localhost', 400],
  ['http://localhost\\@evil.example/v1/status', 'localhost', 400],
  ['ftp://localhost/v1/status', 'localhost', 400],
  ['localhost/v1/status', 'localhost', 400],
] as const;

describe('a request that does not say once which host it is for', () => {
  it('is 400 in the one error shape, for the API and for pages', async () => {
    const { port } = await shared();
    for (const [hosts, message] of [
      [[], NO_HOST],
      [['Host: localhost', 'Host: localhost'], SEVERAL_HOSTS],
      [['Host: localhost', 'hOST: evil.example'], SEVERAL_HOSTS],
    ] as const) {
      for (const line of [
        'GET /v1/status HTTP/1.0',
        'GET /v1/status HTTP/1.1',
        `GET ${PEGGED_PATH} HTTP/1.1`,
        'GET / HTTP/1.1',
        'GET http://localhost/v1/status HTTP/1.1',
      ]) {
        const answer = await raw(port, requestText(line, hosts));
        expect(answer, line).toMatch(/^HTTP\/1\.1 400 /);
        expect(answer, line).toMatch(/\r\nAccess-Control-Allow-Origin: \*\r\n/);
        expect(bodyOf(answer), line).toEqual({
          error: { code: 'bad_request', message, type: 'invalid_request_error' },
        });
      }
    }
  });

  it('is 400 where its Host is empty, unless its target names the host', async () => {
    const { port } = await shared();
    for (const line of ['GET /v1/status HTTP/1.0', 'GET /v1/status HTTP/1.1', 'GET / HTTP/1.1']) {
      const answer = await raw(port, requestText(line, ['Host: ']));
      expect(answer, line).toMatch(/^HTTP\/1\.1 400 /);
      expect(bodyOf(answer), line).toEqual({
        error: { code: 'bad_request', message: NO_HOST, type: 'invalid_request_error' },
      });
    }
    const named = requestText('GET http://localhost/v1/status HTTP/1.1', ['Host:']);
    expect(await raw(port, named)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is answered all the same where a load balancer asks whether the process lives', async () => {
    const { port } = await shared();
    expect(await raw(port, requestText('GET /healthz HTTP/1.0', []))).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe.each(['/healthz', '/readyz'])('%s', (path) => {
  it('is read, and nothing else can be done with it', async () => {
    const { port } = await shared();
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
      const answer = await raw(port, requestText(`${method} ${path} HTTP/1.1`, ['Host: localhost']));
      expect(answer, method).toMatch(/^HTTP\/1\.1 405 [^]*\r\nAllow: GET, HEAD\r\n/);
    }
    const answer = await raw(port, requestText(`HEAD ${path} HTTP/1.1`, ['Host: localhost']));
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n$/);
  });

  it('is 400 where a request names several hosts', async () => {
    const { port } = await shared();
    const hosts = ['Host: localhost', 'Host: evil.example'];
    expect(bodyOf(await raw(port, requestText(`GET ${path} HTTP/1.1`, hosts)))).toMatchObject({
      error: { code: 'bad_request', message: SEVERAL_HOSTS },
    });
  });
});

describe('a target in absolute form', () => {
  it('is answered as its path at the host that it names, whatever Host says', async () => {
    const { port } = await shared();
    for (const [target, host, status] of TARGETS) {
      const answer = await raw(port, requestText(`GET ${target} HTTP/1.1`, [`Host: ${host}`]));
      expect(answer, `${target}, Host ${host}`).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    }
  });

  it('is held against the address that the operator named, over TLS too', async () => {
    const { send } = await startListening({ PUBLIC_URL: 'https://rates.example.org' }, true);
    const statusOf = async (path: string, host: string) =>
      (await send({ path, headers: { Host: host } })).status;
    expect(await statusOf('/v1/status', 'localhost')).toBe(400);
    expect(await statusOf('https://rates.example.org/v1/status', 'localhost')).toBe(200);
    expect(await statusOf('https://localhost/v1/status', 'rates.example.org')).toBe(400);
  });

  it('reaches pages as their path does', async () => {
    const { port } = await shared();
    for (const path of ['/openapi.json', '/robots.txt', '/account/nowhere']) {
      const [plain, absolute] = await Promise.all(
        [path, `http://localhost${path}`].map((target) =>
          raw(port, requestText(`HEAD ${target} HTTP/1.1`, ['Host: localhost'])),
        ),
      );
      expect(absolute?.split('\r\n')[0], path).toBe(plain?.split('\r\n')[0]);
    }
  });
});

function requestText(line: string, headers: readonly string[]): string {
  return `${[line, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`;
}
