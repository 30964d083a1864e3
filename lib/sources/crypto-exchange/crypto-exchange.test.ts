import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';

import { createHttpClient } from '#lib/platform/http-client';
import type { TickSource } from '#lib/sources/source';
import { type LoopbackHost, startLoopbackHost } from '#lib/testing/wire/loopback-host';

import { createSource } from './source.ts';
import type { ExchangeName } from '#lib/sources/source-facts';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';

const START_MS = Date.parse('2026-11-20T12:00:00Z');

let nowMs = START_MS;
const now = () => new Date(nowMs);
const http = createHttpClient({
  clock: { service: now, real: now },
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

const krakenPrices = (...symbols: readonly string[]) => {
  const row = { c: ['2.5', '1'], t: [300, 900] };
  return JSON.stringify({ error: [], result: Object.fromEntries(symbols.map((symbol) => [symbol, row])) });
};
const binancePrices = (...symbols: readonly string[]) =>
  JSON.stringify(symbols.map((symbol) => ({ symbol, lastPrice: '2.5', count: 3, closeTime: nowMs - 1000 })));
const KRAKEN_ALL = ['ADAEUR', 'XBTCHF', 'SOLUSD', 'XBTUSD', 'EURUSD', 'ETHUSD', 'USDTUSD'];

const hosts: LoopbackHost[] = [];

afterEach(async () => {
  nowMs = START_MS;
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

describe('a poll of Kraken', () => {
  it('asks for all prices in one call, and for the list of markets again after half an hour', async () => {
    const kraken = await start('kraken', answers({ AssetPairs: PAIRS, Ticker: krakenPrices(...KRAKEN_ALL) }));
    expect(await pairsOf(kraken.source)).toEqual([
      'ADA/EUR',
      'BTC/CHF',
      'SOL/USD',
      'BTC/USD',
      'EUR/USD',
      'ETH/USD',
      'USDT/USD',
    ]);
    nowMs += 29 * MINUTE_MS;
    await pairsOf(kraken.source);
    nowMs += MINUTE_MS;
    await pairsOf(kraken.source);
    const [list, prices] = ['/0/public/AssetPairs', '/0/public/Ticker'];
    expect(kraken.asked).toEqual([prices, list, prices, prices, list]);
  });

  it('goes on with the kept list for an hour when there is no new one, and then fails', async () => {
    let isBroken = false;
    const kraken = await start('kraken', (request, response) => {
      const isList = request.url?.includes('AssetPairs') === true;
      if (isList && isBroken) response.writeHead(404).end();
      else response.end(isList ? PAIRS : krakenPrices(...KRAKEN_ALL));
    });
    await pairsOf(kraken.source);
    isBroken = true;
    nowMs += 59 * MINUTE_MS;
    expect(await pairsOf(kraken.source)).toHaveLength(7);
    nowMs += MINUTE_MS;
    expect(await failureOf(kraken.source)).toMatch(/status 404/);
  });

  it('asks for the list again when the clock was set back', async () => {
    const kraken = await start('kraken', answers({ AssetPairs: PAIRS, Ticker: krakenPrices(...KRAKEN_ALL) }));
    await pairsOf(kraken.source);
    nowMs -= DAY_MS;
    await pairsOf(kraken.source);
    expect(kraken.asked.filter((path) => path.endsWith('AssetPairs'))).toHaveLength(2);
  });
});

describe('a poll of Kraken that fails', () => {
  it.each([
    ['a refusal with status 200', '{"error":["EGeneral:Too many requests"]}', /EGeneral:Too many requests/],
    [
      'prices of less than half of the markets',
      krakenPrices('XBTUSD', 'ETHUSD', 'EURUSD'),
      /3 of its 7 trading markets/,
    ],
    ['the list in place of prices', PAIRS, /the prices of the markets is not among/],
  ])('fails on %s', async (_name, body, sentence) => {
    const kraken = await start('kraken', answers({ AssetPairs: PAIRS, Ticker: body }));
    expect(await failureOf(kraken.source)).toMatch(sentence);
  });

  it('fails on a page in place of prices', async () => {
    const kraken = await start('kraken', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Just a moment</html>');
    });
    expect(await failureOf(kraken.source)).toMatch(/answered with "text\/html"/);
  });

  it('ends with its signal', async () => {
    const kraken = await start('kraken', () => {});
    const fetched = await kraken.source.fetch(http, AbortSignal.timeout(20));
    expect(fetched.ok ? '' : fetched.error.kind).toBe('aborted');
  });
});

describe('a poll of Binance', () => {
  it('asks for the small forms of both documents', async () => {
    const prices = binancePrices('ADAUSDT', 'BTCUSDT', 'BTCEUR', 'GBPUSDT');
    const binance = await start('binance', answers({ exchangeInfo: SYMBOLS, 'ticker/24hr': prices }));
    expect(await pairsOf(binance.source)).toEqual(['ADA/USDT', 'BTC/USDT', 'BTC/EUR']);
    await pairsOf(binance.source);
    const small = '/api/v3/ticker/24hr?type=MINI';
    expect(binance.asked).toEqual([small, '/api/v3/exchangeInfo?showPermissionSets=false', small]);
  });

  it('asks for the whole form where the host does not know the small one', async () => {
    const binance = await start('binance', (request, response) => {
      if (request.url?.includes('?') === true)
        response.writeHead(400).end('{"code":-1104,"msg":"Unread parameter"}');
      else
        response.end(
          request.url === '/api/v3/exchangeInfo' ? SYMBOLS : binancePrices('ADAUSDT', 'BTCUSDT', 'BTCEUR'),
        );
    });
    expect(await pairsOf(binance.source)).toHaveLength(3);
  });

  it.each([
    [
      451,
      /status 451\. It does not serve the country of this address: choose another exchange with CRYPTO_EXCHANGE/,
    ],
    [403, /status 403\. Its firewall refuses this address/],
    [418, /status 418\. It has banned this address/],
    [429, /status 429\. It wants to be asked less often/],
  ])('says what status %d means', async (status, sentence) => {
    const binance = await start('binance', (_request, response) =>
      response.writeHead(status).end('{"code":0,"msg":"x"}'),
    );
    expect(await failureOf(binance.source)).toMatch(sentence);
  });
});

describe('what the exchanges are', () => {
  it.each([
    ['kraken', 'Kraken', 'USD', 'https://api.kraken.com', 1100],
    ['binance', 'Binance', 'USDT', 'https://data-api.binance.vision', 100],
  ] as const)('%s', (exchange, name, base, upstream, pauseMs) => {
    const source = createSource(undefined, { exchange });
    expect(source).toMatchObject({ id: 'crypto-exchange', name, base, upstream, isOperatorAddress: false });
    expect(source.ages).toEqual({ lateMs: 120_000, staleMs: 300_000, hardLimitMs: 900_000 });
    expect(source.polling.intervalMs).toBe(20_000);
    expect(source.history?.pauseMs).toBe(pauseMs);
  });
});

interface Exchange {
  readonly source: TickSource;
  /** The paths asked for, in order. */
  readonly asked: readonly string[];
}

async function start(exchange: ExchangeName, listener: RequestListener): Promise<Exchange> {
  const host = await startLoopbackHost(listener);
  hosts.push(host);
  const source = createSource(new URL(host.url), { exchange });
  return { source, asked: host.asked };
}

/** Answers with the body whose key is in the path. */
function answers(bodies: Readonly<Record<string, string>>): RequestListener {
  return (request, response) => {
    const found = Object.entries(bodies).find(([key]) => request.url?.includes(key) === true);
    response.writeHead(found === undefined ? 404 : 200, { 'Content-Type': 'application/json;charset=UTF-8' });
    response.end(found?.[1]);
  };
}

async function pairsOf(source: TickSource): Promise<readonly string[]> {
  const fetched = await source.fetch(http);
  if (!fetched.ok) throw new Error(fetched.error.sentence);
  const parsed = source.parse(fetched.value);
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value.flatMap(({ ticks }) => ticks.map(({ base, quote }) => `${base}/${quote}`));
}

async function failureOf(source: TickSource): Promise<string> {
  const fetched = await source.fetch(http);
  if (fetched.ok) throw new Error('The poll did not fail.');
  return fetched.error.sentence;
}
