import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { API_ERRORS } from '#lib/contract/errors';
import { requestAddress } from '#lib/contract/endpoint-paths';
import { CONTRACTS } from '#lib/contract/endpoints/all';
import type { RunningBench } from '#lib/testing/worlds/endpoint-bench';
import { propertyRuns, seeded } from '#lib/testing/property-runs';

/** What stands in a path that has a name in it. */
const IN_PATH = { sha256: 'a'.repeat(64) };

const SCHEMAS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  CONTRACTS.map(({ path, answer }) => [requestAddress(path, IN_PATH), answer]),
);

const ERROR = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string().min(1), type: z.string() }),
});

const NAMES = [
  ...new Set(CONTRACTS.flatMap(({ query }) => Object.keys(query.shape))),
  ...'__proto__ constructor key'.split(' '),
];

/** At and beyond every boundary, of the wrong type, in other scripts. */
const VALUES = [
  ...'USD EUR JPY usd HRK XAU BTC XXX ecb boe ECB 0 1 -1 5000 5001 1e15 1e-12 1e999 NaN null true [] {}'.split(
    ' ',
  ),
  ...'month average eu-1103-97 provenance reasons USD,EUR EUR/USD'.split(' '),
  ...'2026-04-13 2025-02-29 0000-01-01 9999-12-31 2026-04-13T12:00:00Z 9999-12-31T23:59:59-23:59'.split(' '),
  '',
  ' ',
  '%',
  '%00',
  '\u0000',
  '١٢',
  '💶',
  "' or 1=1 --",
  '../../etc/passwd',
  'A'.repeat(5000),
];

/** Whatever a caller sends, the answer is a shape that the contract knows. */
export function describeFuzz(bench: RunningBench): void {
  describe('any query at all', () => {
    it(seeded('is answered in a shape of the contract, never with 500'), async () => {
      const statuses = new Set<number>();
      await fc.assert(
        fc.asyncProperty(randomRequest(), async ({ path, query, method, prefer, hasKey }) => {
          const headers: (readonly [string, string])[] = [['Prefer', prefer]];
          if (hasKey) headers.push(['X-API-Key', bench().key]);
          const response = await bench().send(`${path}?${query}`, { method, headers });
          statuses.add(response.status);
          // A stream has no end; what its events say is held elsewhere.
          if (response.headers.get('Content-Type') === 'text/event-stream') return response.body?.cancel();
          const body: unknown = JSON.parse(await response.text());
          const isExpected = Object.values(API_ERRORS).some(({ status }) => status === response.status);
          expect(response.status === 200 || (isExpected && response.status !== 500)).toBe(true);
          const schema = response.status === 200 ? SCHEMAS[path] : ERROR;
          expect(schema?.safeParse(body).error).toBeUndefined();
        }),
        propertyRuns(1500, 120),
      );
      expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]));
    });
  });
}

function randomRequest() {
  const value = fc.oneof({ arbitrary: fc.constantFrom(...VALUES), weight: 4 }, fc.string({ unit: 'binary' }));
  const parameter = fc
    .tuple(fc.oneof({ arbitrary: fc.constantFrom(...NAMES), weight: 6 }, fc.string()), value)
    .map((both) => both.map(encoded).join('='));
  const sensible = fc
    .tuple(fc.constantFrom('USD', 'EUR', 'HRK'), fc.constantFrom('JPY', 'RON'), value)
    .map(([from, to, amount]) => `from=${from}&to=${to}&amount=${encoded(amount)}`);
  const query = fc.oneof(
    fc.array(parameter, { maxLength: 6 }).map((parameters) => parameters.join('&')),
    fc
      .tuple(sensible, fc.array(parameter, { maxLength: 2 }))
      .map(([first, more]) => [first, ...more].join('&')),
    fc.string().map((text) => text.replaceAll('#', '')),
  );
  return fc.record({
    path: fc.constantFrom(...Object.keys(SCHEMAS)),
    query,
    method: fc.oneof({ arbitrary: fc.constant('GET'), weight: 30 }, fc.constant('POST')),
    prefer: fc.constantFrom('', 'handling=strict', 'handling=lenient'),
    hasKey: fc.oneof({ arbitrary: fc.constant(true), weight: 20 }, fc.constant(false)),
  });
}

/** Lone halves of a surrogate pair cannot be sent at all. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
