import type { FiredWatch, WatchRow } from '#lib/contract/watches';
import { plainFigure } from '#lib/format/numbers/figures';
import { localNumber } from '#lib/format/numbers/number-text';

/** What is waited for, in the visitor's numbers: `above 1,000,000`. */
export function watchedFor({ rule }: Pick<WatchRow, 'rule'>): string {
  return `${rule.kind} ${wholeFigure(rule.threshold)}`;
}

/** The same with its pair: `BTC/USD above 1,000,000`. */
export function watchWords(watch: Pick<WatchRow, 'from' | 'to' | 'rule'>): string {
  return `${watch.from}/${watch.to} ${watchedFor(watch)}`;
}

/** The figure that crossed: `1 EUR costs 1.1012 USD.` */
export function crossingWords({ from, to, rate }: FiredWatch): string {
  return `1 ${from} costs ${wholeFigure(rate)} ${to}.`;
}

/** Whether the next crossing is told, or the rate must first go back. */
export function standingWords({ isBeyond, rule }: Pick<WatchRow, 'isBeyond' | 'rule'>): string {
  if (isBeyond === null) return 'no rate yet to compare';
  if (!isBeyond) return 'waiting';
  return `${rule.kind} now; told again after it has been ${rule.kind === 'above' ? 'below' : 'above'}`;
}

/** Every digit. */
function wholeFigure(figure: number): string {
  return localNumber(plainFigure(figure));
}
