import { describe, expect, it } from 'vitest';

import { createSource } from '#lib/sources/crypto-exchange/source';
import type { SourceDocument } from '#lib/sources/source';

const NOW = new Date('2026-11-20T12:00:00Z');

const krakenTicker = (price: string, tradesOfDay = 500) => ({
  a: ['1', '1', '1.000'],
  c: [price, '0.1'],
  t: [tradesOfDay, tradesOfDay],
});
/** A market that hardly trades: its last trade is of some hour of the last day. */
const thinTicker = (last: string, bid: string, ask: string, trades: readonly [number, number] = [1, 1]) => ({
  a: [ask, '1', '1.000'],
  b: [bid, '1', '1.000'],
  c: [last, '0.1'],
  v: ['10', '20'],
  t: trades,
});

const pairs = {
  XXBTZEUR: { altname: 'XBTEUR', wsname: 'XBT/EUR', status: 'online' },
  'XXBTZEUR.d': { altname: 'XBTEUR.d', status: 'online' },
  XDGUSD: { altname: 'XDGUSD', wsname: 'XDG/USD', status: 'online' },
  USDTZUSD: { altname: 'USDTUSD', wsname: 'USDT/USD', status: 'online' },
  LUNAUSD: { altname: 'LUNAUSD', wsname: 'LUNA/USD', status: 'online' },
  LUNA2USD: { altname: 'LUNA2USD', wsname: 'LUNA2/USD', status: 'online' },
  ADAUSD: { altname: 'ADAUSD', wsname: 'ADA/USD', status: 'cancel_only' },
  SOLUSD: { altname: 'SOLUSD', wsname: 'SOL/USD', status: 'online' },
  BELUSD: { altname: 'BELUSD', wsname: 'BEL/USD', status: 'online' },
  ERNUSD: { altname: 'ERNUSD', wsname: 'ERN/USD', status: 'online' },
  NOSUCHUSD: { altname: 'NOSUCHUSD', wsname: 'NOSUCH/USD', status: 'online' },
};
const list = JSON.stringify({ error: [], result: pairs });
const prices = (result: Readonly<Record<string, unknown>>) => JSON.stringify({ error: [], result });

describe('prices of Kraken', () => {
  it('bear our codes: XBT is BTC, XDG is DOGE, LUNA is the old chain and LUNA2 the new one', () => {
    const ticks = prices({
      XXBTZEUR: krakenTicker('80000.1'),
      XDGUSD: krakenTicker('0.2100000'),
      USDTZUSD: krakenTicker('0.99980'),
      LUNAUSD: krakenTicker('0.00006'),
      LUNA2USD: krakenTicker('0.15'),
    });
    expect(figuresOf(list, ticks)).toEqual([
      'BTC/EUR 80000.1 null',
      'DOGE/USD 0.2100000 null',
      'USDT/USD 0.99980 null',
      'LUNC/USD 0.00006 null',
      'LUNA/USD 0.15 null',
    ]);
  });

  it.each([
    ['of a dark pool', 'XXBTZEUR.d', krakenTicker('1')],
    ['of a market that is not online', 'ADAUSD', krakenTicker('1')],
    ['without a trade in 24 hours', 'SOLUSD', krakenTicker('1', 0)],
    ['of price 0', 'SOLUSD', krakenTicker('0.00000')],
    ['of an asset named like a retired currency', 'BELUSD', krakenTicker('1')],
    ['of an asset named like a currency that Kraken has no market in', 'ERNUSD', krakenTicker('1')],
    ['of an unknown asset', 'NOSUCHUSD', krakenTicker('1')],
    ['that the list lacks', 'XETHZEUR', krakenTicker('1')],
    ['in another shape', 'SOLUSD', { price: '1' }],
  ])('leave out a price %s', (_name, symbol, row) => {
    const ticks = prices({ XXBTZEUR: krakenTicker('80000.1'), USDTZUSD: krakenTicker('1'), [symbol]: row });
    expect(figuresOf(list, ticks)).toEqual(['BTC/EUR 80000.1 null', 'USDT/USD 1 null']);
  });
});

