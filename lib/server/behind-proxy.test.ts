import { Agent, request } from 'node:https';
import { describe, expect, it } from 'vitest';
import { type FrontProxy, hasProxy, type ProxyProgram, startProxy } from '#lib/testing/wire/front-proxy';
import { type LoopingClients, loopClients } from '#lib/testing/wire/looping-clients';
import { exchange, type RawAnswer } from '#lib/testing/wire/raw-exchange';
import { type RunningScript, startScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const HOST = 'rates.example.org';
const CLIENTS = 24;

/** Processes are started one after the other, on a machine that has other work to do as well. */
const RESTARTS_MS = 180_000;

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
  'behind a real %s with the configuration in lib/setup/deploy',
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

describe('a restart behind a proxy with the configuration in lib/setup/deploy', () => {
  it(
    `of two processes behind nginx, one after the other, fails no request of ${CLIENTS} clients`,
    async ({ skip }) => {
      skip(!hasProxy('nginx'), 'nginx is not installed on this machine');
      const DATA_DIR = throwAwayFolder();
      const first = await startService({ PORT: '0', DATA_DIR });
      const second = await startService({ PORT: '0', DATA_DIR });
      const clients = clientsOf(await proxyOf('nginx', [first.port, second.port]));
      await moreAnswers(clients);
      first.server.kill('SIGTERM');
      await first.server.ended;
      await startService({ PORT: String(first.port), DATA_DIR });
      await moreAnswers(clients);
      second.server.kill('SIGTERM');
      await second.server.ended;
      await moreAnswers(clients);
      await clients.stop();
      expect(clients.tally()).toMatchObject({ failures: [], statuses: new Map([[200, answersOf(clients)]]) });
    },
    RESTARTS_MS,
  );

  it(
    'of one process behind caddy lets requests wait for it',
    async ({ skip }) => {
      skip(!hasProxy('caddy'), 'caddy is not installed on this machine');
      const DATA_DIR = throwAwayFolder();
      const { server, port } = await startService({ PORT: '0', DATA_DIR });
      const clients = clientsOf(await proxyOf('caddy', [port]));
      await moreAnswers(clients);
      server.kill('SIGTERM');
      await server.ended;
      await startService({ PORT: String(port), DATA_DIR });
      await moreAnswers(clients);
      await clients.stop();
      expect(clients.tally()).toMatchObject({ failures: [], statuses: new Map([[200, answersOf(clients)]]) });
    },
    RESTARTS_MS,
  );
});

describe('nginx with the configuration in lib/setup/deploy', () => {
  it('limits the pages of an address, and not the API', async ({ skip }) => {
    skip(!hasProxy('nginx'), 'nginx is not installed on this machine');
    const proxy = await started('nginx');
    const statusesOf = async (path: string) => {
      const statuses = new Set<number>();
      for (let batch = 0; batch < 8; batch += 1) {
        const asked = Array.from({ length: 20 }, () => overTls(proxy, path, {}));
        for (const { status } of await Promise.all(asked)) statuses.add(status);
      }
      return statuses;
    };
    expect(await statusesOf('/healthz')).toEqual(new Set([200, 429]));
    expect(await statusesOf('/v1/rates')).toEqual(new Set([401]));
  });
});

async function started(program: ProxyProgram): Promise<FrontProxy> {
  const { port } = await startService({ PORT: '0' });
  return proxyOf(program, [port]);
}

async function startService(
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly server: RunningScript; readonly port: number }> {
  const server = startScript(['server.ts'], {
    ROLE: 'web',
    SOURCES: 'fixed',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    PUBLIC_URL: `https://${HOST}`,
    ...variables,
  });
  const [, port] = await server.waitForOutput(/Crossrate listens on http:\/\/127\.0\.0\.1:(\d+)/);
  return { server, port: Number(port) };
}

async function proxyOf(program: ProxyProgram, ports: readonly number[]): Promise<FrontProxy> {
  const proxy = await startProxy(program, ports);
  await expect
    .poll(() => overTls(proxy, '/healthz', {}).then(({ status }) => status, String), { timeout: 20_000 })
    .toBe(200);
  return proxy;
}

async function moreAnswers(clients: LoopingClients): Promise<void> {
  const before = answersOf(clients);
  await expect.poll(() => answersOf(clients), { timeout: 30_000 }).toBeGreaterThan(before + 5 * CLIENTS);
}

function answersOf(clients: LoopingClients): number {
  return clients.tally().statuses.get(200) ?? 0;
}

/** Clients that ask the API by way of a proxy until they are stopped. */
function clientsOf({ httpsPort, ca }: FrontProxy): LoopingClients {
  return loopClients({
    count: CLIENTS,
    openAgent: () => new Agent({ keepAlive: true, maxSockets: 1, ca, servername: HOST }),
    ask: (agent) =>
      request({ host: '127.0.0.1', port: httpsPort, agent, path: '/v1/status', headers: { Host: HOST } }),
  });
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
