import type { Pair } from '#lib/domain/rates/pair';
import { DEFAULT_CHOICE, findRate } from '#lib/domain/rates/rate-engine';
import { roundExact } from '#lib/domain/rates/exact-number';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';

/** What somebody waits for: one unit of base costs more or less than `threshold` units of quote. */
export interface WatchRule {
  readonly kind: 'above' | 'below';
  readonly threshold: number;
}

/** The rate of a pair as `/v1/rates/pair` answers it: one unit of base costs `rate` units of quote. */
export interface WatchedFigure {
  readonly rate: number;
  readonly source: string;
  readonly observedAt: Date;
  /** Of the snapshot. */
  readonly version: string;
}

/** The figure of a pair in a snapshot; null where there is none, and where it is stale. */
export function watchedFigure(snapshot: RateSnapshot, pair: Pair): WatchedFigure | null {
  const found = findRate(snapshot, pair, DEFAULT_CHOICE);
  if (!found.ok || found.value.stale) return null;
  const { rate, source, observedAt } = found.value;
  return { rate: roundExact(rate), source, observedAt, version: snapshot.version };
}

/** Whether a rate is what a rule waits for; one equal to the threshold is not. */
export function isBeyond({ kind, threshold }: WatchRule, rate: number): boolean {
  return kind === 'above' ? rate > threshold : rate < threshold;
}

/** What is waited for: `EUR/USD above 1.1`. */
export function watchText({ base, quote }: Pair, { kind, threshold }: WatchRule): string {
  return `${base}/${quote} ${kind} ${plainText(threshold)}`;
}

/** The figure that crossed: `1 EUR costs 1.1012 USD.` */
export function crossingText({ base, quote }: Pair, rate: number): string {
  return `1 ${base} costs ${plainText(rate)} ${quote}.`;
}

/** What a figure below 0.000001 has at most behind its point. */
const DECIMALS_MAX = 20;

/** Every digit, and no exponent. */
function plainText(figure: number): string {
  const text = String(figure);
  return text.includes('e-') ? figure.toFixed(DECIMALS_MAX).replace(/0+$/, '') : text;
}
