import { describe, expect, it } from 'vitest';
import { mintKey } from '#lib/account/keys/key-format';
import { conversion } from '#lib/testing/wire/answer-schemas';
import { ask, askFor, errorOf, type RunningBench } from '#lib/testing/worlds/endpoint-bench';

const CONVERT = '/v1/convert?from=EUR&to=USD';
const PAIR = '/v1/rates/pair?from=EUR&to=USD';
const HISTORY = '/v1/historical?from=EUR&to=USD';

const REFUSED_AMOUNTS = [
  '',
  '-1',
  '+5',
  '-0',
  '1,000',
  '1_000',
  '0x10',
  'NaN',
  'Infinity',
  '1e+5',
  '.5',
  '5.',
  '1e',
  '١',
  'ten',
  ' 5',
  '5 ',
  '5\n',
  '1 000',
  '1e-13',
  '1e16',
  '1000000000000001e0',
  '1e400',
  '1e-400',
  '1234567890123456',
  '1.000000000000001',
  '0.1234567890123456',
  `1${'0'.repeat(80)}e-80`,
];

const REFUSED_DATES = [
  '2025-02-29',
  '2025-02-29T00:00:00Z',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '2026-4-1',
  '20260413',
  '2026-04-13T25:00:00Z',
  '2026-04-13T12:00:00',
  '2026-04-13 12:00Z',
  'today',
  '',
];

/** What a query may say, and how each mistake is answered. */
export function describeParameters(bench: RunningBench): void {
  describeAmounts(bench);
  describeMistakes(bench);
  describeCodes(bench);
  describeOtherCodes(bench);
  describeKeysInAddresses(bench);
}

function describeAmounts(bench: RunningBench): void {
  describe('an amount', () => {
    it.each([
      ['0', 0],
      ['0.00', 0],
      ['1e-12', 1e-12],
      ['0.000000000001', 1e-12],
      ['1e15', 1e15],
      ['1000000000000000', 1e15],
      ['123456789012345', 123_456_789_012_345],
      ['1.23456789012345', 1.234_567_890_123_45],
      ['1E3', 1000],
      ['0012.500', 12.5],
    ])('may be %s', async (text, amount) => {
      expect(await askFor(bench(), `${CONVERT}&amount=${text}`, conversion)).toMatchObject({ amount });
    });

    it.each(REFUSED_AMOUNTS)('may not be %j', async (text) => {
      const response = await ask(bench(), `${CONVERT}&amount=${encodeURIComponent(text)}`);
      expect(await errorOf(response)).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
        type: 'invalid_request_error',
        message: expect.stringMatching(/^amount must be 0 or a plain decimal from 1e-12 to 1e15/),
      });
    });

    it('may not be +5 in its undecoded form either, where + means a space', async () => {
      expect((await ask(bench(), `${CONVERT}&amount=+5`)).status).toBe(400);
    });
  });
}

function describeMistakes(bench: RunningBench): void {
  describe('a query that cannot be answered', () => {
    it.each([
      ['/v1/convert?to=USD&amount=1', 'missing_parameter', 'from is missing.'],
      ['/v1/convert?from=EUR&amount=1', 'missing_parameter', 'to is missing.'],
      [CONVERT, 'missing_parameter', 'amount is missing.'],
      ['/v1/rates/pair?to=USD', 'missing_parameter', 'from is missing.'],
      ['/v1/rates/sources?from=USD', 'missing_parameter', 'to is missing.'],
      ['/v1/historical', 'missing_parameter', 'from is missing.'],
      ['/v1/rates/pair?from=&to=USD', 'invalid_parameter', 'from must be a currency code such as USD.'],
      [`${PAIR}&to=JPY`, 'invalid_parameter', 'to was given more than once.'],
      [`${CONVERT}&amount=1&amount=1`, 'invalid_parameter', 'amount was given more than once.'],
      [`${HISTORY}&limit=0`, 'invalid_parameter', 'limit must be a whole number from 1 to 5000.'],
      [
        `${HISTORY}&startDate=2026-04-14&endDate=2026-04-13`,
        'invalid_parameter',
        'startDate must not be after endDate.',
      ],
    ])('%s is %s: %s', async (path, code, message) => {
      const expected = { status: 400, code, message, type: 'invalid_request_error' };
      expect(await errorOf(await ask(bench(), path))).toEqual(expected);
    });

    it.each(['0', '5001', '-1', '1.5', '1e3', '0x10', ' 5', '', 'all', '99999999999999999999'])(
      'is one with limit %j',
      async (limit) => {
        const response = await ask(bench(), `${HISTORY}&limit=${encodeURIComponent(limit)}`);
        expect(await errorOf(response)).toMatchObject({ status: 400, code: 'invalid_parameter' });
      },
    );

    it.each(REFUSED_DATES)('is one with date %j, at either end', async (date) => {
      for (const name of ['startDate', 'endDate']) {
        const response = await ask(bench(), `${HISTORY}&${name}=${encodeURIComponent(date)}`);
        expect(await errorOf(response)).toMatchObject({
          status: 400,
          code: 'invalid_parameter',
          message: expect.stringMatching(new RegExp(`^${name} must be a day that exists`)),
        });
      }
    });
  });
}

