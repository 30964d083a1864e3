/*
 * Numbers written plainly: no exponent, no grouping, a point. What is rounded are the digits that a number is written with (its
 * shortest decimal form), half away from nought: 1.005 to two decimals is `1.01`. `Intl.NumberFormat` rounds some
 * figures twice (0.9999999999999994 to 15 digits is 1 there), and its first figure costs a slow telephone a tenth of a second.
 */

/** A finite number with exactly so many decimals: `17187.64`. */
export function decimalsText(value: number, decimals: number): string {
  const { sign, digits, point } = cut(value, { decimals });
  const whole = digits.slice(0, point);
  const fraction = digits.slice(point);
  return sign + whole + (decimals === 0 ? '' : `.${fraction.padEnd(decimals, '0')}`);
}

/** A finite number with at most so many significant digits and no idle noughts behind the point: `0.000253559771039`. */
export function significantText(value: number, significant: number): string {
  const { sign, digits, point } = cut(value, { significant });
  const fraction = digits.slice(point).replace(/0+$/, '');
  return sign + digits.slice(0, point) + (fraction === '' ? '' : `.${fraction}`);
}

/** Digits with the place of their point, which stands behind at least one of them. */
interface Written {
  readonly sign: string;
  readonly digits: string;
  readonly point: number;
}

function cut(value: number, rule: { readonly decimals: number } | { readonly significant: number }): Written {
  const { sign, digits, point } = shortest(value);
  const leadingNoughts = /^0*/.exec(digits)?.[0].length ?? 0;
  const kept = 'decimals' in rule ? point + rule.decimals : leadingNoughts + rule.significant;
  if (kept >= digits.length) return { sign, digits, point };
  const rounded = roundUp(digits.slice(0, kept), digits.charAt(kept) >= '5');
  const carried = rounded.length - kept;
  return { sign, digits: rounded.padEnd(point + carried, '0'), point: point + carried };
}

function shortest(value: number): Written {
  const [mantissa = '', exponent = '0'] = Math.abs(value).toString().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const point = whole.length + Number(exponent);
  const sign = value < 0 ? '-' : '';
  if (point <= 0) return { sign, digits: '0'.repeat(1 - point) + whole + fraction, point: 1 };
  return { sign, digits: (whole + fraction).padEnd(point, '0'), point };
}

/** Counts decimal digits one up, which may make them one longer: `199` is `200`, `99` is `100`, none is `1`. */
function roundUp(digits: string, isUp: boolean): string {
  if (!isUp) return digits;
  const nines = /9*$/.exec(digits)?.[0].length ?? 0;
  const head = digits.slice(0, digits.length - nines);
  const last = head === '' ? '1' : head.slice(0, -1) + String(Number(head.slice(-1)) + 1);
  return last + '0'.repeat(nines);
}
