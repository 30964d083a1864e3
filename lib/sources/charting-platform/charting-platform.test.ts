import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { findCurrency } from '#lib/domain/currencies/currency';
import type { SourceDocument, TickSource } from '#lib/sources/source';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { createClient, startHost } from '#lib/testing/wire/upstream-calls';

import { createSource as chartingPlatform } from './source.ts';
import { CHARTING_PLATFORM_PAIRS } from './facts.ts';

const OPEN_AT = new Date('2026-11-20T12:00:00Z');
const SATURDAY = new Date('2026-11-21T12:00:00Z');
const recorded = readRecordedBodies('charting-platform');

describe('recorded answers of TradingView', () => {
  it('scan-forex-FX_IDC-EURUSD-close.json', ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('charting-platform'));
    expect(ticksOf(recordedText('scan-forex-FX_IDC-EURUSD-close.json'))).toEqual(['EUR/USD 1.15588 null']);
  });

  it('refuses scan-forex-FX_IDC-EURUSD-close.json cut short, wherever the cut is', ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('charting-platform'));
    const text = recordedText('scan-forex-FX_IDC-EURUSD-close.json').trim();
    for (let length = 1; length < text.length; length += 1) {
      expect(refusalOf(text.slice(0, length))).toMatch(/cut short or damaged/);
    }
  });

  it('refuses forex-symbol-catalogue-2025-09.json, which has no prices', ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('charting-platform'));
    expect(refusalOf(recordedText('forex-symbol-catalogue-2025-09.json'))).toMatch(
      /not the scanner's at totalCount/,
    );
  });

  it('asks only for pairs of forex-symbol-catalogue-2025-09.json, and for every active code that has one', ({
    skip,
  }) => {
    skip(recorded === null, recordedBodiesMissing('charting-platform'));
    const catalogue = z
      .object({ symbols: z.array(z.object({ s: z.string() })) })
      .parse(JSON.parse(recordedText('forex-symbol-catalogue-2025-09.json')));
    const listed = new Set(catalogue.symbols.map(({ s }) => s));
    expect(listed.size).toBe(4196);
    expect(CHARTING_PLATFORM_PAIRS.filter((pair) => !listed.has(`FX_IDC:${pair}`))).toEqual([]);
    const codes = new Set([...listed].map((symbol) => symbol.slice(-3)));
    const asked = new Set(CHARTING_PLATFORM_PAIRS.flatMap((pair) => [pair.slice(0, 3), pair.slice(3)]));
    const active = [...codes].filter((code) => findCurrency(code)?.lastDay === null);
    expect(active.filter((code) => !asked.has(code))).toEqual([]);
  });
});

describe('the pairs that TradingView is asked for', () => {
  it('are 170 different ones of currencies in use, 154 of them against the dollar', () => {
    expect(new Set(CHARTING_PLATFORM_PAIRS).size).toBe(170);
    expect(CHARTING_PLATFORM_PAIRS.filter((pair) => pair.includes('USD')).length).toBe(154);
    const codes = CHARTING_PLATFORM_PAIRS.flatMap((pair) => [pair.slice(0, 3), pair.slice(3)]);
    expect(codes.filter((code) => findCurrency(code)?.lastDay !== null)).toEqual([]);
  });
});

describe('an answer of the scanner', () => {
  it('is read in any order; a null close and an unknown code are no quote', () => {
    const body = scan([
      ['FX_IDC:USDJPY', [157.12300109863281]],
      ['FX_IDC:EURUSD', [1.15588]],
      ['FX_IDC:USDKPW', [null]],
      ['FX_IDC:GBPGBX', [100]],
      ['FX_IDC:USDCNH', [7.1]],
      ['FX:EURUSD', [1.16382]],
      ['FX_IDC:VNDUSD', [0.000038123456789]],
    ]);
    expect(ticksOf(body)).toEqual([
      'USD/JPY 157.123 null',
      'EUR/USD 1.15588 null',
      'VND/USD 0.00003812346 null',
    ]);
  });

  it('is of the closing instant before the fetch while the market is closed, for it has no time of its own', () => {
    const body = scan([['FX_IDC:EURUSD', [1.15588]]]);
    expect(ticksOf(body, SATURDAY)).toEqual(['EUR/USD 1.15588 2026-11-20T22:00:00.000Z']);
    expect(ticksOf(body, new Date('2026-11-22T21:59:59Z'))).toEqual([
      'EUR/USD 1.15588 2026-11-20T22:00:00.000Z',
    ]);
    expect(ticksOf(body, new Date('2026-11-22T22:00:00Z'))).toEqual(['EUR/USD 1.15588 null']);
  });
});

