/**
 * A fraction of whole numbers without any limit: what decimals, their sums and their quotients are, exactly. Needs no
 * library, so that pages can compute with it.
 */
export interface DecimalFraction {
  readonly numerator: bigint;
  /** Never 0; always positive. */
  readonly denominator: bigint;
}

/** As the service: 15 significant digits, the most that a JSON number carries unchanged. */
const SIGNIFICANT_DIGITS = 15;

/** Reads a plain decimal and what a number prints, `1200.5` and `1e-7`, exactly. Anything else is a bug and throws. */
export function decimalFraction(decimal: string): DecimalFraction {
  const [mantissa = '0', exponent = '0'] = decimal.split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0
    ? { numerator: digits, denominator: 10n ** BigInt(places) }
    : { numerator: digits * 10n ** BigInt(-places), denominator: 1n };
}

/** The product. */
export function multiplyFractions(one: DecimalFraction, other: DecimalFraction): DecimalFraction {
  return {
    numerator: one.numerator * other.numerator,
    denominator: one.denominator * other.denominator,
  };
}

/** The quotient; null where the divisor is 0. */
export function divideFractions(one: DecimalFraction, divisor: DecimalFraction): DecimalFraction | null {
  if (divisor.numerator === 0n) return null;
  const sign = divisor.numerator < 0n ? -1n : 1n;
  return {
    numerator: one.numerator * divisor.denominator * sign,
    denominator: one.denominator * divisor.numerator * sign,
  };
}

/** The sum. */
export function addFractions(one: DecimalFraction, other: DecimalFraction): DecimalFraction {
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  };
}

/** The same fraction with the other sign. */
export function negateFraction({ numerator, denominator }: DecimalFraction): DecimalFraction {
  return { numerator: -numerator, denominator };
}

/** Whether two fractions are the same number, however they are written. */
export function areEqualFractions(one: DecimalFraction, other: DecimalFraction): boolean {
  return one.numerator * other.denominator === other.numerator * one.denominator;
}

/** The nearest decimal of 15 significant digits, half-even, as `digits` times ten to the `exponent`: 1/3 is 333333333333333e-15. */
export function roundedDecimal({ numerator, denominator }: DecimalFraction): string {
  if (numerator === 0n) return '0e0';
  const sign = numerator < 0n ? '-' : '';
  const size = numerator < 0n ? -numerator : numerator;
  // The quotient has this many digits before its point, or one more.
  const magnitude = size.toString().length - denominator.toString().length;
  let shift = SIGNIFICANT_DIGITS - magnitude;
  let [scaled, divisor] = shifted(size, denominator, shift);
  if (scaled / divisor >= 10n ** BigInt(SIGNIFICANT_DIGITS)) {
    shift -= 1;
    [scaled, divisor] = shifted(size, denominator, shift);
  }
  const quotient = scaled / divisor;
  const twiceRest = (scaled % divisor) * 2n;
  const isUp = twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n);
  return `${sign}${isUp ? quotient + 1n : quotient}e${-shift}`;
}

function shifted(numerator: bigint, denominator: bigint, shift: number): readonly [bigint, bigint] {
  return shift >= 0
    ? [numerator * 10n ** BigInt(shift), denominator]
    : [numerator, denominator * 10n ** BigInt(-shift)];
}
