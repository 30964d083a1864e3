import { exactNumber, halfUpText, withoutIdleZeros } from '#lib/domain/rates/exact-number';

/*
 * Numbers written plainly: no exponent, no grouping, a point. What is rounded are the digits that a number is written with (its
 * shortest decimal form), half away from nought: 1.005 to two decimals is `1.01`. `Intl.NumberFormat` rounds some
 * figures twice (0.9999999999999994 to 15 digits is 1 there), and its first figure costs a slow telephone a tenth of a second.
 */

/** A finite number with exactly so many decimals: `17187.64`. */
export function decimalsText(value: number, decimals: number): string {
  return halfUpText(exactNumber(value), decimals);
}

/** A finite number with at most so many significant digits and no idle noughts behind the point: `0.000253559771039`. */
export function significantText(value: number, significant: number): string {
  const [, exponent = '0'] = value.toExponential().split('e');
  return withoutIdleZeros(decimalsText(value, significant - 1 - Number(exponent)));
}
