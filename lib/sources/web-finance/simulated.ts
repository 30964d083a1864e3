import type { FigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import { inJson } from '#lib/testing/simulated-upstreams/rates/print-figure';
import {
  type Answer,
  type Ask,
  jsonAnswer,
  pageAnswer,
  type Publisher,
  type SimulatedPair,
} from '#lib/testing/simulated-upstreams/publisher';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';
import {
  type PricePoints,
  readPoints,
  RANGE_DAYS,
  type Span,
} from '#lib/testing/simulated-upstreams/publishers/yahoo-points';
import { readYahooSymbol, type YahooSymbol } from '#lib/testing/simulated-upstreams/publishers/yahoo-symbols';

/** A pair that it has, so that what it says can be compared with the truth. */
export const SIMULATED_PAIR: SimulatedPair = ['EUR', 'USD'];

const HOSTS_HEADERS = { 'Content-Type': 'application/json;charset=utf-8' };
const DAY_S = 86_400;
const INTERVALS_S: Readonly<Record<string, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1800,
  '60m': 3600,
  '1h': 3600,
  '1d': DAY_S,
};
/** The site's first day of EURUSD=X, and of BTC-USD. */
const FIRST_FOREX_S = 1_070_236_800;
const FIRST_CRYPTO_S = 1_410_912_000;

/** A web-finance site: Yahoo's spark and chart; quotes and cookies only refuse. */
export function simulate(rates: SimulatedRates): Publisher {
  return {
    source: 'web-finance',
    universes: [],
    whenEmpty: 'no figures',
    answer: (ask, lens) => {
      // Libraries' own names are refused from the very first call.
      if (ask.headers['user-agent']?.startsWith('Mozilla/5.0') !== true) return tooMany();
      const chart = /^\/v8\/finance\/chart\/(.+)$/.exec(ask.path);
      if (chart !== null) return answerChart(rates, decodeURIComponent(chart[1] ?? ''), ask, lens);
      const spark = /^\/v([78])\/finance\/spark$/.exec(ask.path);
      if (spark !== null) return answerSpark(rates, ask, lens, spark[1] === '7');
      const isQuote = ask.path.startsWith('/v7/finance/quote');
      if (isQuote) return jsonAnswer(siteError('finance', 'Unauthorized', 'Invalid Crumb'), 401);
      return pageAnswer('Not Found', 404);
    },
  };
}

/** Many symbols, keys in any order; unknown symbols are left out. Version 7 wraps a chart result for each. */
function answerSpark(rates: SimulatedRates, { query }: Ask, lens: FigureLens, isOld: boolean): Answer {
  const span = readSpan(query);
  if (span === null) return badInterval('spark', query);
  const asked = (query.get('symbols') ?? '').split(',').flatMap((name) => readYahooSymbol(name) ?? []);
  const isShown = lens.among(asked.map(({ symbol }) => symbol));
  const shown = asked.filter(({ symbol }) => isShown(symbol));
  const order = ({ symbol }: YahooSymbol): number => rates.noise.unit(`order ${symbol}`, 0);
  const sorted = shown.toSorted((one, other) => order(one) - order(other));
  if (isOld) {
    const result = sorted.map((symbol) => ({
      symbol: symbol.symbol,
      response: [chartResult(rates, symbol, span, lens)],
    }));
    return answer({ spark: { result, error: null } });
  }
  return answer(
    Object.fromEntries(sorted.map((symbol) => [symbol.symbol, sparkOf(rates, symbol, span, lens)])),
  );
}

/** The last cell is null, as it often is; an empty span has no `timestamp` at all. */
function sparkOf(rates: SimulatedRates, symbol: YahooSymbol, span: Span, lens: FigureLens): unknown {
  const points = readPoints(rates, symbol, span, lens.now);
  const print = printShort(symbol);
  const show = (rate: number, isHeadline = false) => inJson(lens.figure(rate, print, isHeadline));
  const isAlone = points.bars.length === 1;
  const close = points.bars.map(({ close: rate }, index) => {
    const isLast = index === points.bars.length - 1;
    if (isLast && !isAlone && points.isOpen) return null;
    return show(rate, index === points.bars.length - (points.isOpen && !isAlone ? 2 : 1));
  });
  const change = points.price - points.previousClose;
  return {
    ...(close.length > 0 && { timestamp: points.bars.map(({ startMs }) => lens.ms(startMs) / 1000) }),
    symbol: symbol.symbol,
    end: lens.ms(points.dayStartMs) / 1000 + DAY_S - 60,
    fulldayChange: Number(change.toFixed(4)),
    fulldayChangePercent: Number(((change / points.previousClose) * 100).toFixed(4)),
    fulldayPrice: show(points.price),
    previousClose: show(points.previousClose),
    start: lens.ms(points.dayStartMs) / 1000,
    close,
    chartPreviousClose: show(points.previousClose),
    // Whatever was asked for.
    dataGranularity: 300,
  };
}

function answerChart(rates: SimulatedRates, name: string, { query }: Ask, lens: FigureLens): Answer {
  const span = readSpan(query);
  if (span === null) return badInterval('chart', query);
  const symbol = readYahooSymbol(name);
  if (symbol === null) {
    return jsonAnswer(siteError('chart', 'Not Found', 'No data found, symbol may be delisted'), 404);
  }
  const result = lens.shows(name) ? [chartResult(rates, symbol, span, lens)] : [];
  return answer({ chart: { result, error: null } });
}

