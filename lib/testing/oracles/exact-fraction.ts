/**
 * The judge of the arithmetic: fractions of whole numbers without any limit, written without the library that the product
 * uses. Slow and obviously right.
 */
export interface ExactFraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The decimal that a number prints as, exactly: 1.1684 is 11684 / 10000. */
export function fractionOf(figure: number): ExactFraction {
  const [mantissa = '', exponent = '0'] = String(figure).split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const places = decimals.length - Number(exponent);
  const digits = BigInt(whole + decimals);
  return places >= 0
    ? { numerator: digits, denominator: 10n ** BigInt(places) }
    : { numerator: digits * 10n ** BigInt(-places), denominator: 1n };
}

const ONE: ExactFraction = { numerator: 1n, denominator: 1n };

/** The product of any number of fractions; of none it is 1. */
export function timesFractions(...factors: readonly ExactFraction[]): ExactFraction {
  return factors.reduce(
    (one, other) => ({
      numerator: one.numerator * other.numerator,
      denominator: one.denominator * other.denominator,
    }),
    ONE,
  );
}

/** The sum. */
export function plusFraction(one: ExactFraction, other: ExactFraction): ExactFraction {
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  };
}

/** 1 over it. */
export function invertFraction({ numerator, denominator }: ExactFraction): ExactFraction {
  return { numerator: denominator, denominator: numerator };
}

/** The nearest decimal of `digits` significant digits, ties to the even digit; 0 stays 0. */
export function roundFraction({ numerator, denominator }: ExactFraction, digits: number): number {
  if (numerator === 0n) return 0;
  let places = digits - 1 - (String(numerator).length - String(denominator).length);
  const scaled = () =>
    places >= 0
      ? { over: numerator * 10n ** BigInt(places), under: denominator }
      : { over: numerator, under: denominator * 10n ** BigInt(-places) };
  // The lengths tell the size of the quotient to within one digit.
  if (scaled().over / scaled().under < 10n ** BigInt(digits - 1)) places += 1;
  const { over, under } = scaled();
  const quotient = over / under;
  const twiceRest = 2n * (over % under);
  const isUp = twiceRest > under || (twiceRest === under && quotient % 2n === 1n);
  return Number(`${isUp ? quotient + 1n : quotient}e${-places}`);
}

/** How far a fraction is from 1, as a number good to a few digits: for tolerances such as 1e-14. */
export function distanceFromOne({ numerator, denominator }: ExactFraction): number {
  const difference = numerator > denominator ? numerator - denominator : denominator - numerator;
  return Number((difference * 10n ** 30n) / denominator) / 1e30;
}

/** The rate that figures make, in order from base to quote: each multiplies, or divides where it is inverted. */
export function rateOfLegs(
  legs: readonly { readonly figure: number; readonly inverted: boolean }[],
): ExactFraction {
  return timesFractions(
    ...legs.map(({ figure, inverted }) =>
      inverted ? invertFraction(fractionOf(figure)) : fractionOf(figure),
    ),
  );
}
