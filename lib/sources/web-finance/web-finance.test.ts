import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';

import { findCurrency } from '#lib/domain/currencies/currency';
import { parseIsoDay } from '#lib/domain/iso-day';
import type { TickHistory, TickSource } from '#lib/sources/source';
import { createClient, startHost } from '#lib/testing/wire/upstream-calls';

import { createSource as webFinance } from './source.ts';

const NEWEST = Date.parse('2026-11-20T11:45:00Z') / 1000;
const SPARK = JSON.stringify({
  'EURUSD=X': { symbol: 'EURUSD=X', timestamp: [NEWEST], close: [1.1592] },
});

describe('a poll of Yahoo Finance', () => {
  it('asks spark for 40 pairs of known currencies in two calls, as a client that is served', async () => {
    const agents: IncomingHttpHeaders['user-agent'][] = [];
    const publisher = await startPublisher((request, response) => {
      agents.push(request.headers['user-agent']);
      response.writeHead(200, { 'Content-Type': 'application/json;charset=utf-8' }).end(SPARK);
    });
    const fetched = await publisher.source.fetch(createClient());
    expect(fetched.ok && fetched.value.length).toBe(2);
    expect(agents).toEqual(['Mozilla/5.0', 'Mozilla/5.0']);
    const calls = publisher.asked.map((url) => new URL(url, 'http://publisher'));
    expect(calls.map(({ pathname }) => pathname)).toEqual(['/v8/finance/spark', '/v8/finance/spark']);
    expect(publisher.asked[0]).toMatch(/\?symbols=EURUSD%3DX,GBPUSD%3DX,.*&range=1d&interval=5m$/);
    const lists = calls.map(({ searchParams }) => searchParams.get('symbols')?.split(',') ?? []);
    expect(lists.map((list) => list.length)).toEqual([20, 20]);
    const symbols = lists.flat();
    expect(new Set(symbols).size).toBe(publisher.source.expectedPairs);
    const unknown = symbols.filter((symbol) => {
      const [, base = '', quote = ''] = /^([A-Z]{3})([A-Z]{3})=X$/.exec(symbol) ?? [];
      return findCurrency(base) === null || findCurrency(quote) === null;
    });
    expect(unknown).toEqual([]);
  });

  it('gives documents whose quotes the source reads', async () => {
    const publisher = await startPublisher((_request, response) => void response.end(SPARK));
    const fetched = await publisher.source.fetch(createClient());
    const read = publisher.source.parse(fetched.ok ? fetched.value : []);
    const observedAt = new Date(NEWEST * 1000);
    const [first] = read.ok ? read.value : [];
    expect(first?.ticks).toEqual([{ base: 'EUR', quote: 'USD', rate: '1.1592', observedAt }]);
  });
});

describe('a poll of Yahoo Finance that fails', () => {
  it.each<readonly [string, RequestListener, string, RegExp]>([
    [
      'a consent page',
      (_request, response) =>
        void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>consent</html>'),
      'content_type',
      /"text\/html" instead of application\/json.*consent page/,
    ],
    [
      'a consent page without a type',
      (_request, response) => void response.end('<!DOCTYPE html><html>Your consent</html>'),
      'unknown-layout',
      /consent page/,
    ],
    [
      'a redirect to the host of the consent page',
      (_request, response) => void response.writeHead(307, { Location: 'http://localhost:1/consent' }).end(),
      'redirect_refused',
      /localhost:1 is not one of 127\.0\.0\.1/,
    ],
    [
      'a refusal in plain text',
      (_request, response) =>
        void response.writeHead(429, { 'Content-Type': 'text/plain' }).end('Too Many Requests'),
      'status',
      /status 429\. It wants to be asked less often/,
    ],
    [
      'the same text with status 200',
      (_request, response) =>
        void response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Too Many Requests'),
      'unknown-layout',
      /"Too Many Requests"/,
    ],
    [
      'an object without symbols',
      (_request, response) => void response.end('{}'),
      'unknown-layout',
      /no symbol/,
    ],
  ])('fails with a sentence on %s', async (_name, listener, kind, sentence) => {
    const publisher = await startPublisher(listener);
    const fetched = await publisher.source.fetch(createClient({ tries: 1 }));
    if (fetched.ok) throw new Error('The fetch did not fail.');
    expect(fetched.error.kind).toBe(kind);
    expect(fetched.error.sentence).toMatch(sentence);
    expect(publisher.asked.length).toBe(2);
  });

  it('ends with the signal', async () => {
    const publisher = await startPublisher((_request, response) => void response.end(SPARK));
    const fetched = await publisher.source.fetch(createClient(), AbortSignal.abort());
    expect(fetched.ok ? null : fetched.error.kind).toBe('aborted');
  });
});

