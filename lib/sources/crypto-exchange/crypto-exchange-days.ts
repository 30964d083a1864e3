import { DAY_MS, isoDayOf, startOfDay } from '#lib/domain/iso-day';

import type { ExchangeDay } from './crypto-exchange-dialect.ts';

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
}

/**
 * The UTC days of a market from candles of any length, in time order. Candles that end after `until` are unfinished
 * and left out, as are candles without a trade, whose price is only repeated. A longer candle than a day gives the day
 * of its end, without low and high, which are not that day's. Shorter candles give a day only when they reach its end,
 * and its low and high only when they also begin with it.
 */
export function daysOfCandles(
  candles: readonly Candle[],
  stepMs: number,
  until: Date,
): readonly ExchangeDay[] {
  const sorted = candles.toSorted((one, other) => one.openAtMs - other.openAtMs);
  if (stepMs < DAY_MS) return daysOfShortCandles(sorted, until);
  return sorted
    .filter((candle) => candle.trades > 0 && candle.lastAtMs <= until.getTime())
    .map(({ close, low, high, lastAtMs }) => {
      const observedAt = new Date(lastAtMs);
      const isOneDay = stepMs === DAY_MS;
      return {
        day: isoDayOf(observedAt),
        rate: close,
        low: isOneDay ? low : null,
        high: isOneDay ? high : null,
        observedAt,
      };
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

function daysOfShortCandles(sorted: readonly Candle[], until: Date): readonly ExchangeDay[] {
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
    if (last === undefined || !isEndKnown || endMs - 1 > until.getTime()) continue;
    days.push({
      day,
      rate: last.close,
      low: isStartKnown ? extreme(traded, 'low') : null,
      high: isStartKnown ? extreme(traded, 'high') : null,
      observedAt: new Date(last.lastAtMs),
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
