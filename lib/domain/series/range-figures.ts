import type { SeriesFigures } from './historical-series.ts';
import type { SeriesRhythm } from './series-gaps-rhythm.ts';
import { DAY_MS } from '#lib/domain/durations';
import { dayNumber } from '#lib/domain/iso-day';

/** A rate (quote per base) and its instant. */
export interface RatePoint {
  readonly rate: number;
  readonly atMs: number;
}

/** What a range of a series amounts to; rates are one unit of base in quote. */
export interface RangeFigures {
  readonly open: RatePoint;
  readonly last: RatePoint;
  /** The first point with the highest and with the lowest rate. */
  readonly high: RatePoint;
  readonly low: RatePoint;
  /** Every point counts once, whatever lies between them. */
  readonly mean: number;
  /** Last minus open, in quote. */
  readonly change: number;
  /** `change` in per cent of open. */
  readonly changePercent: number;
  /** A year's, in per cent; null with fewer than three days. See {@link annualVolatilityPercent}. */
  readonly volatilityPercent: number | null;
  readonly count: number;
  /** Of the last point, a whole number, cut: 0 is the lowest of the range, 100 the highest alone; null where all points are the same. */
  readonly percentile: number | null;
}

/** Trading days a year by the convention of the foreign exchange market. */
const FOREX_DAYS_A_YEAR = 252;

/** Of a market that never closes. */
const ALL_DAYS_A_YEAR = 365;

/** How many days a year volatility is counted with. */
export function daysAYear(rhythm: SeriesRhythm['kind']): number {
  return rhythm === 'always' ? ALL_DAYS_A_YEAR : FOREX_DAYS_A_YEAR;
}

/** The day that an instant counts to, in days since 1970. */
export type DayNumber = (atMs: number) => number;

/** The trading day of the foreign exchange market: it opens on Sunday evening, and what it quotes then is of Monday. */
export const forexDay: DayNumber = (atMs) => {
  const day = dayNumber(atMs);
  return (day - FIRST_SUNDAY) % WEEK_DAYS === 0 ? day + 1 : day;
};

/** 4 January 1970. */
const FIRST_SUNDAY = 3;
const WEEK_DAYS = 7;

/** The figures of a whole series; null when it is empty. `dayOf` says which points are of one day. */
export function rangeFigures(
  series: SeriesFigures,
  daysAYear: number,
  dayOf: DayNumber = dayNumber,
): RangeFigures | null {
  const { instantsMs, rates } = series;
  const pointAt = (index: number): RatePoint => ({ rate: rates[index] ?? 0, atMs: instantsMs[index] ?? 0 });
  if (rates.length === 0) return null;
  let highest = 0;
  let lowest = 0;
  let sum = 0;
  rates.forEach((rate, index) => {
    sum += rate;
    if (rate > (rates[highest] ?? 0)) highest = index;
    if (rate < (rates[lowest] ?? 0)) lowest = index;
  });
  const open = pointAt(0);
  const last = pointAt(rates.length - 1);
  return {
    open,
    last,
    high: pointAt(highest),
    low: pointAt(lowest),
    mean: sum / rates.length,
    change: last.rate - open.rate,
    changePercent: changePercentOf(open.rate, last.rate),
    volatilityPercent: annualVolatilityPercent(series, daysAYear, dayOf),
    count: rates.length,
    percentile: percentileOfLast(rates),
  };
}

/** From one rate to another in per cent of the first: 1.0 to 1.1 is 10. */
export function changePercentOf(from: number, to: number): number {
  return ((to - from) / from) * 100;
}

/**
 * The sample standard deviation of the logarithmic returns from one day's last point to the next day's, times the square
 * root of `daysAYear`, in per cent. Days without a figure make no return of their own.
 */
export function annualVolatilityPercent(
  series: SeriesFigures,
  daysAYear: number,
  dayOf: DayNumber = dayNumber,
): number | null {
  const closes = lastOfEachDay(series, dayOf);
  const returns = closes.slice(1).map((close, index) => Math.log(close / (closes[index] ?? close)));
  if (returns.length < 2) return null;
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
  const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return Math.sqrt((squares / (returns.length - 1)) * daysAYear) * 100;
}

/**
 * Several series on one footing: each in per cent of its own first point on or after the first day that all of them have.
 * Null when one is empty or none of them reaches that day.
 */
export function indexTo100(
  series: readonly SeriesFigures[],
): { readonly baseMs: number; readonly indexed: readonly SeriesFigures[] } | null {
  const firstDay = Math.max(...series.map(({ instantsMs }) => dayNumber(instantsMs[0] ?? Infinity)));
  if (!Number.isFinite(firstDay)) return null;
  const indexed: SeriesFigures[] = [];
  for (const { instantsMs, rates } of series) {
    const base = rates[instantsMs.findIndex((atMs) => dayNumber(atMs) >= firstDay)];
    if (base === undefined) return null;
    indexed.push({ instantsMs, rates: rates.map((rate) => (rate / base) * 100) });
  }
  return { baseMs: firstDay * DAY_MS, indexed };
}

/** The part of a series within two instants, both inclusive. */
export function seriesWithin(
  { instantsMs, rates }: SeriesFigures,
  fromMs: number,
  toMs: number,
): SeriesFigures {
  const start = firstIndexFrom(instantsMs, fromMs);
  const end = firstIndexFrom(instantsMs, toMs + 1);
  return { instantsMs: instantsMs.slice(start, end), rates: rates.slice(start, end) };
}

/** The index of the first instant that is not before `atMs`; the length when there is none. */
export function firstIndexFrom(instantsMs: readonly number[], atMs: number): number {
  let low = 0;
  let high = instantsMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((instantsMs[middle] ?? 0) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lastOfEachDay({ instantsMs, rates }: SeriesFigures, dayOf: DayNumber): readonly number[] {
  return rates.filter((_, index) => {
    const next = instantsMs[index + 1];
    return next === undefined || dayOf(next) !== dayOf(instantsMs[index] ?? 0);
  });
}

function percentileOfLast(rates: readonly number[]): number | null {
  const last = rates.at(-1);
  if (last === undefined || rates.every((rate) => rate === last)) return null;
  // Multiplied first: 57 / 100 * 100 is less than 57.
  return Math.floor((100 * rates.filter((rate) => rate < last).length) / (rates.length - 1));
}
