import { roundedText, exactNumber } from '#lib/domain/rates/exact-number';

const FIGURE_FORM = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Cuts float noise off a figure: `digits` significant digits, rounded half-even, as plain text without zeros at the end
 * of a fraction. 0.0058783575339999995 with 7 is `0.005878358`; a figure with fewer digits stays as it is.
 * `figure` is a decimal number; a text that is none gives `NaN`, which the validation refuses.
 */
export function toSignificantDigits(figure: number | string, digits: number): string {
  const text = String(figure);
  return FIGURE_FORM.test(text) ? roundedText(exactNumber(text), digits) : 'NaN';
}
