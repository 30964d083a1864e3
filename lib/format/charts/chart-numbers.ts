import { rateParts } from '#lib/format/numbers/figures';
import { fixedText } from '#lib/format/numbers/number-text';
import type { ChangeText } from '#lib/format/rates/rates-change';

/** A movement in quote, to the decimals in which `rate` is read: `−0.0027`. */
export function rateMovement(change: number, rate: number): ChangeText {
  const size = fixedText(Math.abs(change), rateDecimals(rate));
  if (!/[1-9]/.test(size)) return { direction: 'flat', figure: size };
  return change > 0 ? { direction: 'up', figure: `+${size}` } : { direction: 'down', figure: `−${size}` };
}

/** A share in per cent without a sign: `7.1%`. */
export function percentText(percent: number): string {
  return `${fixedText(percent, 1)}%`;
}

/** Decimals within the first five significant digits of a rate, at least two: 1.1684 has 4, 159.83 has 2. */
function rateDecimals(rate: number): number {
  return rateParts(rate).strong.length - 1;
}

/** A rate rounded to five significant digits, at least two decimals: `1.1684`, `159.83`, `17,187.64`. */
export function shortRate(rate: number): string {
  return fixedText(rate, rateDecimals(rate));
}

/** An index that began at 100: `100.26`. */
export function indexText(index: number): string {
  return fixedText(index, 2);
}

const RANKS = new Intl.PluralRules('en', { type: 'ordinal' });
const RANK_ENDS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** A rank in words: `1st`, `2nd`, `13th`, `48th`. */
export function ordinal(rank: number): string {
  return `${rank}${RANK_ENDS[RANKS.select(rank)] ?? 'th'}`;
}