describe('a row of the scanner that cannot be read', () => {
  it.each<readonly [string, readonly unknown[], string]>([
    ['has more cells than columns', ['FX_IDC:EURUSD', [1.16, 1.17]], 'EUR/USD'],
    ['has no cell', ['FX_IDC:EURUSD', []], 'EUR/USD'],
    ['has a close that is text', ['FX_IDC:EURUSD', ['N/A']], 'EUR/USD'],
    ['has no symbol', [null, [1.16]], 'row 2'],
  ])('is left out and named when it %s', (_name, [s, d], series) => {
    const text = JSON.stringify({
      totalCount: 2,
      data: [
        { s: 'FX_IDC:USDJPY', d: [155.1] },
        { s, d },
      ],
    });
    const parsed = chartingPlatform().parse([documentOf(text, OPEN_AT)]);
    const [poll] = parsed.ok ? parsed.value : [];
    expect(poll?.ticks.map(({ base, quote }) => base + quote)).toEqual(['USDJPY']);
    expect(poll?.leftOut).toEqual([
      { rule: 'unreadable_series', series, reason: 'expected close as a number or null' },
    ]);
  });
});

describe('what is no answer of the scanner', () => {
  it.each([
    [
      'one row that cannot be read',
      scan([['FX_IDC:EURUSD', ['1.16']]]),
      /EUR\/USD: expected close as a number/,
    ],
    [
      'an unknown field',
      '{"totalCount":0,"error":"Unknown field \\"x\\"","data":null}',
      /error "Unknown field "x""; asked were the columns close/,
    ],
    ['no rows', '{"totalCount":0,"data":[]}', /None of the 0 rows \(totalCount 0\)/],
    ['only nulls', scan([['FX_IDC:EURUSD', [null]]]), /None of the 1 rows \(totalCount 1\)/],
    [
      'a flat object of one symbol, which it does not name',
      '{"close":1.15588}',
      /not the scanner's at totalCount/,
    ],
    ['an empty body', ' \r\n', /document is empty/],
    ['a page', '<!doctype html><html></html>', /is an HTML page/],
    ['other text', 'PK\u0003\u0004', /no JSON/],
  ])('is refused with a sentence: %s', (_name, body, sentence) => {
    expect(refusalOf(body)).toMatch(sentence);
    expect(refusalOf(body)).toMatch(/^[A-Z].*\.$/s);
  });
});

describe('a poll of TradingView', () => {
  const bodySchema = z.strictObject({
    symbols: z.strictObject({
      tickers: z.array(z.string()),
      query: z.strictObject({ types: z.tuple([]) }),
    }),
    columns: z.array(z.string()),
  });

  it('posts all symbols in pages of at most 100, as JSON and as a browser', async () => {
    const bodies: z.infer<typeof bodySchema>[] = [];
    const calls: unknown[] = [];
    const scanner = await startScanner(async (request, response) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = bodySchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
      bodies.push(body);
      calls.push([
        request.method,
        request.headers['content-type'],
        request.headers['user-agent']?.slice(0, 12),
      ]);
      const rows = body.symbols.tickers.toReversed().map((symbol, index) => ({ s: symbol, d: [index + 1] }));
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ totalCount: rows.length, data: rows }));
    });
    const fetched = await scanner.source.fetch(createClient());
    if (!fetched.ok) throw new Error(fetched.error.sentence);
    expect(scanner.asked).toEqual(['/forex/scan', '/forex/scan']);
    expect(calls).toEqual([
      ['POST', 'application/json', 'Mozilla/5.0 '],
      ['POST', 'application/json', 'Mozilla/5.0 '],
    ]);
    expect(bodies.map(({ symbols }) => symbols.tickers.length)).toEqual([100, 70]);
    expect(bodies.map(({ columns }) => columns)).toEqual([['close'], ['close']]);
    const tickers = bodies.flatMap(({ symbols }) => symbols.tickers);
    expect(tickers).toEqual(CHARTING_PLATFORM_PAIRS.map((pair) => `FX_IDC:${pair}`));
    const read = scanner.source.parse(fetched.value);
    const ticks = read.ok ? read.value.flatMap((document) => document.ticks) : [];
    expect(ticks.length).toBe(scanner.source.expectedPairs);
    expect(ticks.find(({ base, quote }) => base === 'EUR' && quote === 'USD')?.rate).toBe('58');
  });
});

