import process from 'node:process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mintKey } from '#lib/account/keys/key-format';
import { createKeyTable } from '#lib/account/keys/key-table';
import { historicalSeries } from '#lib/testing/wire/answer-schemas';
import { ecbHistory } from '#lib/testing/builders/ecb-history-file';
import { anApiKeyRow } from '#lib/testing/worlds/empty-store';
import type { EndpointBench } from '#lib/testing/worlds/endpoint-bench';
import { openServiceBench } from '#lib/testing/worlds/service-bench';
import type { ApiService } from '#lib/api/api-service';
import type { Caller, OutsideCaller } from '#lib/api/callers/caller';
import type { LongReads } from '#lib/api/endpoint';
import { ENDPOINTS } from '#lib/api/endpoints/all';
import { historical } from '#lib/api/endpoints/historical';
import { compressedFor, serialiseAnswer } from './prepared-answer.ts';
import { createDayColumns } from '#lib/api/history/day-columns';
import { createRateLimits } from '#lib/api/limits/rate-limit';
import { readQuery } from '#lib/api/http/read-query';
import { route } from '#lib/api/route';

const KEYS = { one: mintKey(), other: mintKey() };
const OUTSIDE: OutsideCaller = { kind: 'outside', network: '192.0.2.1', isEncrypted: false, ownOrigin: null };
const INSIDE: Caller = { kind: 'inside', allowedSources: null };

/** Whole histories of a cross of two legs: 10,000 published figures. */
const QUERY = 'from=USD&to=JPY&source=ecb&limit=5000';

/** Less work, for what is about turns alone; counts as one request. */
const SHORT_QUERY = 'from=USD&to=JPY&source=ecb&limit=200';

/** As many as are taken of one caller: one that is made and those that wait. */
const TAKEN = 17;

type LongPath = '/v1/historical' | '/v1/rates';

let bench: EndpointBench;
let service: ApiService;
let serial = 0;

beforeAll(async () => {
  bench = await openServiceBench(
    { clock: '2026-04-14T08:00:00Z', document: ecbHistory(['USD', 'JPY', 'GBP']) },
    (started) => {
      service = started;
      return Promise.resolve(new Response());
    },
  );
  await bench.send('/');
  const keys = createKeyTable({ maxAgeMs: 900_000, monotonicMs: () => 0 });
  keys.replaceAll(Object.entries(KEYS).map(([id, { hash }]) => anApiKeyRow('ada', id, { hash })));
  service = { ...service, keys };
}, 120_000);
afterAll(() => bench.dispose());
beforeEach(() => {
  service = { ...service, limits: createRateLimits({ perMinute: 600, monotonicMs: () => 0 }) };
});

describe('an answer that takes long to make', () => {
  it('is, byte for byte, what the thread that answers would make of it', async () => {
    const response = await ask('one', QUERY);
    const parsed = readQuery(historical, QUERY, 'strict');
    if (!parsed.ok) throw new Error(parsed.error.message);
    const reads = readsOf(service);
    const here = await historical.answer(reads, parsed.value, service.snapshot());
    if (!here.ok) throw new Error(here.error.message);
    const { body, tag } = serialiseAnswer(here.value, []);
    expect(await response.text()).toBe(Buffer.from(body).toString());
    expect(response.headers.get('etag')).toBe(`"${tag}"`);
  });

  it('leaves the thread that answers free for others: a small part of the work is done there', async () => {
    await ask('one', aNewQuestion());
    const parsed = readQuery(historical, aNewQuestion(), 'strict');
    if (!parsed.ok) throw new Error(parsed.error.message);
    const reads = readsOf(service);
    const rounds = Array.from({ length: 30 });
    const hereMicros = await processorMicros(async () => {
      for (const _ of rounds) {
        const here = await historical.answer(reads, parsed.value, service.snapshot());
        if (here.ok) compressedFor('gzip', serialiseAnswer(here.value, []));
      }
    });
    const askedMicros = await processorMicros(async () => {
      for (const _ of rounds) await askHead(aNewQuestion());
    });
    expect(askedMicros).toBeLessThan(hereMicros / 2);
  });

  it('is made once for all who ask the same, however they write it', async () => {
    const question = aNewQuestion();
    expect(await leftAfter([question])).toBe(118);
    const [from, to, ...rest] = question.split('&');
    const again = [
      question,
      [to, ...rest, from?.toLowerCase()].join('&'),
      question.replace('USD', '%55SD'),
      `${question}&&`,
    ];
    expect(await leftAfter(again)).toBe(118 - again.length);
    const lenient = Array.from({ length: 5 }, (_, n) => `${question}&x=${n}`);
    expect(await leftAfter(lenient, { Prefer: 'handling=lenient' })).toBe(118 - again.length - 5);
  });
});

