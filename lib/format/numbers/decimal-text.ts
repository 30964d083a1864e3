import { decimalFraction, multiplyFractions } from '#lib/domain/rates/decimal-fraction';

/*
 * Numbers written plainly: no exponent, no grouping, a point. What is rounded are the digits that a number is written with (its
 * shortest decimal form), half away from nought: 1.005 to two decimals is `1.01`. `Intl.NumberFormat` rounds some
 * figures twice (0.9999999999999994 to 15 digits is 1 there), and its first figure costs a slow telephone a tenth of a second.
 */

/** A finite number with exactly so many decimals: `17187.64`. */
export function decimalsText(value: number, decimals: number): string {
  const digits = stepsIn(value, decimals)
    .toString()
    .padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const whole = signOf(value) + digits.slice(0, point);
  return decimals === 0 ? whole : `${whole}.${digits.slice(point)}`;
}

/** A finite number with at most so many significant digits and no idle noughts behind the point: `0.000253559771039`. */
export function significantText(value: number, significant: number): string {
  const [, exponent = '0'] = value.toExponential().split('e');
  const decimals = significant - 1 - Number(exponent);
  if (decimals > 0) return decimalsText(value, decimals).replace(/\.?0+$/, '');
  return `${signOf(value)}${stepsIn(value, decimals)}${'0'.repeat(-decimals)}`;
}

function signOf(value: number): string {
  return value < 0 ? '-' : '';
}

/** How many steps of 10^-decimals a number is in size, rounded half up: 1.005 in steps of 0.01 is 101. */
function stepsIn(value: number, decimals: number): bigint {
  const size = decimalFraction(String(Math.abs(value)));
  const { numerator, denominator } = multiplyFractions(size, decimalFraction(`1e${decimals}`));
  return (2n * numerator + denominator) / (2n * denominator);
}
