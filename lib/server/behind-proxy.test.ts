import { describe, expect, it } from 'vitest';
import { type FrontProxy, hasProxy, startProxy } from '#lib/testing/front-proxy';
import { exchange, type RawAnswer } from '#lib/testing/raw-exchange';
import { startScript } from '#lib/testing/run-script';

const HOST = 'rates.example.org';

/** What a client may write to be taken for somebody else, or for one that came by HTTPS. */
const SPOOFS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'X-Forwarded-Proto': 'https' },
  { 'X-Forwarded-Proto': 'http' },
  { 'X-Forwarded-For': '198.51.100.7' },
  { 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'https' },
  { Forwarded: 'for=198.51.100.7;proto=https' },
  { Forwarded: 'for=198.51.100.7;proto=http' },
  { Forwarded: 'nothing;;' },
  { 'X-Real-IP': '198.51.100.7', Via: '1.1 x', 'X-Forwarded-Host': 'evil.example' },
];

describe.each(['nginx', 'caddy'] as const)(
  'behind a real %s with the configuration of the README',
  (program) => {
    it('HTTPS is answered, plain HTTP refused on /v1 and sent to HTTPS on pages, whatever a client claims', async ({
      skip,
    }) => {
      skip(!hasProxy(program), `${program} is not installed on this machine`);
      const proxy = await started(program);
      for (const headers of SPOOFS) {
        expect((await overTls(proxy, '/v1/status', headers)).status, JSON.stringify(headers)).toBe(200);
        expect((await overTls(proxy, '/v1/rates', headers)).status).toBe(401);
        for (const path of ['/v1/status', '/v1', '/v1/rates']) {
          const refused = await inClear(proxy, path, headers);
          expect([path, refused.status, refused.headers['location']]).toEqual([path, 403, undefined]);
          expect(refused.body).toContain('"https_required"');
        }
        const page = await inClear(proxy, '/convert/EUR/USD?amount=5', headers);
        expect([page.status, page.headers['location']]).toEqual([
          308,
          `https://${HOST}/convert/EUR/USD?amount=5`,
        ]);
      }
      const answer = await overTls(proxy, '/v1/status', {});
      expect(answer.headers['strict-transport-security']).toBe('max-age=63072000');
    });

    it('a client is counted by its own address, and its page gets a cookie of the host', async ({ skip }) => {
      skip(!hasProxy(program), `${program} is not installed on this machine`);
      const proxy = await started(program);
      const statuses: number[] = [];
      for (let n = 1; n <= 12; n += 1) {
        const spoof = {
          'X-Forwarded-For': `198.51.100.${n}`,
          Forwarded: `for=198.51.100.${n};proto=https`,
        };
        statuses.push((await overTls(proxy, '/v1/rates', { 'X-API-Key': 'wrong', ...spoof })).status);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
      const page = await exchange({
        port: proxy.httpsPort,
        ca: proxy.ca,
        serverName: HOST,
        method: 'POST',
        path: '/browser-key',
        headers: {
          Host: HOST,
          Origin: `https://${HOST}`,
          'Content-Type': 'application/json',
          'Content-Length': '2',
        },
        body: '{}',
      });
      expect(page.status).toBe(200);
      expect(page.headers['set-cookie']?.[0]).toMatch(/^__Host-crossrate_page=.*; Secure$/);
    });
  },
);

async function started(program: 'nginx' | 'caddy'): Promise<FrontProxy> {
  const server = startScript(['server.ts'], {
    PORT: '0',
    ROLE: 'web',
    SOURCES: 'fixed',
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    PUBLIC_URL: `https://${HOST}`,
  });
  const [, port] = await server.waitForOutput(/Crossrate listens on http:\/\/127\.0\.0\.1:(\d+)/);
  const proxy = await startProxy(program, Number(port));
  await expect
    .poll(() => overTls(proxy, '/healthz', {}).then(({ status }) => status, String), { timeout: 20_000 })
    .toBe(200);
  return proxy;
}

function overTls(
  { httpsPort, ca }: FrontProxy,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  return exchange({ port: httpsPort, ca, serverName: HOST, path, headers: { Host: HOST, ...headers } });
}

function inClear(
  { httpPort }: FrontProxy,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  return exchange({ port: httpPort, path, headers: { Host: HOST, ...headers } });
}