function chartResult(rates: SimulatedRates, symbol: YahooSymbol, span: Span, lens: FigureLens): unknown {
  const points = readPoints(rates, symbol, span, lens.now);
  const long = (rate: number, isHeadline = false) => inJson(lens.figure(rate, printFloat, isHeadline));
  const columns = points.bars.map((bar, index) => {
    // A closed day has a row without figures.
    if (bar.isClosed) return { open: null, high: null, low: null, close: null };
    const close = long(bar.close, index === points.bars.length - 1);
    return { open: long(bar.open), high: long(bar.high), low: long(bar.low), close };
  });
  return {
    meta: metaOf(symbol, points, span, lens),
    ...(columns.length > 0 && { timestamp: points.bars.map(({ startMs }) => lens.ms(startMs) / 1000) }),
    indicators: {
      quote: [
        {
          open: columns.map(({ open }) => open),
          volume: columns.map(({ close }) => (close === null ? null : 0)),
          close: columns.map(({ close }) => close),
          low: columns.map(({ low }) => low),
          high: columns.map(({ high }) => high),
        },
      ],
      adjclose: [{ adjclose: columns.map(({ close }) => close) }],
    },
  };
}

function metaOf(symbol: YahooSymbol, points: PricePoints, span: Span, lens: FigureLens): unknown {
  const { isCrypto, base, quote } = symbol;
  const short = (rate: number) => inJson(lens.figure(rate, printShort(symbol)));
  const name = isCrypto ? `${base} ${quote}` : `${base}/${quote}`;
  const timezone = isCrypto ? 'UTC' : points.offsetS === 0 ? 'GMT' : 'BST';
  const start = lens.ms(points.dayStartMs) / 1000;
  const end = start + DAY_S - 60;
  const period = { timezone, start, end, gmtoffset: points.offsetS };
  return {
    currency: quote,
    symbol: symbol.symbol,
    exchangeName: isCrypto ? 'CCC' : 'CCY',
    fullExchangeName: isCrypto ? 'CCC' : 'CCY',
    instrumentType: isCrypto ? 'CRYPTOCURRENCY' : 'CURRENCY',
    firstTradeDate: isCrypto ? FIRST_CRYPTO_S : FIRST_FOREX_S,
    regularMarketTime: Math.floor(lens.ms(points.priceAtMs) / 1000),
    hasPrePostMarketData: false,
    gmtoffset: points.offsetS,
    timezone,
    exchangeTimezoneName: isCrypto ? 'UTC' : 'Europe/London',
    regularMarketPrice: short(points.price),
    // Not simulated: a year's and a day's extremes, which nobody should read a price from.
    fiftyTwoWeekHigh: short(points.price * 1.05),
    fiftyTwoWeekLow: short(points.price * 0.95),
    regularMarketDayHigh: short(points.price * 1.001),
    regularMarketDayLow: short(points.price * 0.999),
    regularMarketVolume: 0,
    longName: name,
    shortName: name,
    chartPreviousClose: short(points.previousClose),
    priceHint: isCrypto ? 2 : 4,
    currentTradingPeriod: {
      pre: { ...period, end: start },
      regular: period,
      post: { ...period, start: end },
    },
    dataGranularity: span.name,
    range: span.range,
    validRanges: '1d 5d 1mo 3mo 6mo 1y 2y 5y 10y ytd max'.split(' '),
  };
}

function readSpan(query: URLSearchParams): Span | null {
  const name = query.get('interval') ?? '1d';
  const stepS = INTERVALS_S[name];
  const range = query.get('range');
  const from = Number(query.get('period1') ?? Number.NaN);
  const to = Number(query.get('period2') ?? Number.NaN);
  const isDated = !Number.isNaN(from) && !Number.isNaN(to);
  const days = RANGE_DAYS[range ?? '1d'];
  if (stepS === undefined || (!isDated && days === undefined)) return null;
  const dated = { fromMs: Math.max(from, FIRST_FOREX_S) * 1000, toMs: to * 1000 };
  return {
    name,
    stepMs: stepS * 1000,
    range: isDated ? '' : (range ?? '1d'),
    ...(isDated ? { dated } : { days: days ?? 1 }),
  };
}

/** Prices are 32-bit floats, printed as the doubles next to them: 1.1220825910568237. */
function printFloat(rate: number): string {
  return String(Math.fround(rate));
}

/** Four decimals for money, two for crypto, and more where the figure is small. */
function printShort({ isCrypto }: YahooSymbol): (rate: number) => string {
  return (rate) => {
    const decimals = isCrypto && rate >= 100 ? 2 : 4;
    const places = rate >= 0.1 ? decimals : Math.ceil(-Math.log10(rate)) + 5;
    return String(Number(rate.toFixed(Math.min(places, 20))));
  };
}

function badInterval(key: string, query: URLSearchParams): Answer {
  const text = `Invalid input - interval=${query.get('interval') ?? ''} range=${query.get('range') ?? ''}`;
  return jsonAnswer(siteError(key, 'Unprocessable Entity', text), 422);
}

function siteError(key: string, code: string, description: string): unknown {
  return { [key]: { result: null, error: { code, description } } };
}

function answer(value: unknown): Answer {
  return { ...jsonAnswer(value), headers: HOSTS_HEADERS };
}

function tooMany(): Answer {
  return { status: 429, headers: { 'Content-Type': 'text/plain' }, body: 'Too Many Requests\r\n' };
}
