import { currentLocale } from './current-locale.ts';
import { decimalsText, significantText } from './decimal-text.ts';
import { groupWhole } from './number-text.ts';

/** Most significant digits shown, but never fewer than the integer part has; a copy gives all fifteen. */
const SHOWN_DIGITS = 12;

/** Significant digits of a rate that are set strong. */
const STRONG_RATE_DIGITS = 5;

/** A rate shows at least this many decimals. */
const RATE_DECIMALS_MIN = 2;

/** Minor units of currencies that have none of their own, for display: metals, units of account. */
const FALLBACK_MINOR_UNITS = 2;

/** A figure cut in three so that decimal points align and further digits can be muted: 144.23898 is 144, .23, 898. */
export interface FigureParts {
  /** Grouped in the visitor's locale. */
  readonly integer: string;
  /** With its decimal mark; empty when nothing strong follows it. */
  readonly strong: string;
  /** With the mark when `strong` is empty. */
  readonly muted: string;
}

/** All the digits that the service gives. */
export const ALL_DIGITS = 15;

/** An amount as money is paid: rounded half-up to its minor units; what is less than one of them to two significant digits. */
export function amountParts(amount: number, minorUnits: number | null): FigureParts {
  const units = minorUnits ?? FALLBACK_MINOR_UNITS;
  const places = Math.min(placesOf(amount, units), Math.max(0, ALL_DIGITS - wholeDigits(amount)));
  const [integer = '0', fraction = ''] = decimalsText(amount, places).split('.');
  return withFraction(integer, fraction, '');
}

/** An amount with all the digits that the service gives, at least its minor units as long as they are known. */
export function exactAmountParts(amount: number, minorUnits: number | null): FigureParts {
  const [integer, fraction] = splitAtPoint(amount, ALL_DIGITS);
  const known = Math.min(minorUnits ?? FALLBACK_MINOR_UNITS, ALL_DIGITS - integer.length);
  return withFraction(integer, fraction.padEnd(known, '0'), '');
}

function placesOf(amount: number, units: number): number {
  if (amount === 0 || amount >= 10 ** -units) return units;
  return 1 - Math.floor(Math.log10(amount));
}

function wholeDigits(amount: number): number {
  return amount < 1 ? 1 : Math.floor(Math.log10(amount)) + 1;
}

/**
 * A rate: its first five significant digits strong, never fewer than two decimals, the rest muted. Zeros fill the five, so that
 * a pair has as many decimals wherever it stands on a page: 1.15 is `1.1500` beside `1.1631`.
 */
export function rateParts(rate: number, digits = SHOWN_DIGITS): FigureParts {
  const [integer, fraction] = splitAtPoint(rate, digits);
  const integerDigits = integer === '0' ? 0 : integer.length;
  const leadingZeros = integerDigits === 0 ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const strong = Math.max(RATE_DECIMALS_MIN, leadingZeros + STRONG_RATE_DIGITS - integerDigits);
  return withFraction(integer, fraction.slice(0, strong).padEnd(strong, '0'), fraction.slice(strong));
}

/** All digits that the service gave, plain and with a point, as a copy takes them: 0.0000001, never 1e-7. */
export function plainFigure(figure: number): string {
  return significantText(figure, ALL_DIGITS);
}

/** Every digit of a figure with nothing muted, for the lines of a working: 1.17 is `1` and `.17`. */
export function wholeParts(figure: number): FigureParts {
  const [integer = '0', fraction = ''] = plainFigure(figure).split('.');
  return withFraction(integer, fraction, '');
}

/** The whole figure as one text, for names and titles. */
export function figureText({ integer, strong, muted }: FigureParts): string {
  return integer + strong + muted;
}

/** Characters right of the integer in the longest of some figures, the point included: the room that a column of them needs. */
export function fractionCharsOf(figures: readonly (FigureParts | null)[]): number {
  const lengths = figures.map((parts) => (parts ? parts.strong.length + parts.muted.length : 0));
  return Math.max(FALLBACK_MINOR_UNITS + 1, ...lengths);
}

function splitAtPoint(figure: number, digits: number): readonly [string, string] {
  const text = figure >= 10 ** digits ? decimalsText(figure, 0) : significantText(figure, digits);
  const [integer = '0', fraction = ''] = text.split('.');
  return [integer, fraction];
}

function withFraction(whole: string, strong: string, muted: string): FigureParts {
  const locale = currentLocale();
  const integer = groupWhole(whole, locale);
  if (strong !== '') return { integer, strong: locale.decimal + strong, muted };
  return { integer, strong: '', muted: muted === '' ? '' : locale.decimal + muted };
}
