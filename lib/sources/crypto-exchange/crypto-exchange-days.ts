import type { z } from 'zod';

import { isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import type { PublishedBar } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import {
  type LayoutError,
  type LeftOut,
  type SourceDocument,
  type Stated,
  unknownLayout,
  unreadable,
} from '#lib/sources/source';
import type { AssetCode, ExchangeDay, ExchangeMarket } from './crypto-exchange-dialect.ts';

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

/** The candles of a document, and the rows that are none. */
export interface ReadCandles<Read = Candle> {
  readonly candles: readonly Read[];
  readonly leftOut: readonly LeftOut[];
}

/** Reads rows that fit a schema as candles; most of them must fit, and the others are named. */
export function readCandles<Row, Read>(
  rows: readonly unknown[],
  schema: z.ZodType<Row>,
  candleOf: (row: Row, place: number) => Read,
): ReadCandles<Read> | null {
  const candles: Read[] = [];
  const leftOut: LeftOut[] = [];
  for (const [place, value] of rows.entries()) {
    const row = schema.safeParse(value);
    if (row.success) candles.push(candleOf(row.data, place));
    else leftOut.push(unreadable(`bar ${place + 1}`, 'not in the form of the others'));
  }
  return candles.length > rows.length / 2 || rows.length === 0 ? { candles, leftOut } : null;
}

/** Why candles of a length are no history of days; null for a day and less. A day's price cannot be told from longer ones. */
export function tooLongForDays(stepMs: number): string | null {
  if (stepMs <= DAY_MS) return null;
  return `The bars are of ${Number((stepMs / DAY_MS).toFixed(1))} days each; expected bars of one day or less.`;
}

/**
 * The UTC days of a market from candles of a day or less, in time order. Days that end after `until` and those that the
 * candles do not reach the end of are marked as open. Candles without a trade, whose price is only repeated, are left out.
 * Shorter candles than a day give its low and high only when they also begin with it.
 */
export function daysOfCandles(
  candles: readonly Candle[],
  stepMs: number,
  until: Date,
): readonly ExchangeDay[] {
  const sorted = candles.toSorted((one, other) => one.openAtMs - other.openAtMs);
  if (stepMs < DAY_MS) return daysOfShortCandles(sorted, until);
  return sorted
    .filter((candle) => candle.trades > 0)
    .map(({ close, low, high, lastAtMs, isOpen }) => {
      const observedAt = new Date(lastAtMs);
      const day = { day: isoDayOf(observedAt), rate: close, low, high, observedAt };
      return isOpen || observedAt > until ? { ...day, isOpen: true } : day;
    });
}

/** The length of candles that do not state it: the smallest distance of two; null for fewer than two. */
export function stepOfCandles(openAtMs: readonly number[]): number | null {
  const sorted = openAtMs.toSorted((one, other) => one - other);
  let step: number | null = null;
  for (const [index, openAt] of sorted.entries()) {
    const distance = openAt - (sorted[index - 1] ?? Number.NaN);
    if (distance > 0 && (step === null || distance < step)) step = distance;
  }
  return step;
}

function daysOfShortCandles(candles: readonly Candle[], until: Date): readonly ExchangeDay[] {
  const sorted = candles.filter(({ isOpen }) => !isOpen);
  const firstOpenAtMs = sorted[0]?.openAtMs ?? Number.NaN;
  const lastOpenAtMs = sorted.at(-1)?.openAtMs ?? Number.NaN;
  const groups = Map.groupBy(sorted, ({ openAtMs }) => isoDayOf(new Date(openAtMs)));
  const days: ExchangeDay[] = [];
  for (const [day, group] of groups) {
    const startMs = startOfDay(day).getTime();
    const endMs = startMs + DAY_MS;
    // Later candles prove that the day's last trade is here too, though a minute without one may be missing.
    const isEndKnown = lastOpenAtMs >= endMs || (group.at(-1)?.lastAtMs ?? 0) >= endMs - 1;
    const isStartKnown = firstOpenAtMs <= startMs;
    const traded = group.filter(({ trades }) => trades > 0);
    const last = traded.at(-1);
    if (last === undefined) continue;
    const isOpen = !isEndKnown || endMs - 1 > until.getTime();
    days.push({
      day,
      rate: last.close,
      low: isStartKnown ? extreme(traded, 'low') : null,
      high: isStartKnown ? extreme(traded, 'high') : null,
      observedAt: new Date(last.lastAtMs),
      ...(isOpen && { isOpen }),
    });
  }
  return days;
}

/** The smallest low or the largest high, as published. */
function extreme(candles: readonly Candle[], side: 'low' | 'high'): string | null {
  const direction = side === 'low' ? 1 : -1;
  let found: string | null = null;
  for (const candle of candles) {
    if (found === null || (Number(candle[side]) - Number(found)) * direction < 0) found = candle[side];
  }
  return found;
}

/**
 * The days of a market under our codes, each as its assets were called that day; no finished one is a failure. Every answer
 * of an exchange ends with the running day, which is left out; of a file it is kept, so that the import counts it.
 */
export function barsOfDays(
  { url }: Pick<SourceDocument, 'url'>,
  days: readonly ExchangeDay[],
  { baseAsset, quoteAsset }: MarketAssets,
  codeOf: AssetCode,
  leftOut: readonly LeftOut[],
): Result<Stated<PublishedBar>, LayoutError> {
  const isFile = url.startsWith('file:');
  const bars = days.flatMap((day) => {
    if (day.isOpen && !isFile) return [];
    const base = codeOf(baseAsset, day.observedAt);
    const quote = codeOf(quoteAsset, day.observedAt);
    return base === null || quote === null || base === quote ? [] : [{ base, quote, ...day }];
  });
  if (bars.some(({ isOpen }) => !isOpen)) return ok({ figures: bars, leftOut });
  return unknownLayout(
    `The history of ${baseAsset}/${quoteAsset} has no finished day with a trade under known codes.`,
  );
}

/** The two assets of a market, under the exchange's names. */
export type MarketAssets = Pick<ExchangeMarket, 'baseAsset' | 'quoteAsset'>;

/** The address of a market's history with its assets behind `#`, where no host sees them: what the answer itself leaves out. */
export function nameMarket(url: string, { baseAsset, quoteAsset }: MarketAssets): string {
  return `${url}#${baseAsset}/${quoteAsset}`;
}

/**
 * The assets of a history document's market: behind the `#` of its address, else from `name` where the document states
 * one, else from the parameter `symbol`, else from a file's name. A name without a separator is only split where known
 * codes allow exactly one way; a name that they allow none or several is a failure.
 */
export function marketOfDocument(
  { url, fetchedAt }: SourceDocument,
  codeOf: AssetCode,
  name?: string,
): Result<MarketAssets, LayoutError> {
  const [address = '', fragment] = url.split('#', 2);
  const [baseAsset, quoteAsset] = fragment?.split('/') ?? [];
  if (baseAsset !== undefined && quoteAsset !== undefined) return ok({ baseAsset, quoteAsset });
  const fileName =
    address
      .split('/')
      .at(-1)
      ?.replace(/^file:/, '') ?? '';
  const stated = name ?? URL.parse(address)?.searchParams.get('symbol') ?? null;
  // Lower case, as in `binance-klines-3d-BTCEUR.json`, only describes.
  const candidates = stated === null ? fileName.split(/[^A-Z0-9]+/) : [stated];
  const splits = candidates.flatMap((candidate) => waysToSplit(candidate, codeOf, fetchedAt));
  const [only, ...others] = splits;
  if (only !== undefined && others.length === 0) return ok(only);
  const where = stated === null ? `the file name "${fileName}"` : `the market "${stated}"`;
  if (only === undefined) {
    return unknownLayout(
      `No two known codes are in ${where}; expected a market in it, as in BTCUSDT-1d-2024-01.csv or XBTUSD_1440.csv.`,
    );
  }
  const ways = splits.map((split) => `${split.baseAsset}/${split.quoteAsset}`).join(' and ');
  return unknownLayout(`It is not clear which market is meant by ${where}: ${ways} are possible.`);
}

function waysToSplit(name: string, codeOf: AssetCode, at: Date): readonly MarketAssets[] {
  const ways: MarketAssets[] = [];
  for (let length = 1; length < name.length; length += 1) {
    const split = { baseAsset: name.slice(0, length), quoteAsset: name.slice(length) };
    if (codeOf(split.baseAsset, at) !== null && codeOf(split.quoteAsset, at) !== null) ways.push(split);
  }
  return ways;
}
