import { forexCloseBefore, isForexOpen } from '#lib/domain/calendars/forex-market';
import { addDays, type IsoDay, isoDayOf, startOfDay, weekdayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { zonedInstant } from '#lib/domain/calendars/publication-calendar';
import {
  type BarReader,
  createBarReader,
  type PriceBar,
} from '#lib/testing/simulated-upstreams/rates/price-bars';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';
import type { YahooSymbol } from './yahoo-symbols.ts';

/** What part of a price's history is asked for: the newest so many days, or between two instants. */
export interface Span {
  /** As asked: 15m, 1d. */
  readonly name: string;
  readonly stepMs: number;
  readonly range: string;
  readonly days?: number;
  readonly dated?: { readonly fromMs: number; readonly toMs: number };
}

/** The site's names of spans, in days. */
export const RANGE_DAYS: Readonly<Record<string, number>> = {
  '1d': 1,
  '5d': 5,
  '1mo': 30,
  '3mo': 91,
  '6mo': 182,
  '1y': 365,
  '2y': 730,
  '5y': 1826,
  '10y': 3652,
  max: 9000,
};

/** A bar with its start; the one that is not finished starts, as the site has it, at the newest price. */
export interface PointBar extends PriceBar {
  readonly startMs: number;
  /** Whether the market was closed all the time. */
  readonly isClosed: boolean;
}

/** The prices of a span and of the newest day. */
export interface PricePoints {
  readonly bars: readonly PointBar[];
  readonly isOpen: boolean;
  readonly price: number;
  readonly priceAtMs: number;
  readonly previousClose: number;
  /** Midnight in London, in UTC for crypto, of the newest trading day. */
  readonly dayStartMs: number;
  /** London's distance from UTC now, in seconds. */
  readonly offsetS: number;
}

const LONDON = 'Europe/London';
/** The site's day of a currency begins at midnight and closes an hour before the next one. */
const CLOSES_AT = '23:00';
const SATURDAY = 6;

/** Reads a symbol's prices up to `now`. */
export function readPoints(rates: SimulatedRates, symbol: YahooSymbol, span: Span, now: Date): PricePoints {
  const { base, quote, isCrypto } = symbol;
  const reader = createBarReader(rates, 'web-finance');
  const newest = isCrypto ? now : forexCloseBefore(now);
  const day = dayOf(newest, isCrypto);
  const dayStartMs = midnight(day, isCrypto);
  const starts =
    span.stepMs >= DAY_MS ? dayStarts(span, day, isCrypto) : pointStarts(span, day, newest, isCrypto);
  const bars = starts
    .filter(({ startMs }) => startMs <= newest.getTime())
    .map(({ startMs, endMs }) => {
      const isNewest = endMs > newest.getTime();
      const bar = isNewest
        ? reader.bar(base, quote, startMs, newest.getTime())
        : finishedBar(rates, symbol, { startMs, endMs }, reader);
      const isClosed = !isCrypto && !isNewest && isClosedBetween(startMs, endMs);
      return { ...bar, isClosed, startMs: isNewest && span.stepMs >= DAY_MS ? wholeSecond(newest) : startMs };
    });
  return {
    bars,
    isOpen: isCrypto || isForexOpen(now),
    price: reader.price(base, quote, newest.getTime()),
    priceAtMs: newest.getTime(),
    previousClose: reader.price(base, quote, dayStartMs),
    dayStartMs,
    offsetS: isCrypto ? 0 : (startOfDay(day).getTime() - dayStartMs) / 1000,
  };
}

/** Finished bars of less than a day, by symbol and start; every poll asks for all of the newest day again. */
const finishedBars = new WeakMap<SimulatedRates, Map<string, PriceBar>>();

function finishedBar(
  rates: SimulatedRates,
  { symbol, base, quote }: YahooSymbol,
  { startMs, endMs }: Stretch,
  reader: BarReader,
): PriceBar {
  if (endMs - startMs >= DAY_MS / 2) return reader.bar(base, quote, startMs, endMs);
  const known = finishedBars.get(rates) ?? new Map<string, PriceBar>();
  finishedBars.set(rates, known);
  const key = `${symbol} ${startMs} ${endMs}`;
  const bar = known.get(key) ?? reader.bar(base, quote, startMs, endMs);
  known.set(key, bar);
  return bar;
}

interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** Every trading day of the span. */
function dayStarts(span: Span, newest: IsoDay, isCrypto: boolean): readonly Stretch[] {
  const first = span.dated
    ? dayOf(new Date(span.dated.fromMs), isCrypto)
    : addDays(newest, 1 - (span.days ?? 1));
  const stretches: Stretch[] = [];
  for (let day = first; day <= newest; day = addDays(day, 1)) {
    const isTraded = isCrypto || (weekdayOf(day) > 0 && weekdayOf(day) < SATURDAY);
    const startMs = midnight(day, isCrypto);
    if (!isTraded || (span.dated && (startMs < span.dated.fromMs || startMs >= span.dated.toMs))) continue;
    const endMs = isCrypto
      ? midnight(addDays(day, 1), isCrypto)
      : zonedInstant(day, CLOSES_AT, LONDON).getTime();
    stretches.push({ startMs, endMs });
  }
  return stretches;
}

/** Every step of the span during which the market was open. */
function pointStarts(span: Span, newest: IsoDay, until: Date, isCrypto: boolean): readonly Stretch[] {
  const fromMs = span.dated?.fromMs ?? midnight(addDays(newest, 1 - (span.days ?? 1)), isCrypto);
  const toMs = Math.min(span.dated?.toMs ?? until.getTime(), until.getTime());
  const stretches: Stretch[] = [];
  for (let startMs = Math.ceil(fromMs / span.stepMs) * span.stepMs; startMs <= toMs; startMs += span.stepMs) {
    if (isCrypto || isForexOpen(new Date(startMs))) stretches.push({ startMs, endMs: startMs + span.stepMs });
  }
  return stretches;
}

function isClosedBetween(startMs: number, endMs: number): boolean {
  return forexCloseBefore(new Date(endMs - 1)).getTime() <= startMs;
}

function dayOf(instant: Date, isCrypto: boolean): IsoDay {
  const day = isoDayOf(instant);
  // London is never behind UTC, so its day may be one ahead.
  return !isCrypto && instant.getTime() >= midnight(addDays(day, 1), isCrypto) ? addDays(day, 1) : day;
}

function midnight(day: IsoDay, isCrypto: boolean): number {
  return (isCrypto ? startOfDay(day) : zonedInstant(day, '00:00', LONDON)).getTime();
}

function wholeSecond(instant: Date): number {
  return Math.floor(instant.getTime() / 1000) * 1000;
}
