import { expect, test } from './guarded-test.ts';
import { aCheck, aPoll } from '#lib/testing/builders/store-suite-builders';
import { withStore } from '#lib/testing/worlds/own-store';
import { startNext, startServer, type RunningServer } from '#lib/testing/worlds/running-server';
import { type ServedFolder, servedFolder } from '#lib/testing/worlds/served-folder';

/** What one listener said, but for what must differ. */
interface Said {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request both listeners get. */
interface Asked {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

const PATHS = [
  '/v1/convert?from=EUR&to=USD&amount=123.45',
  '/v1/convert?from=EUR&to=USD&amount=1,000',
  '/v1/convert?from=EUR&from=USD&to=USD&amount=1',
  '/v1/rates',
  '/v1/rates?base=EUR&source=ecb',
  '/v1/rates?base=USX',
  '/v1/rates/pair?from=usd&to=jpy',
  '/v1/rates/pair?from=usd&to=jpy&utm=%E2%82%AC',
  '/v1/rates/pair?from=EUR&to=HRK&source=ecb',
  '/v1/rates/pair?from=EUR&to=USD&source=boe',
  '/v1/rates/sources?from=IDR&to=RON',
  '/v1/historical?from=USD&to=JPY',
  '/v1/historical?from=USD&to=JPY&limit=1',
  '/v1/historical?from=USD&to=JPY&limit=5001',
  '/v1/status',
  `/v1/documents/${'0'.repeat(64)}`,
  '/v1/documents/abc',
  '/status/badge/ecb.svg',
  '/status/badge/nobody.svg',
  '/v1/nothing',
  '/v1/rates/pair/deeper',
  '/v1',
];

/** Headers of the connection, the framing of the body (Next sends it in chunks), and the one that is new in every response. */
const OWN_TO_THE_LISTENER = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
];

/** What Next puts before every Vary: the headers of its own page navigation, which /v1 does not read. */
const NEXT_VARY = 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, ';

const CHECKED_AT = '2026-04-14T08:10:00.000Z';

let folder: ServedFolder;
let ours: RunningServer;
let next: RunningServer;

test.beforeAll(async () => {
  folder = await servedFolder();
  await recordOneCheck();
  // No instant of a report lies in the future: both listeners stand after the check that they report.
  const later = { ...folder, variables: { ...folder.variables, CLOCK: '2026-04-14T08:30:00Z' } };
  [ours, next] = await Promise.all([startServer(later), startNext(later)]);
  const report = await ask(ours, { path: '/v1/status', method: 'GET', headers: {} });
  expect(report.body).toContain(`"lastCheckedAt":"${CHECKED_AT}"`);
});

test.afterAll(async () => {
  await Promise.all([ours.stop(), next.stop()]);
  await folder.remove();
});

for (const path of PATHS) {
  test(`${path} is answered alike by our server and by Next, with every method`, async () => {
    for (const method of METHODS) await expectParity({ path, method, headers: { 'X-API-Key': folder.key } });
    await expectParity({ path, method: 'GET', headers: {} });
    await expectParity({
      path,
      method: 'GET',
      headers: { 'X-API-Key': folder.key, Prefer: 'handling=lenient' },
    });
  });
}

test('a wrong key is refused alike', async () => {
  // As often as our server lets an address be wrong in a minute; Next knows no addresses.
  for (const path of ['/v1/convert', '/v1/rates', '/v1/rates/pair', '/v1/rates/sources', '/v1/historical']) {
    await expectParity({ path, method: 'GET', headers: { 'X-API-Key': 'xr_live_wrong' } });
  }
});

test('a caller of Next that accepts gzip gets a body it can read', async () => {
  const asked = { path: '/v1/rates', method: 'GET', headers: { 'X-API-Key': folder.key } };
  const [fromOurs, fromNext] = await Promise.all([
    ask(ours, { ...asked, headers: { ...asked.headers, 'Accept-Encoding': 'gzip' } }),
    ask(next, { ...asked, headers: { ...asked.headers, 'Accept-Encoding': 'gzip' } }),
  ]);
  expect(fromOurs.headers['content-encoding']).toBe('gzip');
  expect(fromNext.body).toBe(fromOurs.body);
});

test('an answer that has not changed is 304 at both listeners', async () => {
  const path = '/v1/rates/pair?from=EUR&to=USD';
  const first = await ask(ours, { path, method: 'GET', headers: { 'X-API-Key': folder.key } });
  const etag = first.headers['etag'] ?? '';
  const asked = { path, method: 'GET', headers: { 'X-API-Key': folder.key, 'If-None-Match': etag } };
  expect((await ask(ours, asked)).status).toBe(304);
  await expectParity(asked);
});

/** Writes down a check that both listeners then report. */
async function recordOneCheck(): Promise<void> {
  const atMs = Date.parse(CHECKED_AT);
  const state = {
    status: 'operational',
    isStarting: false,
    changedAtMs: atMs,
    checks: ['pass'],
    run: { kind: 'pass', count: 1, sinceMs: atMs },
    recentChangesMs: [],
    heldSinceMs: null,
  };
  const check = aCheck({ atMs, state: JSON.stringify(state) });
  await withStore(folder.variables, (store) => store.write.storePoll(aPoll({ source: 'ecb', check })));
}

async function expectParity(asked: Asked): Promise<void> {
  const compare = async (seen: (said: Said) => Said) => {
    const [fromOurs, fromNext] = await Promise.all([ask(ours, asked), ask(next, asked)]);
    expect(seen(fromNext), `${asked.method} ${asked.path}`).toEqual(seen(fromOurs));
  };
  // A process that is slow just now says so in its overall state until it looks at its own parts again.
  if (asked.path.startsWith('/v1/status'))
    await expect(() => compare(withoutOwnChecks)).toPass({ timeout: 30_000 });
  else await compare((said) => said);
}

/** Each process checks its own parts, so two reports differ in what they say of them, and with it in tag and length. */
function withoutOwnChecks({ status, headers, body }: Said): Said {
  const { etag: _etag, 'content-length': _length, ...others } = headers;
  return { status, headers: others, body: body.replace(/"services":\[.*\]/, '"services":[]') };
}

async function ask({ origin }: RunningServer, { path, method, headers }: Asked): Promise<Said> {
  // Next takes Content-Encoding away, so it is given plain bodies only.
  const plain = { 'Accept-Encoding': 'identity', ...headers };
  const response = await fetch(origin + path, { method, headers: plain });
  expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{12}[0-9a-z]{6,}$/);
  return {
    status: response.status,
    headers: Object.fromEntries(
      [...response.headers]
        .filter(([name]) => !OWN_TO_THE_LISTENER.includes(name))
        .map(([name, value]) => [name, name === 'vary' ? value.replace(NEXT_VARY, '') : value]),
    ),
    body: await response.text(),
  };
}
