import { z } from 'zod';
import type { BinanceMarket } from './binance-markets.ts';
import type { FigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import { type BarReader, createBarReader } from '#lib/testing/simulated-upstreams/rates/price-bars';
import { plainDigits } from '#lib/testing/simulated-upstreams/rates/print-figure';
import { type Answer, type Ask, jsonAnswer } from '#lib/testing/simulated-upstreams/publisher';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';
import { DAY_MS } from '#lib/domain/durations';

const BARS_MAX = 1000;
const INTERVALS_MS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
};
/** The first market's first day. */
const FIRST_MS = Date.parse('2017-08-17T00:00:00Z');
/** When the exchange wrote the statistics of its dead markets last. */
const DEAD_SINCE_MS = Date.parse('2023-12-15T05:22:19.680Z');
const HALF_SPREAD = 0.00005;
const SIGNIFICANT_DIGITS = 7;
const NOTHING = '0.00000000';

/** Binance's public spot API; null for a path that is not its own. Failures are status 400 with `code` and `msg`. */
export function answerBinance(
  rates: SimulatedRates,
  markets: readonly BinanceMarket[],
  ask: Ask,
  lens: FigureLens,
): Answer | null {
  if (!ask.path.startsWith('/api/v3/')) return null;
  const shown = markets.filter(({ symbol }) => lens.shows(symbol));
  const reader = createBarReader(rates, 'crypto-exchange');
  switch (ask.path) {
    case '/api/v3/exchangeInfo':
      return weighed(20, exchangeInfo(shown, lens));
    case '/api/v3/ticker/24hr': {
      const isMini = ask.query.get('type') === 'MINI';
      return answerEach(shown, ask, 80, (market) => statisticsOf(rates, reader, market, lens, isMini));
    }
    case '/api/v3/ticker/price':
      return answerEach(shown, ask, 4, (market) => ({
        symbol: market.symbol,
        price: lastPrice(reader, market, lens),
      }));
    case '/api/v3/klines':
      return answerBars(rates, reader, markets, ask, lens);
    default:
      return jsonAnswer({ code: -1000, msg: 'An unknown error occurred while processing the request.' }, 404);
  }
}

/** One market for `symbol`, a list for `symbols`, which is a JSON array, or all of them. */
function answerEach(
  markets: readonly BinanceMarket[],
  { query }: Ask,
  weight: number,
  show: (market: BinanceMarket) => unknown,
): Answer {
  const symbol = query.get('symbol');
  const listed = query.get('symbols');
  if (symbol === null && listed === null) return weighed(weight, markets.map(show));
  const wanted = symbol === null ? readSymbols(listed ?? '') : [symbol];
  const found = wanted.map((name) => markets.find((market) => market.symbol === name));
  if (found.length === 0 || found.some((market) => market === undefined)) return invalidSymbol();
  const answers = found.flatMap((market) => (market === undefined ? [] : [show(market)]));
  return weighed(2, symbol === null ? answers : answers[0]);
}

function readSymbols(text: string): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

function exchangeInfo(markets: readonly BinanceMarket[], lens: FigureLens): unknown {
  const minute = { interval: 'MINUTE', intervalNum: 1 };
  return {
    timezone: 'UTC',
    serverTime: lens.ms(lens.now.getTime()),
    rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', ...minute, limit: 6000 }],
    exchangeFilters: [],
    symbols: markets.map(({ symbol, base, quote, isTrading }) => ({
      symbol,
      status: isTrading ? 'TRADING' : 'BREAK',
      baseAsset: base,
      baseAssetPrecision: 8,
      quoteAsset: quote,
      quotePrecision: 8,
      quoteAssetPrecision: 8,
      baseCommissionPrecision: 8,
      quoteCommissionPrecision: 8,
      orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT_LIMIT'],
      icebergAllowed: true,
      ocoAllowed: true,
      quoteOrderQtyMarketAllowed: true,
      isSpotTradingAllowed: true,
      isMarginTradingAllowed: false,
      filters: [
        {
          filterType: 'PRICE_FILTER',
          minPrice: '0.00000100',
          maxPrice: '1000000.00000000',
          tickSize: '0.00000100',
        },
        { filterType: 'LOT_SIZE', minQty: '0.00100000', maxQty: '900000.00000000', stepSize: '0.00100000' },
      ],
      permissions: ['SPOT'],
    })),
  };
}

function lastPrice(reader: BarReader, { base, quote, isTrading }: BinanceMarket, lens: FigureLens): string {
  // In this list a dead market keeps an old price.
  const atMs = isTrading ? lens.now.getTime() : DEAD_SINCE_MS;
  const rate = isTrading ? reader.price(base, quote, atMs) : 0.079081;
  return lens.figure(rate, printPrice, true);
}

function statisticsOf(
  rates: SimulatedRates,
  reader: BarReader,
  market: BinanceMarket,
  lens: FigureLens,
  isMini: boolean,
): unknown {
  const all = market.isTrading ? liveStatistics(rates, reader, market, lens) : deadStatistics(market, lens);
  if (!isMini) return all;
  const { symbol, openPrice, highPrice, lowPrice, lastPrice: last, volume, quoteVolume, ...rest } = all;
  const { openTime, closeTime, firstId, lastId, count } = rest;
  const prices = { symbol, openPrice, highPrice, lowPrice, lastPrice: last, volume, quoteVolume };
  return { ...prices, openTime, closeTime, firstId, lastId, count };
}

