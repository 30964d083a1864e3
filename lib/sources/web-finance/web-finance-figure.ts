import { toSignificantDigits } from '#lib/sources/significant-digits';

/** More digits are noise: prices are 32-bit floats, which carry 7.2 digits, printed as doubles. */
const DIGITS_MAX = 7;
/** Fewer would cut real digits off prices far below 1: with a hint of 4, 0.0058783 would keep four. */
const DIGITS_MIN = 6;
const DECIMALS_BEYOND_HINT = 2;

/**
 * A price as text without its float noise: 1.1220825910568237 with the hint 4 is `1.122083`. `priceHint` is the number
 * of decimals that the publisher itself shows; spark documents have none.
 */
export function webFinanceFigure(price: number, priceHint: number | undefined): string {
  return toSignificantDigits(price, priceHint === undefined ? DIGITS_MAX : digitsFor(price, priceHint));
}

function digitsFor(price: number, priceHint: number): number {
  const digitsBeforePoint = Math.floor(Math.log10(Math.abs(price))) + 1;
  const digits = priceHint + DECIMALS_BEYOND_HINT + digitsBeforePoint;
  // Of 0 the logarithm is infinite; the validation refuses that figure anyway.
  return Number.isFinite(digits) ? Math.min(DIGITS_MAX, Math.max(DIGITS_MIN, digits)) : DIGITS_MAX;
}
