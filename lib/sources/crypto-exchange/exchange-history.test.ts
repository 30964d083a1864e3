import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';

import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { createHttpClient } from '#lib/platform/http-client';
import type { TickHistory } from '#lib/sources/source';
import { type LoopbackHost, startLoopbackHost } from '#lib/testing/wire/loopback-host';

import { createSource } from './source.ts';
import type { ExchangeName } from '#lib/sources/source-facts';
import { DAY_MS } from '#lib/domain/durations';

const NOW = new Date('2026-11-20T12:00:00Z');

const http = createHttpClient({
  clock: { service: () => NOW, real: () => NOW },
  userAgent: 'Crossrate test',
  limits: { backoffMs: 1 },
});

const PAIRS = JSON.stringify({
  error: [],
  result: Object.fromEntries(
    ['ADA/EUR', 'XBT/CHF', 'SOL/USD', 'XBT/USD', 'EUR/USD', 'ETH/USD', 'USDT/USD', 'FOO/USD'].map(
      (wsname) => [wsname.replace('/', ''), { altname: wsname.replace('/', ''), wsname, status: 'online' }],
    ),
  ),
});
const SYMBOLS = JSON.stringify({
  symbols: [
    ['GBPUSDT', 'BREAK', 'GBP', 'USDT'],
    ['ADAUSDT', 'TRADING', 'ADA', 'USDT'],
    ['BTCUSDT', 'TRADING', 'BTC', 'USDT'],
    ['BTCEUR', 'TRADING', 'BTC', 'EUR'],
  ].map(([symbol, status, baseAsset, quoteAsset]) => ({ symbol, status, baseAsset, quoteAsset })),
});

const hosts: LoopbackHost[] = [];

afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

const span = { from: dayOf('2020-01-01'), to: dayOf('2026-11-19') };

describe('the history of Kraken, part by part', () => {
  it('has a part for each known market, the most important first, within the 719 days it answers for', async () => {
    const kraken = await start('kraken', answers({ AssetPairs: PAIRS }));
    const parts = await partsOf(kraken.history, span);
    expect(parts.map(({ id }) => id)).toEqual([
      'kraken:XBTUSD',
      'kraken:XBTCHF',
      'kraken:ETHUSD',
      'kraken:EURUSD',
      'kraken:USDTUSD',
      'kraken:SOLUSD',
      'kraken:ADAEUR',
    ]);
    expect(new Set(parts.map(({ from, to }) => `${from} ${to}`))).toEqual(new Set(['2024-12-01 2026-11-19']));
    expect(await partsOf(kraken.history, { from: span.from, to: dayOf('2024-11-30') })).toEqual([]);
  });

  it('is asked by the market’s name and bears its assets for the reader', async () => {
    const rows = ['2026-11-18', '2026-11-19', '2026-11-20'].map((day) => {
      return [Date.parse(day) / 1000, '1', '1.01', '0.99', '0.9998', '1', '5', 7];
    });
    const body = JSON.stringify({ error: [], result: { USDTUSD: rows, last: 1 } });
    const kraken = await start('kraken', answers({ AssetPairs: PAIRS, OHLC: body }));
    const bars = await barsOf(kraken.history, 'kraken:USDTUSD', { from: dayOf('2026-11-18'), to: span.to });
    expect(bars).toEqual(['USDT/USD 2026-11-18 0.9998', 'USDT/USD 2026-11-19 0.9998']);
    const since = Date.parse('2026-11-18') / 1000 - 1;
    expect(kraken.asked.at(-1)).toBe(`/0/public/OHLC?pair=USDTUSD&interval=1440&since=${since}`);
  });
});

