import type { Provenance } from '#lib/contract/responses';
import {
  type DecimalFraction,
  decimalFraction,
  multiplyFractions,
  roundedDecimal,
} from '#lib/domain/rates/decimal-fraction';

/** What of a rate's working counts in a sum: its published figures and whether each divides. */
export interface ConvertingFigures {
  readonly legs: readonly Pick<Provenance['legs'][number], 'figure' | 'inverted'>[];
}

/**
 * The result of another amount at the figures that the service gave, to the digit what the service itself would answer:
 * the amount times the product of the published figures over those that divide, rounded once, half-even, to 15 digits.
 * 7.5345 HRK at 1/7.5345 is exactly 1. `amount` is a plain decimal.
 */
export function convertExactly(amount: string, figures: ConvertingFigures): number {
  return times(amount, exactRate(figures));
}

/**
 * The amount that converts to `result` at the same figures, by the legs taken the other way, rounded once, half-even, to
 * 15 digits. 1 EUR of 1/7.5345 needs 7.5345 HRK.
 */
export function amountFor(result: string, figures: ConvertingFigures): number {
  const { numerator, denominator } = exactRate(figures);
  return times(result, { numerator: denominator, denominator: numerator });
}

/** An amount at a rate that is itself rounded to 15 digits, as those of GET /v1/rates: good for the 12 digits that are shown. */
export function convertAtRate(amount: string, rate: number): number {
  return convertExactly(amount, { legs: [{ figure: rate, inverted: false }] });
}

/** The unrounded rate of the same figures, in units of the quote per unit of the base. */
export function exactRate({ legs }: ConvertingFigures): DecimalFraction {
  let [numerator, denominator] = [1n, 1n];
  for (const { figure, inverted } of legs) {
    const leg = decimalFraction(String(figure));
    numerator *= inverted ? leg.denominator : leg.numerator;
    denominator *= inverted ? leg.numerator : leg.denominator;
  }
  return { numerator, denominator };
}

function times(amount: string, rate: DecimalFraction): number {
  return Number(roundedDecimal(multiplyFractions(decimalFraction(amount), rate)));
}
