import { beforeEach, describe, expect, it } from 'vitest';

import { CRYPTO_ASSETS } from '#lib/domain/currencies/crypto-assets';
import type { SourceDocument } from '#lib/sources/source';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

import { createSource } from './source.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const BODIES = readRecordedBodies('crypto-exchange');
const REASON = recordedBodiesMissing('crypto-exchange');

/** Markets of which three-day bars were recorded. */
const THREE_DAY_BARS = [
  'AUDUSDT',
  'BTCEUR',
  'BTCTRY',
  'BTCUSDT',
  'BUSDUSDT',
  'ETHBTC',
  'ETHUSDT',
  'EURUSDT',
  'GBPUSDT',
  'USDCUSDT',
  'USDTARS',
  'USDTBRL',
  'USDTDAI',
  'USDTNGN',
  'USDTPLN',
  'USDTRUB',
  'USDTTRY',
  'USDTZAR',
];

beforeEach(({ skip }) => skip(BODIES === null, REASON));

describe('recorded prices', () => {
  it.each([
    ['kraken-Ticker-XXBTZEUR.json', 'BTC/EUR 560.87711'],
    ['kraken-Ticker-XXBTZUSD-2026.json', 'BTC/USD 78493.80000'],
  ])('%s gives its one price, without a time', (name, figure) => {
    const ticks = ticksOf('kraken', 'kraken-AssetPairs.json', name, NOW);
    expect(ticks.map(({ base, quote, rate }) => `${base}/${quote} ${rate}`)).toEqual([figure]);
    expect(ticks[0]?.observedAt).toBeNull();
  });

  it('kraken-AssetPairs.json lets every market but the eleven dark pools through', () => {
    const pairs = rowsOf('kraken-AssetPairs.json');
    const result: Record<string, unknown> = {};
    for (const symbol of pairs.map(([key]) => key)) result[symbol] = { c: ['1.5', '1'], t: [500, 900] };
    const prices = documentOf('made of the list', JSON.stringify({ error: [], result }));
    const parsed = createSource(undefined, { exchange: 'kraken' }).parse([
      recorded('kraken-AssetPairs.json'),
      prices,
    ]);
    const ticks = parsed.ok ? (parsed.value[0]?.ticks ?? []) : [];
    expect(pairs).toHaveLength(86);
    expect(ticks).toHaveLength(75);
    expect(ticks.length).toBeGreaterThan(createSource(undefined, { exchange: 'kraken' }).expectedPairs);
    expect(ticks.filter(({ base, quote }) => /^X[BD]/.test(base) || /^X[BD]/.test(quote))).toEqual([]);
  });

  it.each([
    [
      'binance-ticker-24hr-all-a.json',
      1_601_357_946_275,
      1072,
      422,
      ['ETH/BTC 0.03302800', 'EUR/USDT 1.16160000'],
    ],
    [
      'binance-ticker-24hr-all-b.json',
      1_704_489_129_832,
      2429,
      279,
      ['ETH/BTC 0.05121000', 'BTC/USDT 43714.03000000'],
    ],
  ])('%s gives the markets that an independent reading finds', (name, newestMs, rowCount, count, figures) => {
    const at = new Date(newestMs);
    const ticks = ticksOf('binance', 'binance-exchangeInfo.json', name, at);
    const wanted = livePairs(name, newestMs);
    expect(wanted.rowCount).toBe(rowCount);
    expect(ticks.map(({ base, quote, rate }) => `${base}/${quote} ${rate}`).toSorted()).toEqual(
      wanted.figures,
    );
    expect(ticks).toHaveLength(count);
    expect(wanted.figures).toEqual(expect.arrayContaining(figures));
    expect(ticks.length).toBeGreaterThan(createSource(undefined, { exchange: 'binance' }).expectedPairs);
    expect(
      ticks.filter(({ base, quote }) =>
        ['BEL', 'MTL', 'USD'].some((code) => code === base || code === quote),
      ),
    ).toEqual([]);
    expect(ticks.filter(({ observedAt }) => observedAt === null || observedAt > at)).toEqual([]);
  });
});

describe('recorded histories', () => {
  it.each(THREE_DAY_BARS)(
    'binance-klines-3d-%s.json is refused, because its bars are of three days',
    (symbol) => {
      const parsed = createSource(undefined, { exchange: 'binance' }).history?.parse(
        recorded(`binance-klines-3d-${symbol}.json`),
      );
      expect(parsed?.ok === false ? parsed.error.sentence : '').toBe(
        'The bars are of 3 days each; expected bars of one day or less.',
      );
    },
  );

  it('kraken-OHLC-XXBTZUSD-1m-2017.json gives the end of the one day that it reaches, and counts the day that it does not', () => {
    const bars = barsOf('kraken', 'kraken-OHLC-XXBTZUSD-1m-2017.json');
    expect(bars).toEqual([
      {
        base: 'BTC',
        quote: 'USD',
        day: '2017-08-10',
        rate: '3433.989',
        low: null,
        high: null,
        observedAt: new Date('2017-08-10T23:58:59.999Z'),
      },
      expect.objectContaining({ day: '2017-08-11', isOpen: true }),
    ]);
  });

  it.each([
    ['binance', 'binance-klines-1m-unknown-symbol-2024-11.json', /No two known codes are in the file name/],
    ['binance', 'binance-ticker-24hr-all-a.json', /Most entries are no bars of Binance/],
    ['binance', 'binance-ticker-24hr-all-b.json', /Most entries are no bars of Binance/],
    ['binance', 'binance-exchangeInfo.json', /no list of bars/],
    ['binance', 'kraken-OHLC-XXBTZUSD-1m-2017.json', /CRYPTO_EXCHANGE=kraken/],
    ['kraken', 'binance-klines-3d-BTCUSDT.json', /CRYPTO_EXCHANGE=binance/],
    ['kraken', 'kraken-AssetPairs.json', /entries ADACAD, ADAETH/],
    ['kraken', 'kraken-Assets.json', /entries ADA, ATOM/],
    ['kraken', 'kraken-Ticker-XXBTZEUR.json', /entries XXBTZEUR;/],
    ['kraken', 'kraken-Ticker-XXBTZUSD-2026.json', /entries XXBTZUSD;/],
  ] as const)('%s does not take %s for a history', (exchange, name, sentence) => {
    const parsed = createSource(undefined, { exchange }).history?.parse(recorded(name));
    expect(parsed?.ok === false ? parsed.error.sentence : '').toMatch(sentence);
  });
});

