import { describe, expect, it } from 'vitest';

import { createSource } from '#lib/sources/crypto-exchange/source';
import type { SourceDocument } from '#lib/sources/source';

const NOW = new Date('2026-11-20T12:00:00Z');

const NOW_MS = NOW.getTime();
const row = (symbol: string, lastPrice = '2.50000000', changes = {}) => ({
  symbol,
  lastPrice,
  closeTime: NOW_MS - 1500,
  count: 7,
  ...changes,
});
const listed = (symbol: string, baseAsset: string, quoteAsset: string, status = 'TRADING') => ({
  symbol,
  status,
  baseAsset,
  quoteAsset,
});
const list = JSON.stringify({
  timezone: 'UTC',
  symbols: [
    listed('BTCUSDT', 'BTC', 'USDT'),
    listed('USDTTRY', 'USDT', 'TRY'),
    listed('ADAUSDT', 'ADA', 'USDT', 'BREAK'),
    listed('SOLUSDT', 'SOL', 'USDT'),
    listed('MTLUSDT', 'MTL', 'USDT'),
    listed('ERNUSDT', 'ERN', 'USDT'),
    listed('BTCUPUSDT', 'BTCUP', 'USDT'),
  ],
});
const good = row('BTCUSDT', '43714.03000000');
const goodFigure = 'BTC/USDT 43714.03000000 2026-11-20T11:59:58.500Z';

describe('prices of Binance', () => {
  it('bear the exchange’s time, figures as published, and tether under its own code', () => {
    expect(figuresOf(list, JSON.stringify([good, row('USDTTRY', '45.10')]))).toEqual([
      goodFigure,
      'USDT/TRY 45.10 2026-11-20T11:59:58.500Z',
    ]);
  });

  it('bear the time of the fetch where the exchange’s clock is a little ahead', () => {
    const ahead = row('BTCUSDT', '43714.03000000', { closeTime: NOW_MS + 120_000 });
    expect(figuresOf(list, JSON.stringify([ahead]))).toEqual([
      'BTC/USDT 43714.03000000 2026-11-20T12:00:00.000Z',
    ]);
  });

  it('keep a time far ahead as it is, for the validation to refuse', () => {
    const ahead = row('BTCUSDT', '43714.03000000', { closeTime: NOW_MS + 120_001 });
    expect(figuresOf(list, JSON.stringify([ahead]))).toEqual([
      'BTC/USDT 43714.03000000 2026-11-20T12:02:00.001Z',
    ]);
  });

  it.each([
    ['a market in a break', row('ADAUSDT')],
    ['a dead symbol: price 0', row('SOLUSDT', '0.00000000')],
    ['a dead symbol: no trade', row('SOLUSDT', '2.5', { count: 0 })],
    ['a symbol whose last trade was an hour ago', row('SOLUSDT', '2.5', { closeTime: NOW_MS - 3_600_000 })],
    ['a ticker of a retired currency', row('MTLUSDT')],
    ['a ticker of a currency it has no market in', row('ERNUSDT')],
    ['a leveraged token', row('BTCUPUSDT')],
    ['a symbol that the list lacks', row('ETHBTC')],
    ['a row without count', { symbol: 'SOLUSDT', lastPrice: '2.5', closeTime: NOW_MS }],
  ])('leave out %s', (_name, odd) => {
    const rows = JSON.stringify([good, good, odd]);
    expect(figuresOf(list, rows)).toEqual([goodFigure]);
  });

  it('follow a ticker that was given to another asset', () => {
    const reused = JSON.stringify({
      symbols: [
        listed('LUNAUSDT', 'LUNA', 'USDT'),
        listed('SKYBTC', 'SKY', 'BTC'),
        listed('BTCUSDT', 'BTC', 'USDT'),
      ],
    });
    const at = (text: string) => {
      const closeTime = Date.parse(text);
      const rows = ['LUNAUSDT', 'SKYBTC', 'BTCUSDT'].map((symbol) => row(symbol, '2', { closeTime }));
      return pairsOf(new Date(closeTime), reused, JSON.stringify(rows));
    };
    expect(at('2022-05-01T00:00:00Z')).toEqual(['LUNC/USDT', 'BTC/USDT']);
    expect(at('2024-01-01T00:00:00Z')).toEqual(['LUNA/USDT', 'BTC/USDT']);
    expect(at('2026-01-01T00:00:00Z')).toEqual(['LUNA/USDT', 'SKY/BTC', 'BTC/USDT']);
  });
});

describe('what gives no prices of Binance', () => {
  it.each([
    ['a refusal', '{"code":-1121,"msg":"Invalid symbol."}', /refused with -1121 "Invalid symbol\."/],
    ['an empty list', '[]', /Only 0 of 0 entries/],
    [
      'prices without a time',
      '[{"symbol":"BTCUSDT","price":"1"}]',
      /Only 0 of 1 entries have symbol, lastPrice/,
    ],
    ['someone else’s JSON', '{"error":{"code":500}}', /no list of symbols or prices/],
    ['a list of symbols in another shape', '{"symbols":[{"name":"BTCUSDT"}]}', /Only 0 of 1 symbols/],
    ['dead symbols only', JSON.stringify([row('SOLUSDT', '0')]), /none of 1 prices is of a listed market/],
  ])('is %s', (_name, text, sentence) => {
    expect(sentenceOf(list, text)).toMatch(sentence);
  });
});

function documentOf(text: string, fetchedAt: Date): SourceDocument {
  return { url: 'file:test', body: new TextEncoder().encode(text), fetchedAt };
}

function parse(texts: readonly string[], at = NOW) {
  return createSource(undefined, { exchange: 'binance' }).parse(texts.map((text) => documentOf(text, at)));
}

function ticksOf(texts: readonly string[], at = NOW) {
  const parsed = parse(texts, at);
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value.flatMap(({ ticks }) => ticks);
}

function figuresOf(...texts: readonly string[]): readonly string[] {
  return ticksOf(texts).map(
    ({ base, quote, rate, observedAt }) => `${base}/${quote} ${rate} ${observedAt?.toISOString() ?? 'null'}`,
  );
}

function pairsOf(at: Date, ...texts: readonly string[]): readonly string[] {
  return ticksOf(texts, at).map(({ base, quote }) => `${base}/${quote}`);
}

function sentenceOf(...texts: readonly string[]): string {
  const parsed = parse(texts);
  if (parsed.ok) throw new Error('Prices came from a broken document.');
  expect(parsed.error.kind).toBe('unknown-layout');
  expect(parsed.error.sentence).toMatch(/^[A-Z].*\.$/s);
  return parsed.error.sentence;
}
