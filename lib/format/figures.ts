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
  /** With grouping commas. */
  readonly integer: string;
  /** With its point; empty when nothing strong follows it. */
  readonly strong: string;
  /** With the point when `strong` is empty. */
  readonly muted: string;
}

const groupedFormat = new Intl.NumberFormat('en', { maximumSignificantDigits: SHOWN_DIGITS });
const wholeFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const plainFormat = new Intl.NumberFormat('en', { maximumSignificantDigits: 15, useGrouping: false });

/** An amount: its minor units strong (cut, not rounded: the muted digits follow), further digits muted. */
export function amountParts(amount: number, minorUnits: number | null): FigureParts {
  const [integer, fraction] = splitAtPoint(amount);
  const units = minorUnits ?? FALLBACK_MINOR_UNITS;
  return withFraction(integer, fraction.slice(0, units).padEnd(units, '0'), fraction.slice(units));
}

/** A rate: its first five significant digits strong, never fewer than two decimals, the rest muted. */
export function rateParts(rate: number): FigureParts {
  const [integer, fraction] = splitAtPoint(rate);
  const integerDigits = integer === '0' ? 0 : integer.replaceAll(',', '').length;
  const leadingZeros = integerDigits === 0 ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const strong = Math.max(RATE_DECIMALS_MIN, leadingZeros + STRONG_RATE_DIGITS - integerDigits);
  return withFraction(
    integer,
    fraction.slice(0, strong).padEnd(RATE_DECIMALS_MIN, '0'),
    fraction.slice(strong),
  );
}

/** All digits that the service gave, plain and with a point, as a copy takes them: 0.0000001, never 1e-7. */
export function plainFigure(figure: number): string {
  return plainFormat.format(figure);
}

/** An amount rounded half-up to its minor units, for where only those fit: 191800.75 yen is `191,801`. */
export function roundedAmount(amount: number, minorUnits: number | null): string {
  const places = minorUnits ?? FALLBACK_MINOR_UNITS;
  return amount.toLocaleString('en', { minimumFractionDigits: places, maximumFractionDigits: places });
}

/** The whole figure as one text, for names and titles. */
export function figureText({ integer, strong, muted }: FigureParts): string {
  return integer + strong + muted;
}

function splitAtPoint(figure: number): readonly [string, string] {
  const format = figure >= 10 ** SHOWN_DIGITS ? wholeFormat : groupedFormat;
  const [integer = '0', fraction = ''] = format.format(figure).split('.');
  return [integer, fraction];
}

function withFraction(integer: string, strong: string, muted: string): FigureParts {
  if (strong !== '') return { integer, strong: `.${strong}`, muted };
  return { integer, strong: '', muted: muted === '' ? '' : `.${muted}` };
}
