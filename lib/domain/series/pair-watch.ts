import type { IsoDay } from '#lib/domain/iso-day';
import type { Pair } from '#lib/domain/rates/pair';
import { DEFAULT_CHOICE, findRate } from '#lib/domain/rates/rate-engine';
import { roundExact } from '#lib/domain/rates/exact-number';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { changePercentOf } from './range-figures.ts';

/** What somebody waits for: one unit of base costs more or less than `threshold` units of quote, or that price moves. */
export type WatchRule =
  | { readonly kind: 'above' | 'below'; readonly threshold: number }
  /** By at least so many percent, up or down, against the rate of one of the last `days` days in UTC that are over. */
  | { readonly kind: 'moved'; readonly percent: number; readonly days: number };

/** The rate of a pair as `/v1/rates/pair` answers it: one unit of base costs `rate` units of quote. */
export interface WatchedFigure {
  readonly rate: number;
  readonly source: string;
  readonly observedAt: Date;
  /** Of the snapshot. */
  readonly version: string;
}

/** The rate of a UTC day that is over, in the direction of the pair. */
export interface PastFigure {
  readonly day: IsoDay;
  readonly rate: number;
}

/** Whether what was waited for is so; `against` is the day that a move is measured from, null where a threshold is. */
export interface WatchReading {
  readonly isBeyond: boolean;
  readonly against: PastFigure | null;
}

/** The figure of a pair in a snapshot; null where there is none, and where it is stale: an old figure is no news. */
export function watchedFigure(snapshot: RateSnapshot, pair: Pair): WatchedFigure | null {
  const found = findRate(snapshot, pair, DEFAULT_CHOICE);
  if (!found.ok || found.value.stale) return null;
  const { rate, source, observedAt } = found.value;
  return { rate: roundExact(rate), source, observedAt, version: snapshot.version };
}

/** Reads a rule; a move that lacks every figure to measure from is null, which is neither. */
export function readRule(rule: WatchRule, rate: number, past: readonly PastFigure[]): WatchReading | null {
  switch (rule.kind) {
    case 'above':
      return { isBeyond: rate > rule.threshold, against: null };
    case 'below':
      return { isBeyond: rate < rule.threshold, against: null };
    case 'moved': {
      const movedBy = (from: PastFigure) => Math.abs(changePercentOf(from.rate, rate));
      const [furthest] = past.toSorted((one, other) => movedBy(other) - movedBy(one));
      if (!furthest) return null;
      return { isBeyond: movedBy(furthest) >= rule.percent * (1 - ROUNDING), against: furthest };
    }
  }
}

/** 1.01 is 1 % above 1, which a quotient of two doubles may miss by its last digit. */
const ROUNDING = 1e-9;
