import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Service } from '#lib/service';
import type { FiguresByPair } from '#lib/testing/builders/builders';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { aTickPoll } from '#lib/testing/builders/store-suite-builders';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { ENDPOINTS } from './endpoints/all.ts';
import { compressedFor, prepareAnswer, serialiseJson } from '#lib/api/answers/prepared-answer';
import { route } from './route.ts';
import { startOwnService } from '#lib/testing/worlds/own-service';

const CLOCK_MS = Date.parse('2026-04-14T08:00:00Z');

const USD_JPY = '/v1/historical?from=USD&to=JPY';

describe('a history that only publishers of fixings have', () => {
  it('is not made again after a poll of a market, of its own choice or of the publisher', async () => {
    const service = await openService();
    for (const choice of ['', '&source=ecb']) {
      const first = await ask(service, USD_JPY + choice);
      const made = countMade(service);
      await poll(service, { 'BTC/USD': 65_000 });
      const second = await ask(made.service, USD_JPY + choice);
      expect(made.count(), choice).toBe(0);
      expect(second.version).not.toBe(first.version);
      expect(second.version).toBe(service.snapshot().version);
      expect([second.etag, second.body]).toEqual([first.etag, first.body]);
    }
  });

  it('has what its publisher committed, at once, of its own choice or of the publisher', async () => {
    const service = await openService();
    for (const [choice, day, count] of [
      ['', '2026-04-09', 2],
      ['&source=ecb', '2026-04-08', 3],
    ] as const) {
      const first = await ask(service, USD_JPY + choice);
      await storeFixings(service.store, aFixingBatch({ [day]: { 'EUR/USD': 1.2, 'EUR/JPY': 180 } }));
      await service.catchUp();
      const second = await ask(service, USD_JPY + choice);
      expect(JSON.parse(first.body)).toMatchObject({ count: count - 1 });
      const { count: counted, points } = JSON.parse(second.body);
      expect([counted, points[0]], choice).toMatchObject([count, { rate: 150 }]);
      expect(second.etag).not.toBe(first.etag);
    }
  });

  it('is made again once a market has the pair as well', async () => {
    const service = await openService();
    await ask(service, USD_JPY);
    await poll(service, { 'USD/JPY': 159.9 });
    const { body } = await ask(service, USD_JPY);
    expect(JSON.parse(body)).toMatchObject({
      points: [{ source: 'ecb' }, { source: 'crypto-exchange', rate: 159.9 }],
    });
  });
});

describe('a history that a market has', () => {
  it('ends with the quote of its newest poll', async () => {
    const service = await openService();
    for (const rate of [65_000, 65_001]) {
      await poll(service, { 'BTC/USD': rate });
      const { body } = await ask(service, '/v1/historical?from=BTC&to=USD');
      expect(JSON.parse(body)).toMatchObject({ points: [{ rate }] });
    }
  });
});

describe.each([
  ['a table of rates', '/v1/rates?base=EUR'],
  ['the last days of a currency', '/v1/rates/series?base=EUR&codes=USD&days=5'],
])('%s', (_name, path) => {
  it('of a bank is not made again after a poll of a market', async () => {
    const service = await openService();
    const first = await ask(service, `${path}&source=ecb`);
    const made = countMade(service);
    await poll(service, { 'BTC/USD': 65_000 });
    const second = await ask(made.service, `${path}&source=ecb`);
    expect(made.count()).toBe(0);
    expect(second.version).not.toBe(first.version);
    expect(second.version).toBe(service.snapshot().version);
    expect([second.etag, second.body]).toEqual([first.etag, first.body]);
  });

  it('of a bank has what the bank committed, at once', async () => {
    const service = await openService();
    const first = await ask(service, `${path}&source=ecb`);
    await storeFixings(service.store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.17, 'EUR/JPY': 186.75 } }));
    await service.catchUp();
    const second = await ask(service, `${path}&source=ecb`);
    expect(first.body).toContain('1.1684');
    expect(second.body).not.toContain('1.1684');
    expect(second.body).toContain('1.17');
  });

  it('of every source is made again after any commit, and has its tag as long as its bytes stay the same', async () => {
    const service = await openService();
    const first = await ask(service, path);
    const made = countMade(service);
    await poll(service, { 'BTC/USD': 64_000 });
    const second = await ask(made.service, path);
    expect(made.count()).toBe(1);
    expect(second.version).not.toBe(first.version);
    expect([second.etag, second.body]).toEqual([first.etag, first.body]);
  });
});

