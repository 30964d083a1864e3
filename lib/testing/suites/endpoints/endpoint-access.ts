import { describe, expect, it } from 'vitest';
import { mintKey } from '#lib/account/keys/key-format';
import { statusReport } from '#lib/testing/wire/answer-schemas';
import {
  type EndpointBench,
  errorOf,
  type RunningBench,
  type SeenError,
} from '#lib/testing/worlds/endpoint-bench';

const MISSING: SeenError = {
  status: 401,
  code: 'unauthorized',
  message: 'API key is missing',
  type: 'authentication_error',
};

const INVALID: SeenError = {
  status: 401,
  code: 'invalid_api_key',
  message: 'The provided API key is invalid',
  type: 'authentication_error',
};

const KEYED = ['/v1/convert', '/v1/rates', '/v1/rates/pair', '/v1/rates/sources', '/v1/historical'];

/** Who is answered at all. */
export function describeAccess(bench: RunningBench): void {
  describeChallenge(bench);
  describe('access', () => {
    it.each(KEYED)('to %s without a key is the interface’s own 401, whatever else is wrong', async (path) => {
      for (const query of ['', '?from=EUR&to=USD&amount=1', '?from=&limit=-1']) {
        expect(await errorOf(await bench().send(path + query))).toEqual(MISSING);
      }
    });

    it.each(KEYED)(
      'to %s with a wrong key is the interface’s own 401, whatever is wrong with it',
      async (path) => {
        for (const key of wrongKeys(bench().key))
          expect(await seenWith(bench(), path, [key])).toEqual(INVALID);
      },
    );

    it('with two key headers is invalid_api_key, though one or both be valid', async () => {
      const { key } = bench();
      for (const keys of [
        [key, mintKey().key],
        [mintKey().key, key],
        [key, key],
      ]) {
        expect(await seenWith(bench(), '/v1/rates', keys)).toEqual(INVALID);
      }
    });

    it('with the key under any spelling of the header’s name is given', async () => {
      const response = await bench().send('/v1/rates', { headers: [['x-api-KEY', bench().key]] });
      expect(response.status).toBe(200);
    });

    it('to the status needs no key, and does not mind a wrong one', async () => {
      for (const headers of [[], [['X-API-Key', 'wrong']] as const]) {
        const response = await bench().send('/v1/status', { headers });
        expect(response.status).toBe(200);
        expect(statusReport.safeParse(await response.json()).error).toBeUndefined();
      }
    });
  });
}

function describeChallenge(bench: RunningBench): void {
  describe('the WWW-Authenticate of a 401', () => {
    it('says where a key goes, and of one in Authorization that it is in the wrong place', async () => {
      const challenge = 'ApiKey realm="/v1", header="X-API-Key"';
      const hint = `${challenge}, error="invalid_request", error_description="Send the key in X-API-Key, not in Authorization"`;
      const { key } = bench();
      for (const [headers, expected] of [
        [[], challenge],
        [[['X-API-Key', 'wrong']], challenge],
        [[['Authorization', `Bearer ${key}`]], hint],
        [[['Authorization', `ApiKey ${key}`]], hint],
        [[['Authorization', 'Basic dTpw']], hint],
      ] as const) {
        const response = await bench().send('/v1/rates', { headers });
        expect(response.headers.get('WWW-Authenticate')).toBe(expected);
        expect(response.headers.get('Access-Control-Expose-Headers')).toContain('WWW-Authenticate');
        expect(await errorOf(response)).toMatchObject({ status: 401, type: 'authentication_error' });
      }
    });

    it('looks at X-API-Key alone where both headers are given', async () => {
      for (const [sent, status] of [
        [bench().key, 200],
        ['wrong', 401],
      ] as const) {
        const headers = [
          ['X-API-Key', sent],
          ['Authorization', `Bearer ${bench().key}`],
        ] as const;
        const response = await bench().send('/v1/rates', { headers });
        expect([response.status, response.headers.get('WWW-Authenticate')?.includes('error=')]).toEqual([
          status,
          status === 401 ? false : undefined,
        ]);
      }
    });
  });
}

async function seenWith(bench: EndpointBench, path: string, keys: readonly string[]): Promise<SeenError> {
  const headers = keys.map((key) => ['X-API-Key', key] as const);
  return errorOf(await bench.send(path, { headers }));
}

/** Never issued, cut, longer, one character changed, in capitals, another service's, empty. */
function wrongKeys(valid: string): readonly string[] {
  const changed = `${valid.slice(0, -1)}${valid.endsWith('0') ? '1' : '0'}`;
  return [
    mintKey().key,
    valid.slice(0, -1),
    `${valid}0`,
    changed,
    valid.toUpperCase(),
    'sk_test_123',
    'Bearer',
    '',
  ];
}