function describeOtherCodes(bench: RunningBench): void {
  describe('a well-known code that stands for another', () => {
    it.each([
      ['GBX', 'Use GBP: 1 GBX is 1 GBP divided by 100.'],
      ['GBp', 'Use GBP: 1 GBp is 1 GBP divided by 100.'],
      ['cnh', 'Use CNY, the nearest to it: CNH has a price of its own.'],
      ['XBT', 'Use BTC: 1 XBT is 1 BTC.'],
    ])('is refused with the code to use: %s, in a list as well', async (code, sentence) => {
      for (const path of [
        `/v1/rates/pair?from=${code}&to=USD`,
        `/v1/rates?base=${code}`,
        `/v1/rates?base=EUR&symbols=USD,${code}`,
        `/v1/rates/series?base=EUR&codes=${code}`,
        `/v1/stream?pairs=EUR/${code}`,
      ]) {
        const { message } = await errorOf(await ask(bench(), path));
        const shown = code === 'GBp' ? code : code.toUpperCase();
        expect(message.replace(/^\w+: /, '')).toBe(
          `${shown} is not a currency this service knows. ${sentence}`,
        );
      }
    });
  });
}

function describeCodes(bench: RunningBench): void {
  describe('a name that is not known', () => {
    it.each(['XXX', 'XTS', 'GBX', 'ZAC', 'CNH', 'GGP', 'JEP', 'IMP', 'QQQ', 'xxx'])(
      'is unknown_currency for %s, wherever it stands',
      async (code) => {
        for (const path of [
          `/v1/rates/pair?from=${code}&to=USD`,
          `/v1/convert?from=USD&to=${code}&amount=1`,
          `/v1/rates?base=${code}`,
          `/v1/rates/sources?from=USD&to=${code}`,
          `/v1/historical?from=USD&to=${code}`,
        ]) {
          const error = await errorOf(await ask(bench(), path));
          expect(error).toMatchObject({ status: 400, code: 'unknown_currency' });
          expect(error.message).toMatch(/^(from|to|base): /);
        }
      },
    );

    it.each(['E', 'EUR/USD', 'E R', '€', 'EURUSDEURUSD', '<b>'])(
      'is invalid_parameter when it cannot be a code at all: %j',
      async (code) => {
        const response = await ask(bench(), `/v1/rates?base=${encodeURIComponent(code)}`);
        const error = await errorOf(response);
        expect(error).toMatchObject({ status: 400, code: 'invalid_parameter' });
        expect(error.message).not.toContain(code.length > 1 ? code : 'base: E');
      },
    );

    it.each(['ECB', 'xyz', '', 'default', 'all', 'ecb,boe'])(
      'is unknown_source for %j and lists the nine',
      async (source) => {
        const response = await ask(bench(), `${PAIR}&source=${encodeURIComponent(source)}`);
        expect(await errorOf(response)).toEqual({
          status: 400,
          code: 'unknown_source',
          type: 'invalid_request_error',
          message:
            'source must be one of ecb, boe, fed, boj, fixed, crypto-exchange, web-finance, charting-platform, web-search.',
        });
      },
    );
  });
}

function describeKeysInAddresses(bench: RunningBench): void {
  describe('a key in the address', () => {
    it.each(['from', 'source', 'amount', 'api_key', 'X-API-Key'])(
      'is 400 in %s, and never repeated in the answer',
      async (name) => {
        for (const key of [bench().key, mintKey().key]) {
          const response = await ask(bench(), `/v1/convert?colour=red&${name}=${key}`);
          const seen = [...response.headers].join('\n');
          const error = await errorOf(response);
          expect(error).toMatchObject({ status: 400, code: 'invalid_parameter' });
          expect(error.message).toMatch(/does not belong in the address/);
          expect(seen + error.message).not.toContain(key.slice(0, 12));
        }
      },
    );

    it('is 400 as the name of a parameter, in either handling', async () => {
      for (const prefer of ['', 'handling=lenient']) {
        for (const query of [`${bench().key}=1`, `colour=red&x${bench().key}`]) {
          const error = await errorOf(await ask(bench(), `/v1/convert?${query}`, { Prefer: prefer }));
          expect(error.message).toMatch(/does not belong in the address/);
          expect(error.message).not.toContain(bench().key.slice(0, 12));
        }
      }
    });
  });
}