describe('prices of thin markets of Kraken', () => {
  it.each<readonly [string, ReturnType<typeof thinTicker>, string]>([
    ['one trade in 24 hours', thinTicker('0.83091', '0.84339', '0.84373'), '0.84356'],
    ['a trade every hour or so', thinTicker('0.83091', '0.84339', '0.84374', [15, 30]), '0.843565'],
    [
      'many trades yesterday and none today',
      thinTicker('0.83091', '0.84339', '0.84373', [0, 5000]),
      '0.84356',
    ],
    ['a bid and an ask that are one', thinTicker('0.9', '0.84339', '0.84339'), '0.84339'],
  ])(
    'are the middle of bid and ask where the last trade may be older than an hour: %s',
    (_name, thin, rate) => {
      const ticks = prices({ XXBTZEUR: krakenTicker('80000.1'), USDTZUSD: thin });
      expect(figuresOf(list, ticks)).toEqual(['BTC/EUR 80000.1 null', `USDT/USD ${rate} null`]);
    },
  );

  it.each<readonly [string, object]>([
    ['bid and ask are far apart', thinTicker('0.83', '0.80', '0.90')],
    ['there is no bid', thinTicker('0.83', '0', '0.84')],
    ['the bid is above the ask', thinTicker('0.83', '0.85', '0.84')],
    ['neither is stated', { c: ['0.83', '1'], t: [1, 1] }],
  ])('are none of a thin market where %s', (_name, thin) => {
    const ticks = prices({ XXBTZEUR: krakenTicker('80000.1'), USDTZUSD: thin });
    expect(figuresOf(list, ticks)).toEqual(['BTC/EUR 80000.1 null']);
  });

  it('are the last trade of a busy market in the first hour of a day, which has no trade yet', () => {
    const ticks = prices({ XXBTZEUR: { ...krakenTicker('80000.1'), t: [0, 5000] } });
    expect(ticksOf([list, ticks], new Date('2026-11-20T00:59:59Z'))).toHaveLength(1);
    expect(parse([list, ticks], new Date('2026-11-20T01:00:00Z')).ok).toBe(false);
  });
});

describe('entries of Kraken', () => {
  it('that cannot be read or are missing are left out and named, and a text is kept for the validation', () => {
    const parsed = parse([
      list,
      prices({
        XXBTZEUR: krakenTicker('80000.1'),
        USDTZUSD: krakenTicker('N/A'),
        LUNAUSD: { ...krakenTicker('1'), t: 'x' },
        LUNA2USD: krakenTicker('0.15'),
      }),
    ]);
    const [poll] = parsed.ok ? parsed.value : [];
    expect(poll?.ticks.map(({ base, rate }) => `${base} ${rate}`)).toEqual([
      'BTC 80000.1',
      'USDT N/A',
      'LUNA 0.15',
    ]);
    expect(poll?.leftOut.map(({ rule, series }) => `${rule} ${series}`)).toEqual([
      'unreadable_series LUNAUSD',
      'missing_series XDGUSD',
      'missing_series SOLUSD',
    ]);
  });
});

describe('two markets of Kraken for one pair', () => {
  it('give the price of the one with more volume, and the other is named with its price', () => {
    const twice = JSON.stringify({
      error: [],
      result: {
        BTCEUR: { altname: 'BTCEUR', wsname: 'BTC/EUR' },
        XXBTZEUR: { altname: 'XBTEUR', wsname: 'XBT/EUR' },
      },
    });
    const volumes = (btc: string, xbt: string) =>
      parse([
        twice,
        prices({
          BTCEUR: { ...krakenTicker('43000'), v: ['1', btc] },
          XXBTZEUR: { ...krakenTicker('43714'), v: ['1', xbt] },
        }),
      ]);
    const told = (read: ReturnType<typeof volumes>) =>
      read.ok ? [read.value[0]?.ticks.map(({ rate }) => rate), read.value[0]?.leftOut] : read.error.sentence;
    expect(told(volumes('5', '600'))).toEqual([
      ['43714'],
      [
        {
          rule: 'second_market',
          series: 'BTC/EUR',
          reason: '43000 at BTCEUR gives way to 43714 at XXBTZEUR, which has more volume',
        },
      ],
    ]);
    expect(told(volumes('600', '5'))).toEqual([
      ['43000'],
      [
        {
          rule: 'second_market',
          series: 'BTC/EUR',
          reason: '43714 at XXBTZEUR gives way to 43000 at BTCEUR, which has more volume',
        },
      ],
    ]);
  });
});

