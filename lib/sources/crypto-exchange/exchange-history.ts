import type { z } from 'zod';

import { CRYPTO_ASSETS } from '#lib/domain/currencies/crypto-assets';
import { findCurrency } from '#lib/domain/currencies/currency';
import { DAY_MS } from '#lib/domain/durations';
import { addDays, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import type { PublishedBar } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import {
  type HistoryPart,
  type HistorySpan,
  type LayoutError,
  type LeftOut,
  type SourceDocument,
  type Stated,
  unknownLayout,
  unreadable,
} from '#lib/sources/source';
import type { AssetCode, ExchangeDay, ExchangeDialect, ExchangeMarket } from './exchange-dialect.ts';

/** The two assets of a market, under the exchange's names. */
type MarketAssets = Pick<ExchangeMarket, 'baseAsset' | 'quoteAsset'>;

/**
 * Reads a history document of an exchange: the days of a market under our codes, each as its assets were called that day; no
 * finished one is a failure. Every answer of an exchange ends with the running day, which is left out; of a file it is kept,
 * so that the import counts it. Pure.
 */
export function parseExchangeHistory(
  { codeOf, history }: Pick<ExchangeDialect, 'codeOf' | 'history'>,
  document: SourceDocument,
): Result<Stated<PublishedBar>, LayoutError> {
  const read = history.read(document);
  if (!read.ok) return read;
  const { days, leftOut, name } = read.value;
  const assets = marketOfDocument(document, codeOf, name);
  if (!assets.ok) return assets;
  const { baseAsset, quoteAsset } = assets.value;
  const isFile = document.url.startsWith('file:');
  const figures = days.flatMap((day) => {
    if (day.isOpen && !isFile) return [];
    const base = codeOf(baseAsset, day.observedAt);
    const quote = codeOf(quoteAsset, day.observedAt);
    return base === null || quote === null || base === quote ? [] : [{ base, quote, ...day }];
  });
  if (figures.some(({ isOpen }) => !isOpen)) return ok({ figures, leftOut });
  return unknownLayout(
    `The history of ${baseAsset}/${quoteAsset} has no finished day with a trade under known codes.`,
  );
}

/** The address of a market's history with its assets behind `#`, where no host sees them: what the answer itself leaves out. */
export function nameMarket(url: string, { baseAsset, quoteAsset }: MarketAssets): string {
  return `${url}#${baseAsset}/${quoteAsset}`;
}

/**
 * The assets of a history document's market: behind the `#` of its address, else from `name` where the document states
 * one, else from the parameter `symbol`, else from a file's name. A name without a separator is only split where known
 * codes allow exactly one way; a name that they allow none or several is a failure.
 */
function marketOfDocument(
  { url, fetchedAt }: SourceDocument,
  codeOf: AssetCode,
  name?: string,
): Result<MarketAssets, LayoutError> {
  const [address = '', fragment] = url.split('#', 2);
  const [baseAsset, quoteAsset] = fragment?.split('/') ?? [];
  if (baseAsset !== undefined && quoteAsset !== undefined) return ok({ baseAsset, quoteAsset });
  const fileName = fileNameOf(address);
  const stated = name ?? URL.parse(address)?.searchParams.get('symbol') ?? null;
  // Lower case, as in `binance-klines-3d-BTCEUR.json`, only describes.
  const candidates = stated === null ? fileName.split(/[^A-Z0-9]+/) : [stated];
  const splits = candidates.flatMap((candidate) => waysToSplit(candidate, codeOf, fetchedAt));
  const [only, ...others] = splits;
  if (only !== undefined && others.length === 0) return ok(only);
  const where = stated === null ? `the file name "${fileName}"` : `the market "${stated}"`;
  if (only === undefined) {
    return unknownLayout(
      `No two known codes are in ${where}; expected a market in it, as in BTCUSDT-1d-2024-01.csv.`,
    );
  }
  const ways = splits.map((split) => `${split.baseAsset}/${split.quoteAsset}`).join(' and ');
  return unknownLayout(`It is not clear which market is meant by ${where}: ${ways} are possible.`);
}

/** The last part of an address or of a file's name. */
export function fileNameOf(url: string): string {
  const path = url.split('#', 1)[0] ?? '';
  return (path.split('/').at(-1) ?? '').replace(/^file:/, '');
}

function waysToSplit(name: string, codeOf: AssetCode, at: Date): readonly MarketAssets[] {
  const ways: MarketAssets[] = [];
  for (let length = 1; length < name.length; length += 1) {
    const split = { baseAsset: name.slice(0, length), quoteAsset: name.slice(length) };
    if (codeOf(split.baseAsset, at) !== null && codeOf(split.quoteAsset, at) !== null) ways.push(split);
  }
  return ways;
}

/** What happened in a market between two instants. */
export interface Candle {
  readonly openAtMs: number;
  /** The last millisecond that belongs to it. */
  readonly lastAtMs: number;
  readonly low: string;
  readonly high: string;
  /** The last price; without a trade, the one before repeated. */
  readonly close: string;
  readonly trades: number;
  /** Set for the candle that was still open when an exchange answered. */
  readonly isOpen?: true;
}

/** Reads rows that fit a schema as candles, and names the others; null where most do not fit. */
export function readCandles<Row, Read>(
  rows: readonly unknown[],
  schema: z.ZodType<Row>,
  candleOf: (row: Row, place: number) => Read,
): { readonly candles: readonly Read[]; readonly leftOut: readonly LeftOut[] } | null {
  const candles: Read[] = [];
  const leftOut: LeftOut[] = [];
  for (const [place, value] of rows.entries()) {
    const row = schema.safeParse(value);
    if (row.success) candles.push(candleOf(row.data, place));
    else leftOut.push(unreadable(`bar ${place + 1}`, 'not in the form of the others'));
  }
  return leftOut.length > 0 && 2 * candles.length <= rows.length ? null : { candles, leftOut };
}

/**
 * The UTC days of a market from candles of `stepMs`, a day or less; from longer ones a day's price cannot be told. Days that end after `until` and
 * those that the candles do not reach the end of are marked as open. Candles without a trade, whose price is only repeated,
 * are left out. Shorter candles than a day give its low and high only when they also begin with it.
 */
export function daysOfCandles(
  candles: readonly Candle[],
  stepMs: number,
  until: Date,
): Result<readonly ExchangeDay[], LayoutError> {
  if (stepMs > DAY_MS) {
    const days = Number((stepMs / DAY_MS).toFixed(1));
    return unknownLayout(`The bars are of ${days} days each; expected bars of one day or less.`);
  }
  const isOfDays = stepMs === DAY_MS;
  const sorted = candles.toSorted((one, other) => one.openAtMs - other.openAtMs);
  const firstOpenAtMs = sorted[0]?.openAtMs ?? Number.NaN;
  const lastOpenAtMs = sorted.at(-1)?.openAtMs ?? Number.NaN;
  const groups = Map.groupBy(sorted, ({ openAtMs }) => isoDayOf(new Date(openAtMs)));
  return ok(
    [...groups].flatMap(([day, group]) => {
      const traded = group.filter(({ trades }) => trades > 0);
      const last = traded.at(-1);
      if (last === undefined) return [];
      const startMs = startOfDay(day).getTime();
      const endMs = startMs + DAY_MS;
      // Later candles prove that the day's last trade is here too, though a minute without one may be missing. The last
      // bar of a market that was closed within a day is shorter.
      const isEndKnown = isOfDays || lastOpenAtMs >= endMs || (group.at(-1)?.lastAtMs ?? 0) >= endMs - 1;
      const isStartKnown = firstOpenAtMs <= startMs;
      const isAhead = (isOfDays ? last.lastAtMs : endMs - 1) > until.getTime();
      const isOpen = !isEndKnown || isAhead || group.some((candle) => candle.isOpen);
      const figure = {
        day,
        rate: last.close,
        low: isStartKnown ? extreme(traded, 'low') : null,
        high: isStartKnown ? extreme(traded, 'high') : null,
        observedAt: new Date(last.lastAtMs),
      };
      return isOpen ? { ...figure, isOpen } : figure;
    }),
  );
}

/** The smallest low or the largest high, as published. */
function extreme(candles: readonly Candle[], side: 'low' | 'high'): string | null {
  const sign = side === 'low' ? 1 : -1;
  return candles
    .map((candle) => candle[side])
    .reduce<string | null>(
      (found, price) => (found === null || (Number(price) - Number(found)) * sign < 0 ? price : found),
      null,
    );
}

/**
 * One part a market of the list whose codes are known, halted ones last: bitcoin, ether, money against money, then by
 * name. `at` is when the list was fetched. Days that the exchange does not answer for are cut off the span.
 */
export function exchangeHistoryParts(
  { codeOf, history }: Pick<ExchangeDialect, 'codeOf' | 'history'>,
  markets: Iterable<ExchangeMarket>,
  { from, to }: HistorySpan,
  at: Date,
): readonly HistoryPart[] {
  const oldest = isoDayOf(new Date(`${history.firstDay}T00:00:00Z`));
  const given = history.daysMax === null ? oldest : addDays(isoDayOf(at), -history.daysMax);
  const first = [from, oldest, given].reduce((latest, day) => (day > latest ? day : latest));
  if (first > to) return [];
  const ranked = [...markets].flatMap((market) => {
    const base = codeOf(market.baseAsset, at);
    const quote = codeOf(market.quoteAsset, at);
    if (base === null || quote === null || base === quote) return [];
    return [{ symbol: market.symbol, pair: `${base}/${quote}`, rank: rankOf(market, base, quote) }];
  });
  ranked.sort((one, other) => one.rank - other.rank || (one.symbol < other.symbol ? -1 : 1));
  const best = Map.groupBy(ranked, ({ pair }) => pair);
  return [...best.values()].flatMap(([market]) =>
    market === undefined ? [] : { id: `${history.partPrefix}${market.symbol}`, from: first, to },
  );
}

const MAIN_ASSETS = ['BTC', 'ETH'];
const MAIN_QUOTES = ['USD', 'EUR', 'USDT', 'USDC'];
const HALTED_RANK = 1000;

/** Lower comes first. */
function rankOf({ isTrading }: ExchangeMarket, base: string, quote: string): number {
  const kinds = [
    base === MAIN_ASSETS[0],
    base === MAIN_ASSETS[1],
    isFiat(base) && isFiat(quote),
    isMoney(base) && isMoney(quote),
    true,
  ];
  const quoteRank = MAIN_QUOTES.indexOf(quote);
  return (
    (isTrading ? 0 : HALTED_RANK) +
    kinds.indexOf(true) * 10 +
    (quoteRank === -1 ? MAIN_QUOTES.length : quoteRank)
  );
}

function isFiat(code: string): boolean {
  return findCurrency(code)?.kind === 'fiat';
}

function isMoney(code: string): boolean {
  return (
    isFiat(code) || CRYPTO_ASSETS.some((asset) => asset.code === code && asset.stablecoinOf !== undefined)
  );
}
