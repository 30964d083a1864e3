import type { FiredWatch, WatchRow } from '#lib/contract/watches';
import { changePercentOf } from '#lib/domain/series/range-figures';
import { dayText } from '#lib/format/instants';
import { plainFigure } from '#lib/format/numbers/figures';
import { fixedText, localNumber } from '#lib/format/numbers/number-text';

/** What is waited for, in the visitor's numbers: `above 1,000,000` or `moved by 2.5% within 7 days`. */
export function watchedFor({ rule }: Pick<WatchRow, 'rule'>): string {
  if (rule.kind !== 'moved') return `${rule.kind} ${wholeFigure(rule.threshold)}`;
  const within = rule.days === 1 ? 'a day' : `${rule.days} days`;
  return `moved by ${wholeFigure(rule.percent)}% within ${within}`;
}

/** The same with its pair: `BTC/USD above 1,000,000`. */
export function watchWords(watch: Pick<WatchRow, 'from' | 'to' | 'rule'>): string {
  return `${watch.from}/${watch.to} ${watchedFor(watch)}`;
}

/** The figure that crossed: `1 EUR costs 1.1012 USD, 2.10% more than on 20 Nov 2026.` */
export function crossingWords({ from, to, rate, against }: FiredWatch): string {
  const price = `1 ${from} costs ${wholeFigure(rate)} ${to}`;
  if (against === null) return `${price}.`;
  const percent = changePercentOf(against.rate, rate);
  const size = fixedText(Math.abs(percent), 2);
  return `${price}, ${size}% ${percent < 0 ? 'less' : 'more'} than on ${dayText(new Date(against.day))}.`;
}

/** Whether the next crossing is told, or the rate must first go back. */
export function standingWords({ isBeyond, rule }: Pick<WatchRow, 'isBeyond' | 'rule'>): string {
  if (isBeyond === null) return 'no rate yet to compare';
  if (!isBeyond) return 'waiting';
  return rule.kind === 'moved' ? 'moved; told again after it calms down' : TOLD_AGAIN[rule.kind];
}

const TOLD_AGAIN = {
  above: 'above now; told again after it has been below',
  below: 'below now; told again after it has been above',
} as const;

/** Every digit. */
function wholeFigure(figure: number): string {
  return localNumber(plainFigure(figure));
}