describe('the history of Binance, part by part', () => {
  it('has a part for each known market, halted ones last', async () => {
    const binance = await start('binance', answers({ exchangeInfo: SYMBOLS }));
    const parts = await partsOf(binance.history, { from: dayOf('2010-01-01'), to: span.to });
    expect(parts.map(({ id }) => id)).toEqual([
      'binance:BTCEUR',
      'binance:BTCUSDT',
      'binance:ADAUSDT',
      'binance:GBPUSDT',
    ]);
    expect(parts[0]).toMatchObject({ from: '2017-07-14', to: '2026-11-19' });
  });

  it('is read in pages of 1,000 days that leave none out', async () => {
    const binance = await start('binance', (request, response) => {
      if (request.url?.includes('exchangeInfo') === true) response.end(SYMBOLS);
      else answerKlines(request.url ?? '', response);
    });
    const bars = await barsOf(binance.history, 'binance:BTCEUR', span);
    expect(binance.asked.filter((path) => path.includes('klines'))).toHaveLength(3);
    expect(bars).toHaveLength(2515);
    expect([bars[0], bars.at(-1)]).toEqual(['BTC/EUR 2020-01-01 7', 'BTC/EUR 2026-11-19 7']);
    expect(new Set(bars).size).toBe(2515);
  });

  it.each([
    ['of a market without finished days', 'binance:BTCEUR'],
    ['of a market that the list has no more', 'binance:BCCUSDT'],
    ['of the other exchange', 'kraken:XXBTZUSD'],
  ])('is empty for a part %s', async (_name, id) => {
    const binance = await start('binance', answers({ exchangeInfo: SYMBOLS, klines: '[]' }));
    const part = { id, ...span };
    expect(await binance.history.fetch(http, part)).toEqual({ ok: true, value: [] });
  });

  it('fails on a refusal', async () => {
    const kraken = await start(
      'kraken',
      answers({ AssetPairs: PAIRS, OHLC: '{"error":["EGeneral:Too many requests"]}' }),
    );
    const fetched = await kraken.history.fetch(http, { id: 'kraken:XBTUSD', ...span });
    expect(fetched.ok ? '' : fetched.error.sentence).toMatch(/Too many requests/);
  });
});

interface Exchange {
  readonly history: TickHistory;
  /** The paths asked for, in order. */
  readonly asked: readonly string[];
}

async function start(exchange: ExchangeName, listener: RequestListener): Promise<Exchange> {
  const host = await startLoopbackHost(listener);
  hosts.push(host);
  const { history } = createSource(new URL(host.url), { exchange });
  if (history === null) throw new Error('The exchange has no history.');
  return { history, asked: host.asked };
}

/** Answers with the body whose key is in the path. */
function answers(bodies: Readonly<Record<string, string>>): RequestListener {
  return (request, response) => {
    const found = Object.entries(bodies).find(([key]) => request.url?.includes(key) === true);
    response.writeHead(found === undefined ? 404 : 200, { 'Content-Type': 'application/json;charset=UTF-8' });
    response.end(found?.[1]);
  };
}

/** Plays Binance: at most `limit` days from startTime to endTime, the last one perhaps unfinished. */
function answerKlines(path: string, response: ServerResponse): void {
  const asked = new URL(path, 'http://localhost').searchParams;
  const rows: unknown[] = [];
  for (
    let openMs = Number(asked.get('startTime'));
    openMs <= Number(asked.get('endTime'));
    openMs += DAY_MS
  ) {
    if (rows.length < Number(asked.get('limit'))) {
      rows.push([openMs, '7', '8', '6', '7', '1', openMs + DAY_MS - 1, '1', 5, '1', '1', '0']);
    }
  }
  response.end(JSON.stringify(rows));
}

async function partsOf(history: TickHistory, span: { readonly from: IsoDay; readonly to: IsoDay }) {
  const parts = await history.parts(http, span);
  if (!parts.ok) throw new Error(parts.error.sentence);
  return parts.value;
}

async function barsOf(
  history: TickHistory,
  id: string,
  days: { readonly from: IsoDay; readonly to: IsoDay },
) {
  const fetched = await history.fetch(http, { id, ...days });
  if (!fetched.ok) throw new Error(fetched.error.sentence);
  return fetched.value.flatMap((document) => {
    const parsed = history.parse(document);
    if (!parsed.ok) throw new Error(parsed.error.sentence);
    return parsed.value.figures.map(({ base, quote, day, rate }) => `${base}/${quote} ${day} ${rate}`);
  });
}

function dayOf(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
