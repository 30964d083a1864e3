import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ecbSample, recordedEcbHistory, shortEcbHistory } from '#lib/testing/builders/ecb-sample';
import type { EndpointBench } from '#lib/testing/worlds/endpoint-bench';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { openServiceBench } from '#lib/testing/worlds/service-bench';
import { isLong, someOf } from '#lib/testing/long-count';

const dispatch = await openExportedDispatch();

const SETUP = {
  clock: '2026-04-14T08:00:00Z',
  document: (isLong('EVERY_CASE') ? recordedEcbHistory() : shortEcbHistory()) ?? ecbSample(),
  newestCheck: 'passed',
} as const;

/** Current, retired, tied by law, never carried, unknown, in the wrong case. */
const CODES = ['EUR', 'USD', 'JPY', 'HUF', 'IDR', 'HRK', 'BGN', 'MOP', 'KWD', 'QQQ', 'chf'];

const PAIRS = someOf(
  CODES.flatMap((from) => CODES.map((to) => `from=${from}&to=${to}`)),
  18,
);

/** History is read from the database each time, so fewer pairs must do. */
const HISTORY_PAIRS = PAIRS.filter((_pair, index) => index % 3 === 0);

const SPANS = [
  '',
  '&limit=1',
  '&limit=5000',
  '&limit=5001',
  '&startDate=2026-03-25&endDate=2026-04-08',
  '&startDate=1999-01-04&endDate=2004-12-31&limit=3',
  '&startDate=2026-04-13T12:10:00Z&endDate=2026-04-13T12:10:00.000Z',
  '&startDate=2026-04-14',
  '&startDate=2026-04-10&endDate=2026-04-09',
];

/** By the endpoint that they ask. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  '/v1/convert': PAIRS.flatMap((pair) =>
    ['', '&amount=123.45', '&amount=-1'].map((amount) => `${pair}${amount}`),
  ),
  '/v1/rates/pair': PAIRS.flatMap((pair) =>
    ['', '&source=ecb', '&source=boe'].map((source) => `${pair}${source}`),
  ),
  '/v1/rates': [...CODES.map((base) => `base=${base}`), '', 'base=EUR&source=ecb', 'base=EUR&base=USD'],
  '/v1/rates/sources': [...PAIRS, 'from=EUR'],
  '/v1/historical': HISTORY_PAIRS.flatMap((pair) => SPANS.map((span) => `${pair}${span}`)),
  '/v1/status': [''],
};

/** What one request and another of the same kind do not share. */
const OWN_HEADERS = ['x-request-id', 'date'];

describe('the same requests to both engines', () => {
  const benches: EndpointBench[] = [];
  beforeAll(async () => {
    const variables = { SOURCES: 'ecb,fixed' };
    benches.push(await openServiceBench(SETUP, dispatch, variables));
    const url = await freshDatabase();
    benches.push(await openServiceBench(SETUP, dispatch, { ...variables, DATABASE_URL: url }));
  });
  afterAll(async () => {
    for (const bench of benches) await bench.dispose();
  });

  it.each(Object.entries(TARGETS))(
    'to %s are answered byte for byte alike, plain and compressed, with the same tags and versions',
    async (path, queries) => {
      for (const query of queries) {
        for (const coding of ['identity', 'gzip']) {
          const [onSqlite, onPostgres] = await Promise.all(
            benches.map((bench) => answerOf(bench, `${path}?${query}`, coding)),
          );
          expect(onPostgres, `${path}?${query}`).toEqual(onSqlite);
        }
      }
    },
  );
});

async function answerOf(bench: EndpointBench, path: string, coding: string) {
  const response = await bench.send(path, {
    headers: [
      ['X-API-Key', bench.key],
      ['Accept-Encoding', coding],
    ],
  });
  const headers = [...response.headers].filter(([name]) => !OWN_HEADERS.includes(name));
  const body = Buffer.from(await response.arrayBuffer());
  if (!path.startsWith('/v1/status'))
    return { status: response.status, headers, body: body.toString('base64') };
  // Each service checked its source and its own parts at its own time, which tag, length and limit left cover too.
  const text = body
    .toString()
    .replaceAll(/"lastCheckedAt":"[^"]+"/g, '"lastCheckedAt":""')
    .replace(/"services":\[.*\]/, '"services":[]');
  const shared = headers.filter(([name]) => !['etag', 'content-length', 'ratelimit'].includes(name));
  return { status: response.status, headers: shared, body: text };
}
