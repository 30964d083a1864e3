import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ask, type EndpointBench, errorOf, type RunningBench } from '#lib/testing/worlds/endpoint-bench';

const PAIR = '/v1/rates/pair?from=EUR&to=USD';
const TABLE = '/v1/rates?base=EUR';
const ALLOWED = 'GET, HEAD, OPTIONS';

/** One path for every kind of answer. */
const EVERY_KIND = [
  [200, PAIR],
  [200, '/v1/convert?from=EUR&to=USD&amount=3'],
  [200, TABLE],
  [200, '/v1/rates/sources?from=EUR&to=USD'],
  [200, '/v1/historical?from=EUR&to=USD&limit=1'],
  [200, '/v1/status'],
  [400, '/v1/rates/pair?from=EUR'],
  [404, '/v1/rates/pair?from=EUR&to=HRK'],
  [404, '/v1/nowhere'],
  [404, `${PAIR}&source=boe`],
] as const;

/** Methods, headers, caching: what HTTP asks of every answer. */
export function describeProtocol(bench: RunningBench): void {
  describeMethods(bench);
  describeUnknownPaths(bench);
  describeTags(bench);
  describeCodings(bench);
  describeHeaders(bench);
}

function describeMethods(bench: RunningBench): void {
  describe('a method', () => {
    it.each(EVERY_KIND)(
      'HEAD has the status %i and the headers of GET without a body for %s',
      async (status, path) => {
        const got = await ask(bench(), path);
        const head = await bench().send(path, { method: 'HEAD', headers: [['X-API-Key', bench().key]] });
        expect(head.status).toBe(status);
        expect(comparable(head)).toEqual(comparable(got));
        expect(head.headers.get('Content-Length')).toBe(String((await got.arrayBuffer()).byteLength));
        expect((await head.arrayBuffer()).byteLength).toBe(0);
      },
    );

    it('OPTIONS tells browsers of other origins what they may send, without a key', async () => {
      for (const path of [PAIR, '/v1/status']) {
        const response = await bench().send(path, { method: 'OPTIONS' });
        expect(response.status).toBe(204);
        expect(response.headers.get('Allow')).toBe(ALLOWED);
        expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
        expect(response.headers.get('Access-Control-Allow-Methods')).toBe(ALLOWED);
        expect(response.headers.get('Access-Control-Allow-Headers')).toContain('X-API-Key');
      }
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
      '%s is 405 with Allow, before any key is asked for',
      async (method) => {
        const response = await bench().send(PAIR, { method });
        expect(response.headers.get('Allow')).toBe(ALLOWED);
        expect(await errorOf(response)).toMatchObject({ status: 405, code: 'method_not_allowed' });
      },
    );
  });
}

function describeUnknownPaths(bench: RunningBench): void {
  describe('a path that is not known', () => {
    it.each(['/v1', '/v1/nowhere', '/v1/rates/pair/x', '/v1/Rates', '/v1/status/', '/v1/%00'])(
      '%s is 404 not_found with a key and without, whatever the method',
      async (path) => {
        for (const response of [
          await ask(bench(), path),
          await bench().send(path),
          await bench().send(path, { method: 'OPTIONS' }),
          await bench().send(path, { method: 'POST' }),
        ]) {
          expect(await errorOf(response)).toMatchObject({
            status: 404,
            code: 'not_found',
            type: 'not_found_error',
          });
        }
      },
    );
  });
}

function describeTags(bench: RunningBench): void {
  describe('an entity tag', () => {
    it.each([
      ['as given', (tag: string) => tag],
      ['in its weak form', (tag: string) => `W/${tag}`],
      ['in a list', (tag: string) => `"other", W/${tag} , "more"`],
      ['as *', () => '*'],
    ])('sent back %s is 304 without a body', async (_name, sentBack) => {
      for (const path of [PAIR, TABLE, '/v1/historical?from=EUR&to=USD&limit=3']) {
        const tag = tagOf(await ask(bench(), path));
        const again = await ask(bench(), path, { 'If-None-Match': sentBack(tag) });
        expect(again.status).toBe(304);
        expect((await again.arrayBuffer()).byteLength).toBe(0);
        expect(tagOf(again)).toBe(tag);
        for (const name of ['Cache-Control', 'Vary', 'X-Data-Version']) {
          expect(again.headers.get(name), name).not.toBeNull();
        }
      }
    });

    it('of another answer is 200', async () => {
      const other = tagOf(await ask(bench(), TABLE));
      expect((await ask(bench(), PAIR, { 'If-None-Match': other })).status).toBe(200);
    });

    it('is strong, the same for the same answer, another for another', async () => {
      const tags = [await ask(bench(), PAIR), await ask(bench(), PAIR), await ask(bench(), TABLE)].map(tagOf);
      expect(tags[0]).toMatch(/^"[\w-]{20,}"$/);
      expect(tags[1]).toBe(tags[0]);
      expect(tags[2]).not.toBe(tags[0]);
    });
  });
}

function describeCodings(bench: RunningBench): void {
  describe('a compressed answer', () => {
    /** Longer than the 1 KiB from which compressing pays. */
    const HISTORY = '/v1/historical?from=USD&to=JPY&limit=5000';

    it('has another tag than the plain one, and the same body', async () => {
      const plain = await ask(bench(), HISTORY);
      const packed = await ask(bench(), HISTORY, { 'Accept-Encoding': 'br, gzip' });
      expect(packed.headers.get('Content-Encoding')).toBe('gzip');
      expect(plain.headers.get('Content-Encoding')).toBeNull();
      expect(tagOf(packed)).not.toBe(tagOf(plain));
      const bytes = Buffer.from(await packed.arrayBuffer());
      expect(packed.headers.get('Content-Length')).toBe(String(bytes.byteLength));
      expect(gunzipSync(bytes).toString()).toBe(await plain.text());
    });

    it('is 304 for its own tag alone', async () => {
      const gzip = { 'Accept-Encoding': 'gzip' };
      const [plain, packed] = [tagOf(await ask(bench(), HISTORY)), tagOf(await ask(bench(), HISTORY, gzip))];
      expect((await ask(bench(), HISTORY, { ...gzip, 'If-None-Match': packed })).status).toBe(304);
      expect((await ask(bench(), HISTORY, { ...gzip, 'If-None-Match': plain })).status).toBe(200);
      expect((await ask(bench(), HISTORY, { 'If-None-Match': packed })).status).toBe(200);
    });

    it.each([
      [HISTORY, 'GZIP;q=0.5'],
      [HISTORY, '*'],
      [PAIR, 'gzip, identity;q=0'],
    ])('is sent for %s with Accept-Encoding: %s', async (path, coding) => {
      const response = await ask(bench(), path, { 'Accept-Encoding': coding });
      expect(response.headers.get('Content-Encoding')).toBe('gzip');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(gunzipSync(bytes).toString()).toBe(await (await ask(bench(), path)).text());
    });

    it.each([
      [HISTORY, 'gzip;q=0'],
      [HISTORY, 'gzip;q=0, *'],
      [HISTORY, 'gzip;q=0.2, identity;q=0.5'],
      [HISTORY, 'identity'],
      [PAIR, 'gzip'],
    ])('is not sent for %s with Accept-Encoding: %s', async (path, coding) => {
      const response = await ask(bench(), path, { 'Accept-Encoding': coding });
      expect(response.headers.get('Content-Encoding')).toBeNull();
    });
  });
}

function describeHeaders(bench: RunningBench): void {
  describe('the headers of every answer', () => {
    it.each(EVERY_KIND)('let other origins read it, %i as well (%s)', async (_status, path) => {
      const { headers } = await ask(bench(), path);
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      for (const name of ['ETag', 'Link', 'Retry-After', 'X-Data-Version', 'X-Request-Id', 'X-Truncated']) {
        expect(headers.get('Access-Control-Expose-Headers')).toContain(name);
      }
      expect(headers.get('Vary')).toBe('X-API-Key, Accept, Accept-Encoding');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    });

    it.each(EVERY_KIND)('allow five seconds of caching, errors none (%i %s)', async (status, path) => {
      const access = path.startsWith('/v1/status') ? 'public' : 'private';
      const expected = status === 200 ? `${access}, max-age=5` : 'no-store';
      expect((await ask(bench(), path)).headers.get('Cache-Control')).toBe(expected);
    });

    it('name each answer by an X-Request-Id of its own, errors and cached answers included', async () => {
      const ids = new Set<string | null>();
      for (const [, path] of [...EVERY_KIND, ...EVERY_KIND]) {
        ids.add((await ask(bench(), path)).headers.get('X-Request-Id'));
      }
      expect(ids.has(null)).toBe(false);
      expect(ids.size).toBe(2 * EVERY_KIND.length);
    });

    it('bear one X-Data-Version while the data stay the same, 404 and 503 included', async () => {
      expect(await versionsOf(bench())).toHaveLength(1);
    });
  });
}

async function versionsOf(bench: EndpointBench): Promise<readonly (string | null)[]> {
  const versions = new Set<string | null>();
  for (const [status, path] of EVERY_KIND) {
    if (status === 400 || path === '/v1/nowhere') continue;
    versions.add((await ask(bench, path)).headers.get('X-Data-Version'));
  }
  return [...versions];
}

/** All headers but the one that differs from answer to answer. */
function comparable({ headers }: Response): readonly (readonly [string, string])[] {
  return [...headers].filter(([name]) => name !== 'x-request-id');
}

function tagOf({ headers }: Response): string {
  return headers.get('ETag') ?? 'no tag';
}
