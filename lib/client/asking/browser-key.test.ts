import { describe, expect, it } from 'vitest';
import { AskFailure } from './ask-failure.ts';
import { createBrowserTransport } from './browser-key.ts';
import { createRatesClient } from '#lib/client/rates/rates-client';

const START_MS = Date.parse('2026-04-13T12:00:00Z');

interface Sent {
  readonly path: string;
  readonly key: string | null;
  readonly cache: RequestCache | undefined;
}

/** A server that mints `key-1`, `key-2` and knows only those in `valid`; `sent` is what it was asked. */
function aServer({ lifeMs = 600_000, answer = () => Response.json({}) } = {}) {
  const sent: Sent[] = [];
  const state = { minted: 0, nowMs: START_MS, known: (_key: string) => true, isDown: false };
  const fetch = async (path: string, init?: RequestInit): Promise<Response> => {
    if (state.isDown) throw new TypeError('network');
    const key = new Headers(init?.headers).get('X-API-Key');
    sent.push({ path, key, cache: init?.cache });
    if (path === '/browser-key') {
      state.minted += 1;
      const expiresAt = new Date(state.nowMs + lifeMs).toISOString();
      const headers = { Date: new Date(state.nowMs).toUTCString() };
      return Response.json({ key: `key-${state.minted}`, expiresAt }, { headers });
    }
    return key !== null && state.known(key) ? answer() : Response.json({ error: {} }, { status: 401 });
  };
  return { sent, state, transport: createBrowserTransport({ fetch, now: () => state.nowMs }) };
}

describe('the browser key', () => {
  it('is asked for once, however many requests want it', async () => {
    const { sent, transport } = aServer();
    await Promise.all([transport('/v1/a'), transport('/v1/b'), transport('/v1/c')]);
    expect(sent.filter(({ path }) => path === '/browser-key')).toHaveLength(1);
    expect(sent.filter(({ key }) => key === 'key-1')).toHaveLength(3);
  });

  it('is renewed half a minute before it expires', async () => {
    const { sent, state, transport } = aServer({ lifeMs: 600_000 });
    await transport('/v1/a');
    state.nowMs += 569_000;
    await transport('/v1/a');
    expect(sent.at(-1)?.key).toBe('key-1');
    state.nowMs += 2000;
    await transport('/v1/a');
    expect(sent.at(-1)?.key).toBe('key-2');
  });

  it('is renewed once when the service does not know it, and not for ever', async () => {
    const { sent, state, transport } = aServer();
    state.known = (key) => key === 'key-2';
    expect((await transport('/v1/a')).status).toBe(200);
    state.known = () => false;
    expect((await transport('/v1/a')).status).toBe(401);
    expect(sent.filter(({ path }) => path === '/browser-key')).toHaveLength(3);
  });

  it('is sent past answers that the browser keeps for some seconds', async () => {
    const { sent, transport } = aServer();
    await transport('/v1/a');
    expect(sent.at(-1)).toEqual({ path: '/v1/a', key: 'key-1', cache: 'no-cache' });
  });

  it('is asked for again after a network that was gone', async () => {
    const { state, transport } = aServer();
    state.isDown = true;
    await expect(transport('/v1/a')).rejects.toThrow('network');
    state.isDown = false;
    expect((await transport('/v1/a')).status).toBe(200);
  });
});

describe('answers of the client', () => {
  const query = { from: 'EUR', to: 'USD', source: null };

  it('say that the network is gone by one kind of failure', async () => {
    const { state, transport } = aServer();
    state.isDown = true;
    const failure = await createRatesClient(transport)
      .pair(query)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AskFailure);
    expect(failure).toMatchObject({ trouble: { kind: 'unreachable' } });
  });

  it.each([
    [429, { kind: 'limited', retryAfterMs: 14_000 }],
    [401, { kind: 'refused' }],
    [500, { kind: 'fault', requestId: 'req_1' }],
  ])('reject with what to do about status %d', async (status, trouble) => {
    const headers = { 'Retry-After': '14', 'X-Request-Id': 'req_1' };
    const client = createRatesClient(async () => Response.json({ error: {} }, { status, headers }));
    await expect(client.pair(query)).rejects.toMatchObject({ trouble });
  });

  it('bear the service’s word on the question as a value', async () => {
    const error = { code: 'pair_unavailable', message: 'No rate.', type: 'not_found_error' };
    const client = createRatesClient(async () =>
      Response.json({ error }, { status: 404, headers: { 'X-Request-Id': 'req_2' } }),
    );
    expect((await client.pair(query)).answer).toEqual({ ok: false, error: { ...error, requestId: 'req_2' } });
  });

  it('know when the service worker repeats an old one', async () => {
    const headers = { 'X-Received-At': '2026-04-13T11:48:00.000Z' };
    const client = createRatesClient(async () => Response.json({ rate: 1 }, { headers }));
    const received = await client.pair(query);
    expect(received).toMatchObject({ isRepeated: true, receivedAtMs: Date.parse('2026-04-13T11:48:00Z') });
  });

  it('ask with the parameters of the endpoint', async () => {
    const paths: string[] = [];
    const client = createRatesClient(async (path) => {
      paths.push(path);
      return Response.json({});
    });
    await client.convert({ ...query, source: 'ecb', amount: '1.5' });
    await client.table({ base: 'EUR', source: null });
    expect(paths).toEqual([
      '/v1/convert?from=EUR&to=USD&source=ecb&amount=1.5&include=provenance',
      '/v1/rates?base=EUR',
    ]);
  });
});
