import { Decimal } from 'decimal.js';
import { type PublishedFigure, quickQuotient } from './quick-quotient.ts';

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

/** Texts that a number holds unchanged: no more than 15 digits, point included. */
const SHORT_TEXT = /^(?=.{1,15}$)\d+(\.\d+)?$/v;

/**
 * An unrounded rate: one unit of base costs the product of the figures `over`, divided by that of the figures `under`, units
 * of quote. They are figures as published, so a cross rate stays exact until it is shown; no figure at all stands for 1.
 */
export interface ExactRate {
  readonly over: readonly PublishedFigure[];
  readonly under: readonly PublishedFigure[];
}

/** One unit of a currency is one unit of itself. */
export const IDENTITY_RATE: ExactRate = { over: [], under: [] };

/** A published figure in its own direction, or turned round: EUR/USD 1.1684 inverted is 1 / 1.1684 for USD/EUR. */
export function publishedRate(figure: PublishedFigure, inverted: boolean): ExactRate {
  const published = [typeof figure === 'string' && SHORT_TEXT.test(figure) ? Number(figure) : figure];
  return inverted ? { over: [], under: published } : { over: published, under: [] };
}

/** The rate of base to quote when `first` is base to pivot and `second` is pivot to quote. */
export function chainRates(first: ExactRate, second: ExactRate): ExactRate {
  return { over: [...first.over, ...second.over], under: [...first.under, ...second.under] };
}

/** The rate as a number: the exact quotient, rounded once, half-even, to 15 significant digits. */
export function roundRate({ over, under }: ExactRate): number {
  return quickQuotient(over, under) ?? exactQuotient(over, under);
}

/**
 * `amount` units of base in quote: amount times the unrounded rate, rounded once to 15 significant digits.
 * 7.5345 HRK at 1/7.53450 is exactly 1, which a product with the rounded inverse would miss.
 */
export function convertAmount(amount: number, { over, under }: ExactRate): number {
  return roundRate({ over: [...over, amount], under });
}

/** What {@link quickQuotient} gives, of any figures and in exact numbers: some twenty times slower. */
export function exactQuotient(over: readonly PublishedFigure[], under: readonly PublishedFigure[]): number {
  return new RoundedDecimal(productOf(over)).div(productOf(under)).toNumber();
}

/** The arithmetic mean of some rates: their exact sum divided by their number, rounded once, half-even, to 15 significant digits. */
export function averageRate(rates: readonly number[]): number {
  const sum = rates.reduce<Decimal>((total, rate) => total.add(rate), new ExactDecimal(0));
  return new RoundedDecimal(sum).div(rates.length).toNumber();
}

/** Significant digits of a decimal text, zeros at either end left out: `1000` has one, `0.00120` two. */
export function countSignificantDigits(text: string): number {
  return new ExactDecimal(text).precision();
}

function productOf(figures: readonly PublishedFigure[]): Decimal {
  return figures.reduce<Decimal>((product, figure) => product.mul(figure), new ExactDecimal(1));
}
