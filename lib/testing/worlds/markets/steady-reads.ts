import { setTimeout } from 'node:timers/promises';
import { MINUTE_MS } from '#lib/domain/durations';
import type { Store } from '#lib/store/store';
import { barOf, type MarketSpan } from '#lib/testing/builders/made-up-market';
import { MARKET } from '#lib/testing/builders/store-suite-builders';
import { coinOf } from './filled-market.ts';

/** What is read: so many markets, within a span of whole minutes. */
export interface ReadPlan {
  readonly markets: number;
  readonly span: MarketSpan;
}

/** What was read; times from when a read was due until it was there. */
export interface SteadyReads {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The first history that was not the market's, as a sentence; null where there was none. */
  readonly wrong: string | null;
}

const PERIOD_MS = 20;

/** A history as `/v1/historical` reads it unless told how long. */
const POINTS = 1000;

/**
 * Reads histories of minutes, fifty a second, until told to stop, and compares each with the market. A read that had to wait
 * counts from when it was due, and those behind it too.
 */
export async function readSteadily(
  store: Pick<Store, 'readTickSeries'>,
  plan: ReadPlan,
  signal: AbortSignal,
): Promise<SteadyReads> {
  const latenciesMs: number[] = [];
  let wrong: string | null = null;
  const read = async (place: number, dueMs: number) => {
    const market = place % plan.markets;
    const span = windowOf(plan.span, place);
    const { instantsMs, rates } = await store.readTickSeries({
      source: MARKET,
      base: coinOf(market),
      quote: 'USD',
      tier: 'minute',
      fromMs: span.fromMs,
      toMs: span.endMs - 1,
      limit: POINTS,
    });
    latenciesMs.push(performance.now() - dueMs);
    wrong ??= differenceOf(market, span, { instantsMs, rates });
  };
  const reads: Promise<void>[] = [];
  const startMs = performance.now();
  while (!signal.aborted) {
    const dueMs = startMs + reads.length * PERIOD_MS;
    await setTimeout(Math.max(0, dueMs - performance.now()));
    reads.push(read(reads.length, dueMs));
  }
  await Promise.all(reads);
  const atPart = (part: number) => quantile(latenciesMs, part);
  return { count: latenciesMs.length, p50Ms: atPart(0.5), p99Ms: atPart(0.99), wrong };
}

/** The value that so large a part of the values is not above; 0 of none. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
}

/** Windows that begin all over the span, the last ones up to its end. */
function windowOf({ fromMs, endMs }: MarketSpan, place: number): MarketSpan {
  const lengthMs = POINTS * MINUTE_MS;
  const room = (endMs - fromMs - lengthMs) / MINUTE_MS;
  const startMs = fromMs + ((place * 7919) % (room + 1)) * MINUTE_MS;
  return { fromMs: startMs, endMs: startMs + lengthMs };
}

function differenceOf(
  market: number,
  { fromMs, endMs }: MarketSpan,
  { instantsMs, rates }: { readonly instantsMs: readonly number[]; readonly rates: readonly number[] },
): string | null {
  let place = 0;
  for (let minuteMs = fromMs; minuteMs < endMs; minuteMs += MINUTE_MS) {
    const bar = barOf(market, { fromMs: minuteMs, endMs: minuteMs + MINUTE_MS });
    if (!bar) continue;
    if (instantsMs[place] !== bar.at || rates[place] !== bar.rate) {
      return `market ${market} showed ${rates[place]} at ${instantsMs[place]} where it had ${bar.rate} at ${bar.at}`;
    }
    place += 1;
  }
  return place === rates.length ? null : `market ${market} showed ${rates.length} minutes of ${place}`;
}
