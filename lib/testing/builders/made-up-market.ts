import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/durations';

/** One quote: one unit of the coin in US dollars. */
export interface MarketTick {
  readonly atMs: number;
  readonly rate: number;
}

/** What the quotes of a minute, an hour or a day show; instants are epoch milliseconds. */
export interface MarketBar {
  readonly ts: number;
  /** The last quote's instant and rate. */
  readonly at: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

/** From the beginning of its first minute up to its end, which is no part of it; epoch milliseconds, UTC. */
export interface MarketSpan {
  readonly fromMs: number;
  readonly endMs: number;
}

/** The lengths of the bars that are stored. */
export const BAR_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS } as const;

/** A quote every 20 s, of which a minute has at most three. */
const QUOTE_MS = 20_000;
const QUOTES_A_MINUTE = 3;

/** How long after the full minute the first one comes. */
const FIRST_QUOTE_MS = 7000;

/** Of so many minutes one is without a quote. */
const MINUTES_A_GAP = 16;

/** The hour of each day in which no market trades, UTC. */
const HOUR_OF_REST = 3;

/**
 * Quotes that a market of a number had in the minute that begins at an instant: none to three, the same at every call, each
 * different from the one before, so that each counts.
 */
export function ticksOfMinute(market: number, minuteMs: number): readonly MarketTick[] {
  const minute = minuteMs / MINUTE_MS;
  if ((minute * 31 + market * 17) % MINUTES_A_GAP === 0) return [];
  if (Math.floor(minuteMs / HOUR_MS) % 24 === HOUR_OF_REST) return [];
  const count = 1 + ((minute + market) % QUOTES_A_MINUTE);
  return Array.from({ length: count }, (_, place) => ({
    atMs: minuteMs + FIRST_QUOTE_MS + place * QUOTE_MS,
    // 7919 and 9973 are primes, so neighbours differ.
    rate: 100 + market + (((minute * QUOTES_A_MINUTE + place) * 7919) % 9973) / 1000,
  }));
}

/** The bar of all quotes of a span that is one bucket long; null where there are none. */
export function barOf(market: number, { fromMs, endMs }: MarketSpan): MarketBar | null {
  const ticks: MarketTick[] = [];
  for (let minuteMs = fromMs; minuteMs < endMs; minuteMs += MINUTE_MS) {
    ticks.push(...ticksOfMinute(market, minuteMs));
  }
  const last = ticks.at(-1);
  if (!last) return null;
  const rates = ticks.map(({ rate }) => rate);
  const extremes = { low: Math.min(...rates), high: Math.max(...rates) };
  return { ts: fromMs, at: last.atMs, rate: last.rate, ...extremes, n: ticks.length };
}

/** All bars of a market of one length, each from every quote of its time, oldest first. */
export function barsOf(
  market: number,
  { fromMs, endMs }: MarketSpan,
  lengthMs: number,
): readonly MarketBar[] {
  const count = (endMs - fromMs) / lengthMs;
  return Array.from({ length: count }, (_, place) => fromMs + place * lengthMs).flatMap((startMs) => {
    const bar = barOf(market, { fromMs: startMs, endMs: startMs + lengthMs });
    return bar ? [bar] : [];
  });
}