describe('a body', () => {
  it('is compressed once for all who ask, and for nobody who wants it plain', async () => {
    const body = { text: 'figures '.repeat(5000) };
    const prepared = prepareAnswer(serialiseJson({ body, stale: false }));
    expect(prepared.inCoding('plain')).toBe(prepared.plain);
    const asked = [prepared.inCoding('gzip'), prepared.inCoding('gzip'), prepared.inCoding('gzip-only')];
    expect(asked.every((one) => one === asked[0] && one instanceof Promise)).toBe(true);
    const made = await asked[0];
    expect(prepared.inCoding('gzip')).toBe(made);
    expect(gunzipSync(made?.body ?? '').toString()).toBe(JSON.stringify(body));
  });

  it('that was compressed where it was made is sent as it is, and plain to who wants it plain', () => {
    const serialised = serialiseJson({ body: { text: 'figures '.repeat(5000) }, stale: false });
    expect(compressedFor('plain', serialised)).toBe(serialised);
    const { plain, inCoding } = prepareAnswer(compressedFor('gzip', serialised));
    expect(inCoding('plain')).toBe(plain);
    const compressed = inCoding('gzip');
    if (compressed instanceof Promise) throw new Error('It is compressed once more.');
    expect(gunzipSync(compressed.body)).toEqual(Buffer.from(plain.body));
    expect(compressed.etag).toBe(plain.etag.replace(/"$/, '.gz"'));
  });

  it('that is too short to gain by it stays plain, unless only compressed is wanted', () => {
    const serialised = serialiseJson({ body: { rate: 1 }, stale: false });
    expect(compressedFor('gzip', serialised).gzipped).toBeNull();
    expect(gunzipSync(compressedFor('gzip-only', serialised).gzipped ?? '').toString()).toBe('{"rate":1}');
  });

  it.each([10, 1000, 5000])('is what JSON makes of %i points, whether text or bytes', (count) => {
    const body = { points: Array.from({ length: count }, (_, n) => ({ rate: n / 7, at: `${n} \u20ac` })) };
    const serialised = serialiseJson({ body, stale: false });
    expect(Buffer.from(serialised.body).toString()).toBe(JSON.stringify(body));
    expect(serialised.byteLength).toBe(Buffer.byteLength(JSON.stringify(body)));
    expect(typeof serialised.body).toBe(count === 10 ? 'string' : 'object');
  });
});

/** What a caller sees of an answer. */
interface Seen {
  readonly version: string | null;
  readonly etag: string | null;
  readonly body: string;
}

/** Asks as a page of this service does, and wants 200. */
async function ask(service: Service, path: string): Promise<Seen> {
  const url = new URL(path, 'http://localhost');
  const endpoint = ENDPOINTS.find((candidate) => candidate.path === url.pathname);
  if (!endpoint) throw new Error(`There is no endpoint ${url.pathname}.`);
  const inside = { kind: 'inside', allowedSources: null } as const;
  const response = await route(endpoint, () => service).GET(new Request(url), inside);
  const body = await response.text();
  expect([response.status, body]).toEqual([200, body]);
  const { headers } = response;
  return { version: headers.get('x-data-version'), etag: headers.get('etag'), body };
}

/** The same service, which counts the answers that its thread makes. */
function countMade(service: Service): { readonly service: Service; readonly count: () => number } {
  const { longAnswers } = service;
  let count = 0;
  const make: typeof longAnswers.make = (asked) => {
    count += 1;
    return longAnswers.make(asked);
  };
  return { service: { ...service, longAnswers: { ...longAnswers, make } }, count: () => count };
}

/** A service with one day of the ECB and an exchange that was polled once. */
async function openService(): Promise<Service> {
  const service = await startOwnService({
    DATA_DIR: throwAwayFolder(),
    CLOCK: new Date(CLOCK_MS).toISOString(),
    LOG_LEVEL: 'silent',
    SOURCES: 'ecb,fixed,crypto-exchange',
    ROLE: 'web',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  onTestFinished(() => service.close());
  await storeFixings(service.store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 } }));
  await poll(service, { 'BTC/USD': 64_000 });
  return service;
}

let polls = 0;

/** Stores the quotes of one more poll of the exchange, and waits until the service has them. */
async function poll(service: Service, figures: FiguresByPair): Promise<void> {
  polls += 1;
  await service.store.write.storePoll(aTickPoll(CLOCK_MS - 60_000 + polls, figures));
  await service.catchUp();
}
