import { plainDecimal } from '#lib/domain/rates/exact-number';
import type { Pair } from '#lib/domain/rates/pair';

/** Watches an account may have. */
export const WATCHES_MAX = 50;

/** What somebody waits for: one unit of base costs more or less than `threshold` units of quote. */
export interface WatchRule {
  readonly kind: 'above' | 'below';
  readonly threshold: number;
}

/** What a watch waits for. */
export interface WatchedPair extends Pair {
  readonly rule: WatchRule;
}

/** A pair that an account watches; instants are ISO texts in UTC. */
export interface PairWatch extends WatchedPair {
  readonly id: string;
  readonly createdAt: string;
  /** Whether it is so now: the next crossing comes only after it was not. */
  readonly isBeyond: boolean;
  /** The last crossing. */
  readonly crossed: Crossing | null;
}

/** A crossing: when it was noted, and the rate that crossed as `/v1/rates/pair` answers it. */
export interface Crossing {
  readonly at: string;
  /** One unit of base costs `rate` units of quote. */
  readonly rate: number;
  readonly source: string;
  readonly observedAt: string;
  /** The `X-Data-Version` of the answers that had it. */
  readonly version: string;
}

/** Whether a rate is what a rule waits for; one equal to the threshold is not. */
export function isBeyond({ kind, threshold }: WatchRule, rate: number): boolean {
  return kind === 'above' ? rate > threshold : rate < threshold;
}

/** What is waited for: `EUR/USD above 1.1`. */
export function watchText({ base, quote, rule }: WatchedPair, textOf = plainDecimal): string {
  return `${base}/${quote} ${rule.kind} ${textOf(rule.threshold)}`;
}

/** The figure that crossed: `1 EUR costs 1.1012 USD.` */
export function crossingText({ base, quote }: Pair, rate: number, textOf = plainDecimal): string {
  return `1 ${base} costs ${textOf(rate)} ${quote}.`;
}