function liveStatistics(rates: SimulatedRates, reader: BarReader, market: BinanceMarket, lens: FigureLens) {
  const { symbol, base, quote } = market;
  const nowMs = lens.now.getTime();
  const bar = reader.bar(base, quote, nowMs - DAY_MS, nowMs);
  const show = (rate: number, isHeadline = false) => lens.figure(rate, printPrice, isHeadline);
  const last = show(bar.close, true);
  const middle = (bar.open + bar.close) / 2;
  const volume = 100 + 50_000 * rates.noise.unit(`volume ${symbol}`, Math.floor(nowMs / DAY_MS));
  const count = Math.ceil(volume);
  return {
    symbol,
    priceChange: (bar.close - bar.open).toFixed(8),
    priceChangePercent: ((bar.close / bar.open - 1) * 100).toFixed(3),
    weightedAvgPrice: show(middle),
    prevClosePrice: show(bar.open),
    lastPrice: last,
    lastQty: '0.00490000',
    bidPrice: show(bar.close * (1 - HALF_SPREAD)),
    bidQty: '5.40870000',
    askPrice: show(bar.close * (1 + HALF_SPREAD)),
    askQty: '16.97890000',
    openPrice: show(bar.open),
    highPrice: show(bar.high),
    lowPrice: show(bar.low),
    volume: volume.toFixed(8),
    quoteVolume: (volume * middle).toFixed(8),
    openTime: lens.ms(nowMs - DAY_MS),
    closeTime: lens.ms(nowMs),
    firstId: 428_898_474,
    lastId: 428_898_474 + count - 1,
    count,
  };
}

/** A dead market stays with the price 0, no trade and a time in the past. */
function deadStatistics({ symbol }: BinanceMarket, lens: FigureLens): ReturnType<typeof liveStatistics> {
  return {
    symbol,
    priceChange: NOTHING,
    priceChangePercent: '0.000',
    weightedAvgPrice: NOTHING,
    prevClosePrice: '0.07908100',
    lastPrice: NOTHING,
    lastQty: NOTHING,
    bidPrice: NOTHING,
    bidQty: NOTHING,
    askPrice: NOTHING,
    askQty: NOTHING,
    openPrice: NOTHING,
    highPrice: NOTHING,
    lowPrice: NOTHING,
    volume: NOTHING,
    quoteVolume: NOTHING,
    openTime: lens.ms(DEAD_SINCE_MS - DAY_MS),
    closeTime: lens.ms(DEAD_SINCE_MS),
    firstId: -1,
    lastId: -1,
    count: 0,
  };
}

/** [open ms, open, high, low, close, volume, close ms, quote volume, trades, taker base, taker quote, unused], oldest first. */
function answerBars(
  rates: SimulatedRates,
  reader: BarReader,
  markets: readonly BinanceMarket[],
  { query }: Ask,
  lens: FigureLens,
): Answer {
  const market = markets.find(({ symbol }) => symbol === query.get('symbol'));
  if (market === undefined) return invalidSymbol();
  const stepMs = INTERVALS_MS[query.get('interval') ?? ''];
  if (stepMs === undefined) return jsonAnswer({ code: -1120, msg: 'Invalid interval.' }, 400);
  const isKept = lens.shows(market.symbol) && rates.at(lens.now).rate(market.base, market.quote) !== null;
  if (!isKept) return weighed(2, []);
  const limit = Math.min(Number(query.get('limit') ?? '500'), BARS_MAX);
  const lastMs = market.isTrading ? lens.now.getTime() : DEAD_SINCE_MS;
  const endMs = Math.min(Number(query.get('endTime') ?? lastMs), lastMs);
  const wishedMs = Number(query.get('startTime') ?? endMs - (limit - 1) * stepMs);
  const firstMs = Math.ceil(Math.max(wishedMs, FIRST_MS) / stepMs) * stepMs;
  const bars: unknown[] = [];
  for (let startMs = firstMs; startMs <= endMs && bars.length < limit; startMs += stepMs) {
    const bar = reader.bar(market.base, market.quote, startMs, Math.min(startMs + stepMs, lastMs));
    const isNewest = startMs + stepMs > lastMs;
    const show = (rate: number, isHeadline = false) => lens.figure(rate, printPrice, isHeadline);
    const close = show(bar.close, isNewest);
    const volume = 10 + 900 * rates.noise.unit(`bar ${market.symbol}`, Math.floor(startMs / 60_000));
    const half = (volume / 2).toFixed(8);
    const prices = [show(bar.open), show(bar.high), show(bar.low), close];
    const worth = [(volume * bar.close).toFixed(8), Math.ceil(volume)];
    const endOfBarMs = lens.ms(startMs + stepMs - 1);
    bars.push([lens.ms(startMs), ...prices, volume.toFixed(8), endOfBarMs, ...worth, half, half, '0']);
  }
  return weighed(2, bars);
}

/** Eight decimals, of which no more than seven digits mean anything. */
function printPrice(rate: number): string {
  return Number(plainDigits(rate, SIGNIFICANT_DIGITS)).toFixed(8);
}

function weighed(weight: number, value: unknown): Answer {
  const answer = jsonAnswer(value);
  return { ...answer, headers: { ...answer.headers, 'X-MBX-USED-WEIGHT-1M': String(weight) } };
}

function invalidSymbol(): Answer {
  return jsonAnswer({ code: -1121, msg: 'Invalid symbol.' }, 400);
}
