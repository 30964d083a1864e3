import { Decimal } from 'decimal.js';

/**
 * Significant digits of every computed figure. A double holds any decimal of 15 digits and gives it back unchanged;
 * with 16 some are altered (9007199254740993 is read as ...992), so 15 is the most a JSON number carries safely.
 */
export const SIGNIFICANT_DIGITS = 15;

/**
 * Products of published figures are exact: a cross through two pivots with an amount multiplies four figures of at most
 * 15 digits a side, 60 digits; 200 leaves room for pegs in between. Nothing is rounded at this precision.
 */
const ExactDecimal = Decimal.clone({ defaults: true, precision: 200, rounding: Decimal.ROUND_HALF_EVEN });

/** Division at this precision is rounded once, from the exact quotient: decimal.js looks at the remainder. */
const RoundedDecimal = Decimal.clone({
  defaults: true,
  precision: SIGNIFICANT_DIGITS,
  rounding: Decimal.ROUND_HALF_EVEN,
});

/**
 * An unrounded rate: one unit of base costs `numerator / denominator` units of quote. Both are products of figures as
 * published, so a cross rate stays exact until it is shown.
 */
export interface ExactRate {
  readonly numerator: Decimal;
  readonly denominator: Decimal;
}

/** A published figure in its own direction, or turned round: EUR/USD 1.1684 inverted is 1 / 1.1684 for USD/EUR. */
export function publishedRate(figure: number | string, inverted: boolean): ExactRate {
  const published = new ExactDecimal(figure);
  const one = new ExactDecimal(1);
  return inverted ? { numerator: one, denominator: published } : { numerator: published, denominator: one };
}

/** The rate of base to quote when `first` is base to pivot and `second` is pivot to quote. */
export function chainRates(first: ExactRate, second: ExactRate): ExactRate {
  return {
    numerator: first.numerator.mul(second.numerator),
    denominator: first.denominator.mul(second.denominator),
  };
}

/** One unit of a currency is one unit of itself. */
export const IDENTITY_RATE: ExactRate = publishedRate(1, false);

/** The rate as a number: the exact quotient, rounded once, half-even, to 15 significant digits. */
export function roundRate(rate: ExactRate): number {
  return divideOnce(rate.numerator, rate.denominator);
}

/**
 * `amount` units of base in quote: amount times the unrounded rate, rounded once to 15 significant digits.
 * 7.5345 HRK at 1/7.53450 is exactly 1, which a product with the rounded inverse would miss.
 */
export function convertAmount(amount: number, rate: ExactRate): number {
  return divideOnce(rate.numerator.mul(amount), rate.denominator);
}

/** Significant digits of a decimal text, zeros at either end left out: `1000` has one, `0.00120` two. */
export function countSignificantDigits(text: string): number {
  return new ExactDecimal(text).precision();
}

function divideOnce(numerator: Decimal, denominator: Decimal): number {
  return new RoundedDecimal(numerator).div(denominator).toNumber();
}
