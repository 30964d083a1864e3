import { describe, expect, it } from 'vitest';
import { testKey } from '#lib/testing/builders/receipts';
import { JWKS_PATH } from '#lib/contract/receipts';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { createJwksEndpoint } from './jwks-endpoint.ts';
import { jwksOf } from './receipt-signer.ts';

/** Long enough for a key to be read again. */
const LATER_MS = 5_001;

describe('the public keys of receipts', () => {
  it('are for everybody, from any origin, and say that they may be kept', async () => {
    const { ask } = await endpoint();
    const response = await ask();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
      'content-type': 'application/json',
    });
    const { kid, x } = await testKey(1);
    expect(await response.json()).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }],
    });
    const etag = response.headers.get('etag') ?? '';
    expect((await ask('GET', { 'If-None-Match': etag })).status).toBe(304);
    expect(await (await ask('HEAD')).text()).toBe('');
    expect((await ask('OPTIONS')).status).toBe(204);
    expect((await ask('POST')).status).toBe(405);
  });

  it('are read once in a while, however often they are asked for, and a new one is among them soon', async () => {
    const { ask, reads, pass, changeKey } = await endpoint();
    for (let asked = 0; asked < 10; asked += 1) await ask();
    expect(reads()).toBe(1);
    await changeKey();
    pass(LATER_MS);
    const { keys } = asKeys(await (await ask()).json());
    expect(keys.map(({ kid }) => kid)).toEqual([(await testKey(2)).kid, (await testKey(1)).kid]);
  });

  it('are not there while the database is not, and come back with it', async () => {
    const { ask, lose } = await endpoint();
    lose(true);
    const away = await ask();
    expect([away.status, away.headers.get('cache-control')]).toEqual([503, 'no-store']);
    lose(false);
    expect((await ask()).status).toBe(200);
  });
});

async function endpoint() {
  const stored = [await testKey(1)];
  let nowMs = 0;
  let reads = 0;
  let isLost = false;
  const answer = createJwksEndpoint({
    receiptKeys: () => {
      if (isLost) return Promise.reject(new DatabaseUnavailable('It is away.'));
      reads += 1;
      return Promise.resolve(jwksOf(stored));
    },
    monotonicMs: () => nowMs,
  });
  return {
    ask: async (method = 'GET', headers: Readonly<Record<string, string>> = {}) =>
      answer(new Request(`http://localhost${JWKS_PATH}`, { method, headers })),
    reads: () => reads,
    pass: (ms: number) => {
      nowMs += ms;
    },
    lose: (lost: boolean) => {
      isLost = lost;
    },
    changeKey: async () => stored.unshift(await testKey(2)),
  };
}

/** Held against the whole shape by the first test. */
function asKeys(body: unknown): { readonly keys: readonly { readonly kid: string }[] } {
  return body as { readonly keys: readonly { readonly kid: string }[] };
}