describe('two markets of Kraken in both directions of one pair', () => {
  it('are compared in one currency where they are of two directions', () => {
    const turned = JSON.stringify({
      error: [],
      result: {
        BTCEUR: { altname: 'BTCEUR', wsname: 'BTC/EUR' },
        EURXBT: { altname: 'EURXBT', wsname: 'EUR/XBT' },
      },
    });
    const rows = (euros: string) =>
      prices({
        BTCEUR: { ...krakenTicker('50000'), v: ['1', '2'] },
        EURXBT: { ...krakenTicker('0.00002'), v: ['1', euros] },
      });
    expect(figuresOf(turned, rows('99000'))).toEqual(['BTC/EUR 50000 null']);
    expect(figuresOf(turned, rows('101000'))).toEqual(['EUR/BTC 0.00002 null']);
  });

  it('give one price, whatever their order, and by name where the volumes are equal', () => {
    const twice = JSON.stringify({
      error: [],
      result: {
        USDTDAI: { altname: 'USDTDAI', wsname: 'USDT/DAI' },
        DAIUSDT: { altname: 'DAIUSDT', wsname: 'DAI/USDT' },
      },
    });
    const [one, other] = [krakenTicker('1.001'), krakenTicker('0.999')];
    for (const rows of [
      { USDTDAI: one, DAIUSDT: other },
      { DAIUSDT: other, USDTDAI: one },
    ]) {
      expect(figuresOf(twice, prices(rows))).toEqual(['DAI/USDT 0.999 null']);
    }
  });
});

describe('what gives no prices of Kraken', () => {
  it.each([
    [
      'Kraken’s refusal',
      '{"error":["EGeneral:Too many requests"]}',
      /refused with "EGeneral:Too many requests"/,
    ],
    ['an empty body', ' ', /is empty; expected the JSON of Kraken/],
    ['an HTML page', '<!DOCTYPE html><p>Just a moment</p>', /is an HTML page/],
    ['a cut body', list.slice(0, -3), /cut short or damaged/],
    ['someone else’s JSON', '{"error":{"code":500}}', /no "error" and "result"/],
    ['prices in another shape', prices({ XXBTZEUR: { price: 1 } }), /Only 0 of 1 entries are prices/],
    ['no price at all', prices({}), /Only 0 of 0/],
    [
      'only markets without trades',
      prices({ SOLUSD: krakenTicker('1', 0) }),
      /none of 1 prices is of a listed market/,
    ],
  ])('is %s', (_name, text, sentence) => {
    expect(sentenceOf(list, text)).toMatch(sentence);
  });

  it('is one document without the other', () => {
    expect(sentenceOf(list)).toMatch(/the prices of the markets is not among the documents/);
    expect(sentenceOf(prices({ XXBTZEUR: krakenTicker('1') }))).toMatch(/the list of markets is not among/);
  });
});

function documentOf(text: string, fetchedAt: Date): SourceDocument {
  return { url: 'file:test', body: new TextEncoder().encode(text), fetchedAt };
}

function parse(texts: readonly string[], at = NOW) {
  return createSource(undefined, { exchange: 'kraken' }).parse(texts.map((text) => documentOf(text, at)));
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

function sentenceOf(...texts: readonly string[]): string {
  const parsed = parse(texts);
  if (parsed.ok) throw new Error('Prices came from a broken document.');
  expect(parsed.error.kind).toBe('unknown-layout');
  expect(parsed.error.sentence).toMatch(/^[A-Z].*\.$/s);
  return parsed.error.sentence;
}
