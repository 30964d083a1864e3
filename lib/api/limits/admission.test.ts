import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MintedKey, mintKey } from '#lib/account/keys/key-format';
import { createKeyTable } from '#lib/account/keys/key-table';
import { createKeyUsage, type KeyUsage } from '#lib/account/keys/key-usage';
import type { ApiKeyRow } from '#lib/store/engine/schema';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { anApiKeyRow } from '#lib/testing/worlds/empty-store';
import type { EndpointBench } from '#lib/testing/worlds/endpoint-bench';
import { openServiceBench } from '#lib/testing/worlds/service-bench';
import type { OutsideCaller } from '#lib/api/callers/caller';
import { ENDPOINTS } from '#lib/api/endpoints/all';
import { createRateLimits } from './rate-limit.ts';
import type { Service } from '#lib/service';
import { admit } from './admission.ts';
import { route } from '#lib/api/route';

const PAIR = '/v1/rates/pair?from=EUR&to=USD';
const MAX_AGE_MS = 900_000;

const KEYS = {
  free: mintKey(),
  slow: mintKey(),
  endless: mintKey(),
  onlyPegs: mintKey(),
  pegsAgain: mintKey(),
  both: mintKey(),
  nothingHere: mintKey(),
} as const;

const ROWS: readonly ApiKeyRow[] = [
  rowOf('free', KEYS.free),
  rowOf('slow', KEYS.slow, { limit_per_minute: 10 }),
  rowOf('endless', KEYS.endless, { limit_per_minute: 0 }),
  rowOf('onlyPegs', KEYS.onlyPegs, { allowed_sources: 'fixed' }),
  rowOf('pegsAgain', KEYS.pegsAgain, { allowed_sources: 'fixed,boe' }),
  rowOf('both', KEYS.both, { allowed_sources: 'fixed,ecb' }),
  rowOf('nothingHere', KEYS.nothingHere, { allowed_sources: 'boe' }),
];

let bench: EndpointBench;
let service: Service;
let nowMs: number;
let gate: ReturnType<typeof aGate>;
let usage: KeyUsage;

beforeAll(async () => {
  bench = await openServiceBench(
    { clock: '2026-04-14T08:00:00Z', document: recentEcbSample() },
    async (opened, request) => {
      service = opened;
      const { pathname } = new URL(request.url);
      const endpoint = ENDPOINTS.find(({ path }) => path === pathname);
      if (!endpoint) throw new Error(`there is no ${pathname}`);
      const network = request.headers.get('test-address') ?? '192.0.2.1';
      const caller: OutsideCaller = { kind: 'outside', network, isEncrypted: false, ownOrigin: null };
      const handlers = route(endpoint, () => ({ ...service, ...gate, usage }));
      return (request.method === 'HEAD' ? handlers.HEAD : handlers.GET)(request, caller);
    },
    { SOURCES: 'ecb,fixed' },
  );
});
afterAll(() => bench.dispose());
beforeEach(() => {
  nowMs = 0;
  gate = aGate();
  usage = createKeyUsage();
});

describe('an answer to a key', () => {
  it.each([
    [200, PAIR],
    [400, '/v1/rates/pair?from=EUR'],
    [404, '/v1/rates/pair?from=EUR&to=HRK&source=ecb'],
    [404, `${PAIR}&source=boe`],
  ])(
    'says what is left of its limit, errors as well (%i), and lets pages of other origins read it',
    async (status, path) => {
      const response = await ask(KEYS.free, path);
      expect(response.status).toBe(status);
      expect(limitOf(response)).toEqual(['"burst";q=120;w=12, "minute";q=600;w=60', '"burst";r=119;t=1']);
      const exposed = response.headers.get('access-control-expose-headers')?.split(', ');
      expect(exposed).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After']));
    },
  );

  it('counts HEAD and 304 too', async () => {
    const first = await ask(KEYS.free, PAIR);
    const etag = first.headers.get('etag') ?? '';
    const unchanged = await ask(KEYS.free, PAIR, { 'If-None-Match': etag });
    expect([unchanged.status, ...limitOf(unchanged)][2]).toBe('"burst";r=118;t=1');
    const head = await bench.send(PAIR, { method: 'HEAD', headers: [['X-API-Key', KEYS.free.key]] });
    expect(limitOf(head)[1]).toBe('"burst";r=117;t=1');
  });

  it('beyond the limit is 429 with the wait, after which the next is answered', async () => {
    expect(await statusesOf(3, () => ask(KEYS.slow))).toEqual([200, 200, 429]);
    const refused = await ask(KEYS.slow);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.json()).toEqual({
      error: {
        code: 'rate_limited',
        message: 'Too many requests with this key. Ask again in 6 s.',
        type: 'rate_limit_error',
      },
    });
    const waitMs = Number(refused.headers.get('retry-after')) * 1000;
    nowMs += waitMs - 1;
    expect((await ask(KEYS.slow)).status).toBe(429);
    nowMs += 1;
    expect((await ask(KEYS.slow)).status).toBe(200);
  });

  it('without a limit says nothing of one, and is never refused', async () => {
    const statuses = await statusesOf(200, () => ask(KEYS.endless));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(limitOf(await ask(KEYS.endless))).toEqual([null, null]);
  });

  it('is counted for its owner, refused ones apart, wrong ones not at all', async () => {
    await statusesOf(3, () => ask(KEYS.slow));
    await ask(KEYS.free, '/v1/rates/pair?from=EUR');
    await ask(mintKey());
    const uses = usage.takeUsage().map(({ keyId, requests, limited }) => [keyId, requests, limited]);
    expect(uses).toEqual([
      ['slow', 2, 1],
      ['free', 1, 0],
    ]);
  });
});

