/**
 * A number as the sum of two doubles, `low` at most half a unit in the last place of `high`: about 106 bits. Bounds below
 * are relative, with u = 2^-53, and hold while every part lies between 1e-200 and 1e200 in size or is 0, so that nothing
 * overflows or underflows.
 */
export interface DoubleDouble {
  readonly high: number;
  readonly low: number;
}

/** 2^27 + 1: cuts a double into two halves of at most 26 bits, whose products are exact. */
const SPLITTER = 134_217_729;

/** The product of two doubles, exactly (Dekker 1971): the low part is what rounding cut off the high one. */
export function exactProduct(one: number, other: number): DoubleDouble {
  const high = one * other;
  const oneScaled = SPLITTER * one;
  const oneTop = oneScaled - (oneScaled - one);
  const oneRest = one - oneTop;
  const otherScaled = SPLITTER * other;
  const otherTop = otherScaled - (otherScaled - other);
  const otherRest = other - otherTop;
  const low = oneRest * otherRest - (high - oneTop * otherTop - oneRest * otherTop - oneTop * otherRest);
  return { high, low };
}

/**
 * The product, off by at most 9 u^2: the first product is exact; each cross product rounds by u^2, their sum (2 u at most)
 * by 2 u^2, the sum with the low part (3 u) by 3 u^2, and `low * low`, u^2 at most, is left out. 8 u^2, and terms of u^3.
 */
export function multiply(one: DoubleDouble, other: DoubleDouble): DoubleDouble {
  const { high, low } = exactProduct(one.high, other.high);
  return joined(high, low + (one.high * other.low + one.low * other.high));
}

/**
 * The quotient, off by at most 13 u^2. The first digits are those of the high parts; what they leave of the numerator's
 * high part is exact. Taking both low parts into account rounds that rest, 3 u at most, by 2 u^2, u^2 and 3 u^2; dividing it
 * by the high part alone, rounded, adds 3 u^2 twice. 12 u^2, and terms of u^3.
 */
export function divide(numerator: DoubleDouble, denominator: DoubleDouble): DoubleDouble {
  const quotient = numerator.high / denominator.high;
  const { high, low } = exactProduct(quotient, denominator.high);
  const rest = numerator.high - high - low + numerator.low - quotient * denominator.low;
  return joined(quotient, rest / denominator.high);
}

/** The sum of a large and a small part, exactly. */
function joined(large: number, small: number): DoubleDouble {
  const high = large + small;
  return { high, low: small - (high - large) };
}
