import { collectFigures } from './collect-figures.ts';
import { createDocumentMemory } from './document-memory.ts';
import {
  BAD_LOW_HIGH_RULE,
  brokenFigureRule,
  brokenPairOnDayRule,
  figureRate,
  IMPOSSIBLE_INSTANT_RULE,
  isSoundHigh,
  isSoundLow,
  UNFINISHED_BAR_RULE,
} from './figure-rules.ts';
import { type IsoDay, startOfDay } from '#lib/domain/iso-day';
import type { SeriesRows } from './fixing-columns.ts';
import { observationsByPair } from './observations-by-pair.ts';
import type { Observation, PublishedBar, Rejection } from '#lib/domain/rates/observation';

/** What the validation knows beside a market's history. */
export interface BarValidationContext {
  /** The service's clock, for bars that have not ended. */
  readonly now: Date;
  /** The first day that the publisher has figures for. */
  readonly firstDay?: IsoDay;
}

/** One day of a market that passed the validation; `rate` is the day's last price, and `low` <= `rate` <= `high`. */
export interface BarObservation extends Observation {
  readonly low: number;
  readonly high: number;
  readonly day: IsoDay;
}

/** What was accepted, what was refused, and which lows and highs were put aside. */
export interface CheckedBars {
  readonly accepted: readonly BarObservation[];
  readonly rejected: readonly Rejection[];
  /** Lows and highs that cannot be their day's; their bars were accepted with the close in their place. */
  readonly corrected: readonly Rejection[];
}

/**
 * The validation of daily histories: checks the bars of **one document** before anything is stored. Never throws.
 * The close is the figure that is served. A low or high that is missing, malformed, on the wrong side of the close or
 * more than twentyfold away from it (exchanges print USDCUSDT at 10.11 and BUSDUSDT at 306.1) gives way to the close:
 * one bad print never costs a day. A bar that has not ended is refused. Identity is the pair and the day.
 */
export function checkBars(bars: readonly PublishedBar[], context: BarValidationContext): CheckedBars {
  const memory = createDocumentMemory<BarObservation>({ ...context, instantOf: startOfDay });
  const figures = collectFigures<PublishedBar, BarObservation>(describe);
  const corrected: Rejection[] = [];
  for (const bar of bars) {
    const known = memory.day(bar.day);
    const pair = memory.pair(bar.base, bar.quote);
    const rate = figureRate(bar.rate);
    const { day } = known;
    const broken = brokenFigureRule(rate, bar.rate) ?? pair.brokenRule ?? known.brokenRule;
    if (broken !== null || day === null) {
      figures.refuse(broken ?? IMPOSSIBLE_INSTANT_RULE, bar);
      continue;
    }
    const untimely = brokenPairOnDayRule(pair, day) ?? brokenEndRule(bar, context.now);
    if (untimely !== null) {
      figures.refuse(untimely, bar);
      continue;
    }
    const low = soundOr(bar, bar.low, rate, isSoundLow, corrected);
    const high = soundOr(bar, bar.high, rate, isSoundHigh, corrected);
    const { base, quote, observedAt } = bar;
    figures.keep(known.kept, pair.ordinal, { base, quote, rate, low, high, day, observedAt }, bar);
  }
  return { ...figures.result(), corrected };
}

function brokenEndRule({ observedAt, isOpen = false }: PublishedBar, now: Date): string | null {
  if (Number.isNaN(observedAt.getTime())) return IMPOSSIBLE_INSTANT_RULE;
  return isOpen || observedAt > now ? UNFINISHED_BAR_RULE : null;
}

/** A low or high as a number, or the close where it is missing or unsound. */
function soundOr(
  bar: PublishedBar,
  figure: string | null,
  close: number,
  isSound: (price: number, close: number) => boolean,
  corrected: Rejection[],
): number {
  if (figure === null) return close;
  const price = figureRate(figure);
  if (brokenFigureRule(price, figure) === null && isSound(price, close)) return price;
  corrected.push({ rule: BAD_LOW_HIGH_RULE, detail: describe(bar, figure) });
  return close;
}

function describe({ day, base, quote }: PublishedBar, figure: string): string {
  return `${day} ${base}/${quote} "${figure}"`;
}

/** The bars of one document as a series a pair, each with its row numbers. */
export function* barRows(bars: readonly BarObservation[]): Generator<SeriesRows> {
  const rowOf = new Map(bars.map((bar, row) => [bar, row]));
  for (const series of observationsByPair(bars)) {
    yield { rows: Uint32Array.from(series, (bar) => rowOf.get(bar) ?? -1), observations: series };
  }
}