describe('an address with wrong keys', () => {
  it('is told so ten times a minute, then that it asks too often; a valid key from it is answered all the while', async () => {
    for (let n = 0; n < 200; n += 1) {
      const wrong = n % 2 === 0 ? mintKey().key : 'wrong';
      const response = await bench.send(PAIR, { headers: [['X-API-Key', wrong]] });
      expect(response.status).toBe(n < 10 ? 401 : 429);
      if (n === 150) {
        expect(response.headers.get('retry-after')).toBe('6');
        expect(await response.json()).toMatchObject({ error: { code: 'rate_limited' } });
      }
      if (n % 10 === 0) expect((await ask(KEYS.endless)).status).toBe(200);
    }
    const elsewhere = [
      ['X-API-Key', 'wrong'],
      ['Test-Address', '192.0.2.2'],
    ] as const;
    expect((await bench.send(PAIR, { headers: elsewhere })).status).toBe(401);
    nowMs += 6000;
    expect((await bench.send(PAIR, { headers: [['X-API-Key', 'wrong']] })).status).toBe(401);
  });

  it('without any key is told so however often', async () => {
    expect(new Set(await statusesOf(100, () => bench.send(PAIR)))).toEqual(new Set([401]));
  });
});

describe('the status', () => {
  it('is given 60 times a minute to an address, and by its own limit to a key', async () => {
    const statuses = await statusesOf(62, () => bench.send('/v1/status'));
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    const refused = await bench.send('/v1/status');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(limitOf(refused)).toEqual(['"status";q=60;w=60', '"status";r=0;t=60']);
    expect(limitOf(await ask(KEYS.free, '/v1/status'))[1]).toBe('"burst";r=119;t=1');
    expect((await ask(mintKey(), '/v1/status')).status).toBe(429);
  });
});