describe('the history of Yahoo Finance', () => {
  it('has a part for every pair, each over the whole span', async () => {
    const span = { from: dayOf('2020-01-01'), to: dayOf('2020-01-03') };
    const parts = await historyOf(webFinance()).parts(createClient(), span);
    const value = parts.ok ? parts.value : [];
    expect(value.length).toBe(40);
    expect(new Set(value.map(({ id }) => id)).size).toBe(40);
    expect(value.filter(({ from, to }) => from !== span.from || to !== span.to)).toEqual([]);
  });

  it('asks chart for a part from midnight to midnight in London, summer time included', async () => {
    const publisher = await startPublisher((_request, response) => void response.end(chartOf([1.1392])));
    const part = { id: 'EURUSD', from: dayOf('2026-09-25'), to: dayOf('2026-10-30') };
    const fetched = await historyOf(publisher.source).fetch(createClient(), part);
    const from = Date.parse('2026-09-24T23:00Z') / 1000;
    const to = Date.parse('2026-10-31T00:00Z') / 1000;
    expect(publisher.asked).toEqual([
      `/v8/finance/chart/EURUSD%3DX?period1=${from}&period2=${to}&interval=1d`,
    ]);
    const [document] = fetched.ok ? fetched.value : [];
    if (document === undefined) throw new Error('Nothing was fetched.');
    const bars = historyOf(publisher.source).parse(document);
    expect(bars.ok && bars.value.figures.map(({ day, rate }) => `${day} ${rate}`)).toEqual([
      '2026-09-25 1.1392',
    ]);
  });

  it('answers an empty list where the publisher has no day', async () => {
    const publisher = await startPublisher((_request, response) => void response.end(chartOf([])));
    const part = { id: 'EURUSD', from: dayOf('1996-01-01'), to: dayOf('1996-12-31') };
    expect(await historyOf(publisher.source).fetch(createClient(), part)).toEqual({ ok: true, value: [] });
  });

  it.each<readonly [string, RequestListener, RegExp]>([
    [
      'status 404',
      (_request, response) => void response.writeHead(404).end(),
      /status 404\. It may not know/,
    ],
    [
      'an error with status 200',
      (_request, response) =>
        void response.end('{"chart":{"result":null,"error":{"code":"Not Found","description":"delisted"}}}'),
      /error "Not Found" \("delisted"\)/,
    ],
  ])('fails with a sentence on %s', async (_name, listener, sentence) => {
    const publisher = await startPublisher(listener);
    const part = { id: 'EURUSD', from: dayOf('2020-01-01'), to: dayOf('2020-01-03') };
    const fetched = await historyOf(publisher.source).fetch(createClient({ tries: 1 }), part);
    expect(fetched.ok ? '' : fetched.error.sentence).toMatch(sentence);
  });
});

function chartOf(closes: readonly number[]): string {
  const meta = {
    symbol: 'EURUSD=X',
    currency: 'USD',
    instrumentType: 'CURRENCY',
    exchangeTimezoneName: 'Europe/London',
    priceHint: 4,
    dataGranularity: '1d',
  };
  const days =
    closes.length === 0
      ? { indicators: { quote: [{}] } }
      : { timestamp: [1790290800], indicators: { quote: [{ close: closes }] } };
  return JSON.stringify({ chart: { result: [{ meta, ...days }], error: null } });
}

interface Publisher {
  readonly source: TickSource;
  /** The paths asked for, in order. */
  readonly asked: readonly string[];
}

async function startPublisher(listener: RequestListener): Promise<Publisher> {
  const host = await startHost(listener);
  return { source: webFinance(new URL(host.url)), asked: host.asked };
}

function historyOf(source: TickSource): TickHistory {
  if (source.history === null) throw new Error('The source has no history.');
  return source.history;
}

function dayOf(text: string) {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
