import type { Pair } from '#lib/domain/rates/pair';
import type { WatchReading, WatchRule } from './pair-watch.ts';
import { changePercentOf } from './range-figures.ts';

/** What is waited for, such as `EUR/USD above 1.1` or `EUR/USD moved by 2 % within 7 days`. */
export function watchText({ base, quote, rule }: Pair & { readonly rule: WatchRule }): string {
  return `${base}/${quote} ${ruleText(rule)}`;
}

/** The same without the pair. */
export function ruleText(rule: WatchRule): string {
  if (rule.kind !== 'moved') return `${rule.kind} ${plainText(rule.threshold)}`;
  const within = rule.days === 1 ? 'a day' : `${rule.days} days`;
  return `moved by ${plainText(rule.percent)} % within ${within}`;
}

/** The figure that crossed, such as `1 EUR costs 1.1012 USD, 2.1 % more than on 2026-11-20.` */
export function crossingText(
  { base, quote }: Pair,
  { rate, against }: { readonly rate: number; readonly against: WatchReading['against'] },
): string {
  const price = `1 ${base} costs ${plainText(rate)} ${quote}`;
  if (against === null) return `${price}.`;
  const percent = changePercentOf(against.rate, rate);
  const size = plainText(Number(Math.abs(percent).toPrecision(PERCENT_DIGITS)));
  return `${price}, ${size} % ${percent < 0 ? 'less' : 'more'} than on ${against.day}.`;
}

const PERCENT_DIGITS = 3;

/** What a figure below 0.000001 has at most behind its point. */
const DECIMALS_MAX = 20;

/** Every digit, and no exponent. */
function plainText(figure: number): string {
  const text = String(figure);
  return text.includes('e-') ? figure.toFixed(DECIMALS_MAX).replace(/0+$/, '') : text;
}