describe('a key that may read some sources only', () => {
  const PEGGED_PATH = '/v1/rates/pair?from=XOF&to=EUR';

  it('is answered from these, in every mode', async () => {
    expect(await (await ask(KEYS.onlyPegs, PEGGED_PATH)).json()).toMatchObject({ source: 'fixed' });
    expect((await ask(KEYS.onlyPegs, PAIR)).status).toBe(404);
    const table = await (await ask(KEYS.onlyPegs, '/v1/rates?base=EUR')).json();
    expect(Object.keys(Object(table).rates)).not.toContain('JPY');
    const who = await (await ask(KEYS.onlyPegs, '/v1/rates/sources?from=EUR&to=USD')).json();
    expect(who).toMatchObject({ sources: [] });
    expect((await ask(KEYS.onlyPegs, '/v1/historical?from=EUR&to=USD')).status).toBe(404);
  });

  it.each(['/v1/rates/pair?from=EUR&to=USD', '/v1/historical?from=EUR&to=USD', '/v1/rates?base=EUR'])(
    'is told that another one is not enabled for it: %s',
    async (path) => {
      const response = await ask(KEYS.onlyPegs, `${path}&source=ecb`);
      expect([response.status, response.headers.get('retry-after')]).toEqual([404, null]);
      expect(await response.json()).toEqual({
        error: {
          code: 'pair_unavailable',
          message: 'ecb is not enabled for this key; enabled: fixed.',
          type: 'not_found_error',
        },
      });
      const here = await ask(KEYS.onlyPegs, `${path}&source=boe`);
      expect(await here.json()).toMatchObject({ error: { code: 'pair_unavailable' } });
    },
  );

  it('never gets what was prepared for another key, nor the other way round', async () => {
    for (const path of [PAIR, '/v1/rates?base=EUR', '/v1/rates/sources?from=EUR&to=USD']) {
      const all = await (await ask(KEYS.free, path)).text();
      const few = await (await ask(KEYS.onlyPegs, path)).text();
      expect(few).not.toBe(all);
      for (let again = 0; again < 2; again += 1) {
        expect(await (await ask(KEYS.free, path)).text()).toBe(all);
        expect(await (await ask(KEYS.both, path)).text()).toBe(all);
        expect(await (await ask(KEYS.onlyPegs, path)).text()).toBe(few);
        expect(await (await ask(KEYS.pegsAgain, path)).text()).toBe(few);
      }
    }
  });

  it('of which none is enabled here has no rates', async () => {
    expect((await ask(KEYS.nothingHere, PEGGED_PATH)).status).toBe(404);
    const strict = await ask(KEYS.nothingHere, `${PAIR}&source=ecb`);
    expect(await strict.json()).toMatchObject({
      error: { message: 'ecb is not enabled for this key; enabled: none.' },
    });
  });
});

describe('a process whose database has been away for too long', () => {
  it('says that it cannot check keys, instead of calling them wrong, and still gives the status', async () => {
    nowMs += MAX_AGE_MS;
    expect((await ask(KEYS.free)).status).toBe(200);
    nowMs += 1;
    for (const key of [KEYS.free, mintKey()]) {
      const response = await ask(key);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
      expect(await response.json()).toMatchObject({
        error: { code: 'source_unavailable', type: 'source_error' },
      });
    }
    expect((await bench.send(PAIR)).status).toBe(401);
    expect((await bench.send('/v1/status')).status).toBe(200);
  });
});

describe('what goes on being answered', () => {
  const letIn = async (key: MintedKey) => {
    expect((await ask(KEYS.endless)).status).toBe(200);
    const headers = new Headers({ 'X-API-Key': key.key });
    return admit({ ...service, ...gate, usage }, 'keyed', headers, null);
  };

  it('holds while its key does, whatever the limit says', async () => {
    const { holds } = await letIn(KEYS.slow);
    expect(Array.from({ length: 50 }, holds)).not.toContain(false);
    gate.keys.replaceAll(ROWS.map((row) => ({ ...row, limit_per_minute: 1 })));
    expect(holds()).toBe(true);
    nowMs += MAX_AGE_MS + 1;
    expect(holds()).toBe(false);
  });

  it.each([
    ['fixed,boe', true],
    ['boe,fixed', true],
    ['fixed', false],
    [null, false],
  ])('ends when its key may read other sources: %s', async (sources, isSame) => {
    const { holds } = await letIn(KEYS.pegsAgain);
    gate.keys.replaceAll([rowOf('pegsAgain', KEYS.pegsAgain, { allowed_sources: sources })]);
    expect(holds()).toBe(isSame);
  });

  it('ends when its key is revoked', async () => {
    const { holds } = await letIn(KEYS.free);
    gate.keys.replaceAll([]);
    expect(holds()).toBe(false);
  });
});

function aGate() {
  const monotonicMs = () => nowMs;
  const keys = createKeyTable({ maxAgeMs: MAX_AGE_MS, monotonicMs });
  keys.replaceAll(ROWS);
  return { keys, limits: createRateLimits({ perMinute: 600, monotonicMs }) };
}

function rowOf(id: string, { hash }: MintedKey, part: Partial<ApiKeyRow> = {}): ApiKeyRow {
  return anApiKeyRow('ada', id, { hash, ...part });
}

function ask(
  { key }: MintedKey,
  path = PAIR,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return bench.send(path, { headers: [['X-API-Key', key], ...Object.entries(headers)] });
}

function limitOf({ headers }: Response): readonly (string | null)[] {
  return [headers.get('ratelimit-policy'), headers.get('ratelimit')];
}

async function statusesOf(times: number, send: () => Promise<Response>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await send()).status);
  return statuses;
}
