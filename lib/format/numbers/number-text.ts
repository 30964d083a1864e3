import { currentLocale } from './current-locale.ts';
import { decimalsText } from './decimal-text.ts';
import type { NumberLocale } from './locale.ts';

const THREES = /\B(?=(\d{3})+$)/g;
const INDIAN = /\B(?=(\d{2})*\d{3}$)/g;

/** Writes a plain decimal such as `-1234.50` in the visitor's locale, digit for digit: no figure passes through a float. */
export function localNumber(plain: string, locale: NumberLocale = currentLocale()): string {
  const [whole = '', fraction] = plain.split('.');
  const grouped = groupWhole(whole, locale);
  return fraction === undefined ? grouped : `${grouped}${locale.decimal}${fraction}`;
}

/** Groups whole digits as the visitor's locale does: `1234567` is `1,234,567` or `12,34,567`. */
export function groupWhole(digits: string, locale: NumberLocale = currentLocale()): string {
  return digits.replace(locale.isIndian ? INDIAN : THREES, locale.group);
}

/** Reads what {@link localNumber} wrote back into a plain decimal; null for what is not of that form. */
export function plainNumber(text: string, locale: NumberLocale = currentLocale()): string | null {
  const [whole = '', fraction, ...more] = text.split(locale.decimal);
  const digits = whole.replaceAll(locale.group, '');
  if (more.length > 0 || !/^-?\d+$/.test(digits) || groupWhole(digits, locale) !== whole) return null;
  if (fraction === undefined) return digits;
  return /^\d*$/.test(fraction) ? `${digits}.${fraction}` : null;
}

/** A number with exactly so many decimals, rounded half away from nought: `17,187.64`. */
export function fixedText(value: number, decimals: number): string {
  return localNumber(decimalsText(value, decimals));
}

/** A whole number: `6,983`. */
export function wholeText(count: number): string {
  return fixedText(count, 0);
}

const NUMBERS = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A small number as a word within a sentence, `two`; a larger one in digits. */
export function numberWord(count: number): string {
  return NUMBERS[count] ?? String(count);
}
