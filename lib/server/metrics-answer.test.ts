import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPage } from '#lib/testing/documentation';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { shareListening, startListening } from '#lib/testing/worlds/listening-server';

const DEPLOY = join(PROJECT_ROOT, 'lib/setup/deploy');
const ALERTS = readFileSync(join(DEPLOY, 'prometheus/alerts.yml'), 'utf8');

const NAMES = /\b(?:crossrate|nodejs|process)_[a-z0-9_]+\b/g;

const sharedServer = shareListening({ METRICS_TOKEN: 'a-token-of-the-tests' });

async function scrape(): Promise<string> {
  const { send } = await sharedServer();
  return (await send({ path: '/metrics', headers: { Host: 'localhost' } })).body;
}

async function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const { send } = await sharedServer();
  return (await send({ path, headers: { Host: 'localhost', ...headers } })).status;
}

it('every metric that the alerts name is in an answer of /metrics', async () => {
  const text = await scrape();
  const types = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const named = [...new Set(ALERTS.match(NAMES))];
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !types.includes(name))).toEqual([]);
});

it('counts requests by the path of their endpoint and their status, and no address that a client made up', async () => {
  expect(await ask('/v1/status')).toBe(200);
  expect(await ask('/v1/status')).toBe(200);
  expect(await ask('/v1/convert?from=EUR&to=USD')).toBe(401);
  expect(await ask('/v1/documents/made-up-address')).toBe(401);
  expect(await ask('/v1/made-up-address')).toBe(404);
  const text = await scrape();
  const countOf = (route: string, status: number) =>
    Number(
      seriesOf(text, 'crossrate_http_request_duration_seconds_count', { route, status: String(status) }),
    );
  expect(countOf('/v1/status', 200)).toBe(2);
  expect(countOf('/v1/convert', 401)).toBe(1);
  expect(countOf('/v1/documents/{sha256}', 401)).toBe(1);
  expect(countOf('/v1/*', 404)).toBe(1);
  expect(text).not.toContain('made-up-address');
  const within10s = { route: '/v1/status', status: '200', le: '10' };
  expect(seriesOf(text, 'crossrate_http_request_duration_seconds_bucket', within10s)).toBe('2');
});

it('counts what a limit refuses once, by the limit', async () => {
  let refused = 0;
  for (let n = 0; n < 14; n += 1) {
    if ((await ask('/v1/convert?from=EUR&to=USD', { 'X-API-Key': 'not a key' })) === 429) refused += 1;
  }
  expect(refused).toBeGreaterThan(0);
  expect(seriesOf(await scrape(), 'crossrate_rate_limited_total', { limit: 'wrong-keys' })).toBe(
    String(refused),
  );
});

it('is for whoever knows the token on a machine of a proxy, and not for whom the proxy passes on in clear', async () => {
  const { send } = await startListening(
    { TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN: 'a-token-of-the-tests' },
    false,
  );
  const statusWith = async (headers: Readonly<Record<string, string>>) =>
    (await send({ path: '/metrics', headers: { Host: 'localhost', ...headers } })).status;
  const token = { Authorization: 'Bearer a-token-of-the-tests' };
  expect(await statusWith(token)).toBe(200);
  expect(await statusWith({})).toBe(404);
  expect(await statusWith({ Authorization: 'Bearer a-token-of-somebody' })).toBe(404);
  expect(await statusWith({ ...token, 'X-Forwarded-For': '198.51.100.7' })).toBe(403);
  expect(await statusWith({ ...token, Via: '1.1 proxy' })).toBe(403);
});

it('each alert has a line in docs/operations.md that says what to do', () => {
  const { text } = readPage('docs/operations.md');
  const described = [...text.matchAll(/^\| `(Crossrate\w+)` \|/gm)].map(([, name]) => name);
  const alerts = [...ALERTS.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name);
  expect(described).toEqual(alerts);
});

/** The value of the series with these labels; undefined where there is none. */
function seriesOf(text: string, name: string, labels: Readonly<Record<string, string>>): string | undefined {
  const line = text
    .split('\n')
    .find(
      (candidate) =>
        candidate.startsWith(`${name}{`) &&
        Object.entries(labels).every(([label, value]) => candidate.includes(`${label}="${value}"`)),
    );
  return line?.split(' ').at(-1);
}