describe('what an answer that takes long counts as', () => {
  it('is one request for each 5,000 figures that it is made from', async () => {
    const end = endDay();
    expect(await leftAfter([`from=EUR&to=USD&source=ecb&limit=5000&endDate=${end}`])).toBe(119);
    expect(await leftAfter([`from=USD&to=GBP&source=ecb&limit=5000&endDate=${end}`])).toBe(117);
    expect(await leftAfter([`from=USD&to=GBP&limit=5000&startDate=2026-04-01&endDate=${end}`])).toBe(116);
  });

  it('is paid for before the next request passes, after just the seconds that are said', async () => {
    let nowMs = 0;
    const limits = createRateLimits({ perMinute: 60, monotonicMs: () => nowMs });
    service = { ...service, limits };
    for (let n = 0; n < 6; n += 1) expect((await ask('one', aNewQuestion())).status).toBe(200);
    const refused = await ask('one', aNewQuestion());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    nowMs = 1000;
    expect((await ask('one', aNewQuestion())).status).toBe(200);
    const later = await ask('one', aNewQuestion());
    expect([later.status, later.headers.get('retry-after'), later.headers.get('ratelimit')]).toEqual([
      429,
      '2',
      '"burst";r=0;t=13',
    ]);
    nowMs = 3000;
    expect((await ask('one', aNewQuestion())).status).toBe(200);
  });
});

