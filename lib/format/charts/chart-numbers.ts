import { rateParts } from '#lib/format/numbers/figures';
import { fixedText } from '#lib/format/numbers/number-text';

const MINUS = '−';

/** Where a movement goes; `flat` when it rounds to nought. */
type Direction = 'up' | 'down' | 'flat';

/** A movement for people: its sign is part of the text, its arrow and colour follow from the direction. */
interface Movement {
  readonly direction: Direction;
  readonly text: string;
}

/** Decimals of a percentage that stands for a movement. */
const PERCENT_DECIMALS = 2;

/** A movement in per cent with a true minus: `+0.26%`, `−5.60%`, `0.00%`. */
export function percentMovement(percent: number): Movement {
  return signed(percent, PERCENT_DECIMALS, '%');
}

/** A movement in quote, to the decimals in which `rate` is read: `−0.0027`. */
export function rateMovement(change: number, rate: number): Movement {
  return signed(change, rateDecimals(rate), '');
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

function signed(value: number, decimals: number, unit: string): Movement {
  const size = fixedText(Math.abs(value), decimals);
  if (!/[1-9]/.test(size)) return { direction: 'flat', text: size + unit };
  return value > 0
    ? { direction: 'up', text: `+${size}${unit}` }
    : { direction: 'down', text: `${MINUS}${size}${unit}` };
}
