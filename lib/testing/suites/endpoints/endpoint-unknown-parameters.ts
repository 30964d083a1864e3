import { describe, expect, it } from 'vitest';
import { ask, errorOf, type RunningBench } from '#lib/testing/worlds/endpoint-bench';

const PAIR = '/v1/rates/pair?from=EUR&to=USD';
const HISTORY = '/v1/historical?from=EUR&to=USD';
const LENIENT = 'handling=lenient';

/** What a query says, and how it is refused: the name, the nearest that is known, and all that are. */
const UNKNOWN_PARAMETERS = [
  [`${PAIR}&sorce=ecb`, 'sorce', 'did you mean source?'],
  [`${PAIR}&Source=ecb`, 'Source', 'did you mean source?'],
  [`${PAIR}&form=CHF`, 'form', 'did you mean from?'],
  [`${HISTORY}&startdate=2026-01-01`, 'startdate', 'did you mean startDate?'],
  [`${HISTORY}&strat_date=2026-01-01`, 'strat_date', 'did you mean startDate?'],
  [`${PAIR}&dates=2020-01-01`, 'dates', 'did you mean date?'],
  [`${PAIR}&knownat=2020-01-01`, 'knownat', 'did you mean knownAt?'],
  ['/v1/rates?symbol=USD', 'symbol', 'did you mean symbols?'],
  ['/v1/rates?codes=USD', 'codes', 'It takes base, symbols, source, date, knownAt, include and format.'],
  ['/v1/rates?Base=EUR', 'Base', 'did you mean base?'],
  ['/v1/status?_=1776153600', '_', 'It takes none.'],
  ['/v1/currencies?active=true', 'active', 'It takes none.'],
] as const;

/** What becomes of a parameter that an endpoint does not know. */
export function describeUnknownParameters(bench: RunningBench): void {
  describeRefused(bench);
  describeLenient(bench);
}

function describeRefused(bench: RunningBench): void {
  describe('a parameter that is not known', () => {
    it.each(UNKNOWN_PARAMETERS)('is 400 in %s, which names %s and says: %s', async (path, name, hint) => {
      for (const headers of [{}, { Prefer: 'handling=strict' }, { Prefer: 'respond-async' }]) {
        const response = await ask(bench(), path, headers);
        expect(response.headers.get('Preference-Applied')).toBeNull();
        const error = await errorOf(response);
        expect(error).toMatchObject({ status: 400, code: 'invalid_parameter' });
        expect(error.message).toMatch(new RegExp(`^${name} is not a parameter of /v1/`));
        expect(error.message).toContain(hint);
      }
    });

    it('is told of before what else is wrong with a query, but not before a key', async () => {
      const error = await errorOf(await ask(bench(), '/v1/convert?form=EUR&amount=-1'));
      expect(error.message).toMatch(/^form is not a parameter/);
      expect((await bench().send('/v1/convert?form=EUR')).status).toBe(401);
    });

    it.each([
      ['a'.repeat(9000), `${'a'.repeat(24)}… is not`],
      ['\u202eevil\u0000\n\u009f', '\ufffdevil\ufffd\ufffd\ufffd is not'],
      ['', 'A parameter without a name is not'],
      ['__proto__', '__proto__ is not'],
    ])('is repeated cut and without what cannot be printed: %j', async (name, start) => {
      const { message } = await errorOf(await ask(bench(), `${PAIR}&${encodeURIComponent(name)}=1`));
      expect(message).toMatch(new RegExp(`^${start}`));
      expect(message.length).toBeLessThan(160);
    });

    it('does not make one that is known and given twice right, in either handling', async () => {
      for (const prefer of ['', LENIENT]) {
        const error = await errorOf(await ask(bench(), `${PAIR}&to=JPY`, { Prefer: prefer }));
        expect(error.message).toBe('to was given more than once.');
      }
    });
  });
}

function describeLenient(bench: RunningBench): void {
  describe('a caller that prefers lenient handling', () => {
    it.each(UNKNOWN_PARAMETERS)('has an unknown parameter passed over in %s', async (path) => {
      const response = await ask(bench(), path, { Prefer: LENIENT });
      expect(response.status).toBe(200);
      expect(response.headers.get('Preference-Applied')).toBe(LENIENT);
      expect(response.headers.get('Access-Control-Expose-Headers')).toContain('Preference-Applied');
      expect(response.headers.get('Vary')).toBe('X-API-Key, Accept, Accept-Encoding, Prefer');
    });

    it('is never given what others are, nor they what it is given, at one address', async () => {
      const path = `${PAIR}&shade=red`;
      for (const [prefer, status] of [
        [LENIENT, 200],
        ['', 400],
        ['HANDLING="lenient"', 200],
        ['handling=strict', 400],
      ] as const) {
        expect((await ask(bench(), path, { Prefer: prefer })).status).toBe(status);
      }
    });

    it('has the same answer and tag as others where every parameter is known', async () => {
      const tags = new Set<string | null>();
      for (const prefer of ['', 'handling=strict', LENIENT]) {
        const response = await ask(bench(), PAIR, { Prefer: prefer });
        expect(response.status).toBe(200);
        expect(response.headers.get('Preference-Applied')).toBe(prefer === LENIENT ? LENIENT : null);
        tags.add(response.headers.get('ETag'));
      }
      expect(tags.size).toBe(1);
    });
  });
}