describe('a poll of TradingView that fails', () => {
  it.each<readonly [string, RequestListener, string, RegExp]>([
    [
      'status 400',
      (_request, response) => void response.writeHead(400).end('{"error":"Unknown field \\"close\\""}'),
      'status',
      /status 400\. .*field close/,
    ],
    [
      'an error with status 200',
      (_request, response) =>
        void response.end('{"totalCount":0,"error":"Unknown field \\"close\\"","data":null}'),
      'unknown-layout',
      /Unknown field "close"/,
    ],
    [
      'status 403',
      (_request, response) => void response.writeHead(403).end(),
      'status',
      /403\. It refuses this address/,
    ],
    [
      'a redirect',
      (_request, response) => void response.writeHead(302, { Location: '/login' }).end(),
      'redirect_refused',
      /redirect instead of a document/,
    ],
  ])(
    'fails with a sentence on %s, without asking for the second page',
    async (_name, listener, kind, sentence) => {
      const scanner = await startScanner(listener);
      const fetched = await scanner.source.fetch(createClient({ tries: 1 }));
      if (fetched.ok) throw new Error('The fetch did not fail.');
      expect(fetched.error.kind).toBe(kind);
      expect(fetched.error.sentence).toMatch(sentence);
      expect(scanner.asked.length).toBe(1);
    },
  );

  it('ends with the signal', async () => {
    const scanner = await startScanner((_request, response) => void response.end());
    const fetched = await scanner.source.fetch(createClient(), AbortSignal.abort());
    expect(fetched.ok ? null : fetched.error.kind).toBe('aborted');
  });
});

function scan(rows: readonly (readonly [string, readonly unknown[]])[]): string {
  return JSON.stringify({ totalCount: rows.length, data: rows.map(([s, d]) => ({ s, d })) });
}

function recordedText(name: string): string {
  const found = (recorded ?? []).find((each) => each.name === name);
  if (found === undefined) throw new Error(`${name} is not among the recorded bodies.`);
  return new TextDecoder().decode(found.body);
}

function documentOf(text: string, fetchedAt: Date): SourceDocument {
  return { url: 'file:test', body: new TextEncoder().encode(text), fetchedAt };
}

function ticksOf(text: string, fetchedAt = OPEN_AT): readonly string[] {
  const parsed = chartingPlatform().parse([documentOf(text, fetchedAt)]);
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value.flatMap(({ ticks }) =>
    ticks.map((tick) => `${tick.base}/${tick.quote} ${tick.rate} ${tick.observedAt?.toISOString() ?? null}`),
  );
}

function refusalOf(text: string): string {
  const parsed = chartingPlatform().parse([documentOf(text, OPEN_AT)]);
  if (parsed.ok) throw new Error('The document was not refused.');
  return parsed.error.sentence;
}

interface Scanner {
  readonly source: TickSource;
  /** The paths asked for, in order. */
  readonly asked: readonly string[];
}

async function startScanner(listener: RequestListener): Promise<Scanner> {
  const host = await startHost(listener);
  return { source: chartingPlatform(new URL(host.url)), asked: host.asked };
}
