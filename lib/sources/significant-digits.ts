import { Decimal } from 'decimal.js';

/**
 * Cuts float noise off a figure: `digits` significant digits, rounded half-even, as plain text without zeros at the end
 * of a fraction. 0.0058783575339999995 with 7 is `0.005878358`; a figure with fewer digits stays as it is.
 * `figure` is a decimal number; a text that is none gives `NaN`, which the validation refuses.
 */
export function toSignificantDigits(figure: number | string, digits: number): string {
  const value = decimalIn(figure);
  return value === null ? 'NaN' : value.toSignificantDigits(digits, Decimal.ROUND_HALF_EVEN).toFixed();
}

const FIGURE_FORM = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** The decimal constructor throws on other text. */
function decimalIn(figure: number | string): Decimal | null {
  const text = String(figure);
  return FIGURE_FORM.test(text) ? new Decimal(text) : null;
}