describe('a burst of questions whose answers take long', () => {
  it('is answered as far as a short line goes; the rest is told when to ask again, and costs nothing', async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => ask('one', aNewQuestion(SHORT_QUERY))),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(TAKEN);
    expect(refused).toHaveLength(40 - TAKEN);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await leftAfter([])).toBe(120 - TAKEN - 1);
  });

  it.each([
    ['of one key', () => ask('one', aNewQuestion(SHORT_QUERY))],
    ['of the pages that are rendered here', () => ask(null, aNewQuestion(SHORT_QUERY), {}, INSIDE)],
  ])('%s holds up the next caller by one answer or two', async (_name, askOne) => {
    const ended: string[] = [];
    const note = (name: string) => (response: Response) => void ended.push(`${name} ${response.status}`);
    const burst = Array.from({ length: TAKEN }, () => askOne().then(note('burst')));
    const next = [1, 2].map(() => ask('other', aNewQuestion(SHORT_QUERY)).then(note('next')));
    await Promise.all([...burst, ...next]);
    expect(ended).toHaveLength(TAKEN + 2);
    expect(ended.indexOf('next 200')).toBeLessThanOrEqual(2);
    expect(ended.lastIndexOf('next 200')).toBeLessThanOrEqual(4);
  });

  it('that was hung up is not made', async () => {
    const hungUp = new AbortController();
    const left = Array.from({ length: TAKEN }, () =>
      ask('one', aNewQuestion(SHORT_QUERY), {}, OUTSIDE, '/v1/historical', hungUp.signal),
    );
    hungUp.abort();
    const ended: string[] = [];
    const again = Array.from({ length: 3 }, () => ask('one', aNewQuestion(SHORT_QUERY)));
    await Promise.all(
      [...left, ...again].map((one, n) => one.then(() => ended.push(n < TAKEN ? 'left' : 'again'))),
    );
    // Only the one that was being made already is made to its end.
    expect(ended.slice(0, TAKEN - 1)).toEqual(Array.from({ length: TAKEN - 1 }, () => 'left'));
    expect((await Promise.all(again)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('a crowd that asks for histories', () => {
  it.each<readonly [string, LongPath, () => string]>([
    ['history', '/v1/historical', () => aNewQuestion(SHORT_QUERY)],
    ['table of rates', '/v1/rates', () => 'base=JPY'],
  ])('of 80 addresses without a key keeps no %s of a key waiting', async (_name, path, question) => {
    const ended: string[] = [];
    const note = (name: string) => (response: Response) => void ended.push(`${name} ${response.status}`);
    const burst = Array.from({ length: 80 }, (_, n) =>
      askFromPage(`192.0.2.${n}`, aNewQuestion(SHORT_QUERY)).then(note('page')),
    );
    await Promise.all([...burst, ask('one', question(), {}, OUTSIDE, path).then(note('key'))]);
    const made = ended.filter((end) => end !== 'page 429');
    expect(made.indexOf('key 200')).toBeGreaterThanOrEqual(0);
    expect(made.indexOf('key 200')).toBeLessThanOrEqual(2);
    expect(made.filter((end) => end === 'page 200').length).toBeGreaterThanOrEqual(64);
  });

  it('of one key keeps no table of rates waiting', async () => {
    const ended: string[] = [];
    const burst = Array.from({ length: TAKEN }, () =>
      ask('one', aNewQuestion(SHORT_QUERY)).then(({ status }) => ended.push(`history ${status}`)),
    );
    const tables = ['GBP', 'EUR'].map((base) =>
      ask('one', `base=${base}`, {}, OUTSIDE, '/v1/rates').then(({ status }) =>
        ended.push(`rates ${status}`),
      ),
    );
    await Promise.all([...burst, ...tables]);
    expect(ended.lastIndexOf('rates 200')).toBeGreaterThanOrEqual(1);
    expect(ended.lastIndexOf('rates 200')).toBeLessThanOrEqual(4);
  });

  it('keeps no rate waiting, nor an answer that was made before', async () => {
    const question = aNewQuestion(SHORT_QUERY);
    await ask('other', question);
    let isOver = false;
    const burst = Promise.all(
      Array.from({ length: TAKEN }, () => ask('one', aNewQuestion(SHORT_QUERY))),
    ).then(() => (isOver = true));
    expect((await ask('other', question)).status).toBe(200);
    expect((await ask('other', 'from=USD&to=JPY', {}, OUTSIDE, '/v1/rates/pair')).status).toBe(200);
    expect(isOver).toBe(false);
    await burst;
  });
});

it('is made after the thread has ended, too', async () => {
  await service.longAnswers.close();
  const response = await ask('one', aNewQuestion());
  expect(historicalSeries.parse(await response.json()).count).toBe(5000);
});

const noDay = () => Promise.reject(new Error('no test asks for a day'));

/** What the thread makes answers from. */
function readsOf({ history }: ApiService): LongReads {
  const dayColumns = createDayColumns(history);
  return {
    history: () => Promise.resolve(history),
    dayColumns: () => Promise.resolve(dayColumns),
    dayRates: () => Promise.resolve({ snapshotOf: noDay, stretchOf: noDay }),
    knownRates: () => Promise.reject(new Error('no test asks for an instant')),
    documentTerms: () => null,
    signReceipt: () => Promise.reject(new Error('no test asks for a receipt')),
    askedAt: new Date(0),
  };
}

/** A question that was not asked before: another end, some hours after the newest figure. */
function aNewQuestion(query = QUERY): string {
  return `${query}&endDate=${endDay()}`;
}

/** Asks for a history as a page does that nobody is signed in to. */
async function askFromPage(network: string, query: string): Promise<Response> {
  const cookie = service.browserKeys.newCookie();
  const { key } = service.browserKeys.mint(cookie, service.clock.real(), 'anybody');
  const headers = { 'X-API-Key': key, Cookie: `crossrate_page=${cookie}` };
  return ask(null, query, headers, { ...OUTSIDE, network });
}

function endDay(): string {
  serial += 1;
  return new Date(Date.UTC(2026, 3, 13, 20) + serial * 1000).toISOString().replace('.000Z', 'Z');
}

async function ask(
  who: keyof typeof KEYS | null,
  query: string,
  headers: Readonly<Record<string, string>> = {},
  caller: Caller = OUTSIDE,
  path: LongPath | '/v1/rates/pair' = '/v1/historical',
  signal?: AbortSignal,
): Promise<Response> {
  const endpoint = ENDPOINTS.find((candidate) => candidate.path === path);
  if (!endpoint) throw new Error(`there is no ${path}`);
  const request = new Request(`http://localhost${path}?${query}`, {
    headers: { ...(who && { 'X-API-Key': KEYS[who].key }), ...headers },
    ...(signal && { signal }),
  });
  return route(endpoint, () => service).GET(request, caller);
}

/** Asks as the first key for everything but the body, which is made all the same. */
async function askHead(query: string): Promise<Response> {
  const headers = { 'X-API-Key': KEYS.one.key, 'Accept-Encoding': 'gzip' };
  const request = new Request(`http://localhost/v1/historical?${query}`, { method: 'HEAD', headers });
  return route(historical, () => service).HEAD(request, OUTSIDE);
}

/** How many requests the first key has left after these questions, asked one after the other; after one about a pair where there are none. */
async function leftAfter(
  questions: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  let newest: Response | null = null;
  for (const question of questions) {
    newest = await ask('one', question, headers);
    expect(newest.status, question).toBe(200);
  }
  newest ??= await ask('one', 'from=USD&to=JPY', headers, OUTSIDE, '/v1/rates/pair');
  return Number(/r=(\d+)/.exec(newest.headers.get('ratelimit') ?? '')?.[1]);
}

/** What some work takes of the processor in this thread, in microseconds. */
async function processorMicros(work: () => Promise<void>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
