import type { FigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import { KRAKEN_MARKETS, type KrakenMarket } from './kraken-markets.ts';
import { createBarReader } from '#lib/testing/simulated-upstreams/rates/price-bars';
import { withDecimals } from '#lib/testing/simulated-upstreams/rates/print-figure';
import { type Answer, type Ask, jsonAnswer } from '#lib/testing/simulated-upstreams/publisher';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';

/** The exchange gives out the newest so many bars. */
const BARS_MAX = 720;
const INTERVALS_MINUTES = [1, 5, 15, 30, 60, 240, 1440, 10_080, 21_600];
/** Half of the distance between bid and ask. */
const HALF_SPREAD = 0.00005;

/** Its fee steps: volume in USD and per cent. */
const FEES = [0, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000];
const TAKER = [0.26, 0.24, 0.22, 0.2, 0.18, 0.16, 0.14, 0.12, 0.1];
const MAKER = [0.16, 0.14, 0.12, 0.1, 0.08, 0.06, 0.04, 0.02, 0];

/** Kraken's public API; null for a path that is not its own. Failures are status 200 with a text in `error`. */
export function answerKraken(rates: SimulatedRates, ask: Ask, lens: FigureLens): Answer | null {
  switch (ask.path) {
    case '/0/public/AssetPairs':
      return answerEach(ask, lens, KRAKEN_MARKETS, assetPairOf);
    case '/0/public/Ticker': {
      const open = KRAKEN_MARKETS.filter(({ wsname }) => wsname !== null);
      return answerEach(ask, lens, open, tickerReader(rates, lens));
    }
    case '/0/public/OHLC':
      return answerBars(rates, ask, lens);
    default:
      return ask.path.startsWith('/0/') ? failure('EGeneral:Unknown method') : null;
  }
}

/** All markets, or those of the parameter `pair` under any of their names. */
function answerEach(
  { query }: Ask,
  lens: FigureLens,
  markets: readonly KrakenMarket[],
  show: (market: KrakenMarket) => unknown,
): Answer {
  const shown = markets.filter(({ key }) => lens.shows(key));
  const names = query.get('pair')?.split(',') ?? [];
  const wanted = names.map((name) => named(shown, name));
  if (wanted.some((market) => market === undefined)) return failure('EQuery:Unknown asset pair');
  const listed = names.length === 0 ? shown : wanted.flatMap((market) => market ?? []);
  return success(Object.fromEntries(listed.map((market) => [market.key, show(market)])));
}

function named(markets: readonly KrakenMarket[], name: string): KrakenMarket | undefined {
  return markets.find(({ key, altname, wsname }) => [key, altname, wsname].includes(name));
}

function assetPairOf(market: KrakenMarket): unknown {
  return {
    altname: market.altname,
    ...(market.wsname !== null && { wsname: market.wsname }),
    aclass_base: 'currency',
    base: market.krakenBase,
    aclass_quote: 'currency',
    quote: market.krakenQuote,
    lot: 'unit',
    pair_decimals: market.decimals,
    lot_decimals: 8,
    lot_multiplier: 1,
    leverage_buy: [],
    leverage_sell: [],
    fees: FEES.map((volume, step) => [volume, TAKER[step]]),
    fees_maker: FEES.map((volume, step) => [volume, MAKER[step]]),
    fee_volume_currency: 'ZUSD',
    margin_call: 80,
    margin_stop: 40,
  };
}

/** Every array is [today, last 24 hours], but a, b and c: [price, whole lots, lots]; c is the last trade. */
function tickerReader(rates: SimulatedRates, lens: FigureLens): (market: KrakenMarket) => unknown {
  const reader = createBarReader(rates, 'crypto-exchange');
  const nowMs = lens.now.getTime();
  const midnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return ({ key, base, quote, decimals, isIdle }) => {
    const print = (rate: number) => Number(rate.toFixed(decimals)).toFixed(Math.max(decimals, 5));
    const show = (rate: number, isHeadline = false) => lens.figure(rate, print, isHeadline);
    const today = reader.bar(base, quote, midnightMs, nowMs);
    const whole = reader.bar(base, quote, nowMs - DAY_MS, nowMs);
    const last = show(today.close, true);
    const volume = isIdle ? 0 : 40 + 4000 * rates.noise.unit(`volume ${key}`, Math.floor(nowMs / MINUTE_MS));
    const trades = isIdle ? 0 : Math.ceil(volume * 10);
    const low = Math.min(today.low, whole.low);
    const high = Math.max(today.high, whole.high);
    return {
      a: [show(today.close * (1 + HALF_SPREAD)), '1', '1.000'],
      b: [show(today.close * (1 - HALF_SPREAD)), '1', '1.000'],
      c: [last, '0.00023167'],
      v: [(volume * 0.6).toFixed(8), volume.toFixed(8)],
      p: [show((today.open + today.close) / 2), show((whole.open + whole.close) / 2)],
      t: [Math.floor(trades * 0.6), trades],
      l: [show(today.low), show(low)],
      h: [show(today.high), show(high)],
      o: show(today.open),
    };
  };
}

/** [start s, open, high, low, close, average, volume, trades], oldest first; the last one is not finished. */
function answerBars(rates: SimulatedRates, { query }: Ask, lens: FigureLens): Answer {
  const minutes = Number(query.get('interval') ?? '1');
  const sinceS = Number(query.get('since') ?? '0');
  if (!INTERVALS_MINUTES.includes(minutes) || Number.isNaN(sinceS))
    return failure('EGeneral:Invalid arguments');
  const market = named(KRAKEN_MARKETS, query.get('pair') ?? '');
  if (market === undefined || market.wsname === null) return failure('EQuery:Unknown asset pair');
  const stepMs = minutes * MINUTE_MS;
  const nowMs = lens.now.getTime();
  const currentMs = Math.floor(nowMs / stepMs) * stepMs;
  const last = lens.ms(currentMs - stepMs) / 1000;
  if (!lens.shows(market.key)) return success({ last });
  const reader = createBarReader(rates, 'crypto-exchange');
  const print = withDecimals(market.decimals);
  const bars: unknown[] = [];
  for (let index = BARS_MAX - 1; index >= 0; index -= 1) {
    const startMs = currentMs - index * stepMs;
    if (startMs / 1000 <= sinceS) continue;
    const bar = reader.bar(market.base, market.quote, startMs, Math.min(startMs + stepMs, nowMs));
    const show = (rate: number, isHeadline = false) => lens.figure(rate, print, isHeadline);
    const close = show(bar.close, index === 0);
    const prices = [show(bar.open), show(bar.high), show(bar.low), close, show((bar.open + bar.close) / 2)];
    const volume = 1 + 900 * rates.noise.unit(`bar ${market.key}`, Math.floor(startMs / MINUTE_MS));
    bars.push([lens.ms(startMs) / 1000, ...prices, volume.toFixed(8), Math.ceil(volume)]);
  }
  return success({ [market.key]: bars, last });
}

function success(result: unknown): Answer {
  return jsonAnswer({ error: [], result });
}

function failure(text: string): Answer {
  return jsonAnswer({ error: [text] });
}