describe('recorded bodies in the wrong place', () => {
  it.each(['kraken-Assets.json', 'kraken-OHLC-XXBTZUSD-1m-2017.json'])(
    '%s is no document of a poll',
    (name) => {
      const parsed = createSource(undefined, { exchange: 'kraken' }).parse([
        recorded('kraken-AssetPairs.json'),
        recorded(name),
      ]);
      expect(parsed.ok ? '' : parsed.error.sentence).toMatch(/^(Only|Kraken).*\.$/);
    },
  );

  it('no recorded body is taken when it is cut short', () => {
    for (const { name, body } of BODIES ?? []) {
      const exchange = name.startsWith('kraken') ? 'kraken' : 'binance';
      for (const length of [body.length - 3, body.length - 40, Math.floor(body.length / 2)]) {
        const document = { url: `file:${name}`, body: body.subarray(0, length), fetchedAt: NOW };
        expect(createSource(undefined, { exchange }).history?.parse(document).ok, name).toBe(false);
        expect(createSource(undefined, { exchange }).parse([document]).ok, name).toBe(false);
      }
    }
  });
});

function recorded(name: string, fetchedAt = NOW): SourceDocument {
  const found = BODIES?.find((each) => each.name === name);
  if (found === undefined) throw new Error(`${name} is not there.`);
  return { url: `file:${name}`, body: found.body, fetchedAt };
}

function documentOf(name: string, text: string): SourceDocument {
  return { url: `file:${name}`, body: new TextEncoder().encode(text), fetchedAt: NOW };
}

function ticksOf(exchange: 'kraken' | 'binance', list: string, prices: string, at: Date) {
  const parsed = createSource(undefined, { exchange }).parse([recorded(list), recorded(prices, at)]);
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  expect(parsed.value.map(({ document }) => document.url)).toEqual([`file:${prices}`]);
  return parsed.value.flatMap(({ ticks }) => ticks);
}

function barsOf(exchange: 'kraken' | 'binance', name: string) {
  const parsed = createSource(undefined, { exchange }).history?.parse(recorded(name));
  if (parsed?.ok !== true) throw new Error(parsed?.error.sentence);
  return parsed.value.figures;
}

/** What this test reads of a row; the recorded rows that it reads it of have it. */
interface RecordedRow {
  readonly symbol: string;
  readonly status: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly lastPrice: string;
  readonly count: number;
  readonly closeTime: number;
}

/** What the publisher's JSON holds, read without the adapter; the rows of Kraken's answers are in `result`. */
function rowsOf(name: string): readonly (readonly [string, RecordedRow])[] {
  const json = JSON.parse(new TextDecoder().decode(recorded(name).body));
  return Object.entries<RecordedRow>(json.result ?? json.symbols ?? json);
}

const FIAT_OF_2024 = ['AUD', 'BRL', 'EUR', 'GBP', 'NGN', 'RUB', 'TRY', 'UAH', 'ZAR'];

/** The live markets of the recorded list that a plain loop finds; in 2020 LUNA was what is LUNC now, and SKY and USDS other coins. */
function livePairs(name: string, newestMs: number) {
  const rows = rowsOf(name);
  const known = new Set([...CRYPTO_ASSETS.map(({ code }) => code), ...FIAT_OF_2024]);
  for (const other of ['SKY', 'USDS']) known.delete(other);
  const assets = new Map<string, string[]>();
  for (const [, { symbol, status, baseAsset, quoteAsset }] of rowsOf('binance-exchangeInfo.json')) {
    if (status === 'TRADING' && known.has(baseAsset) && known.has(quoteAsset))
      assets.set(symbol, [baseAsset, quoteAsset]);
  }
  const figures: string[] = [];
  for (const [, { symbol, lastPrice, count, closeTime }] of rows) {
    const isLive = lastPrice !== '0.00000000' && count !== 0 && newestMs - closeTime < 3_600_000;
    const pair = assets.get(symbol)?.join('/');
    if (isLive && pair !== undefined) {
      const isOld = newestMs < Date.parse('2022-05-28');
      figures.push(`${isOld ? pair.replace('LUNA/', 'LUNC/') : pair} ${lastPrice}`);
    }
  }
  return { rowCount: rows.length, figures: figures.toSorted() };
}
