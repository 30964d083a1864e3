import { divide, type DoubleDouble, multiply } from './double-double.ts';

/** A figure as published: the decimal that a number prints as, or a text of more digits than a number holds. */
export type PublishedFigure = number | string;

/** A decimal of at most 15 significant digits: `mantissa`, whole and at most 1e15, over ten to the `places`. */
export interface ShortDecimal {
  readonly mantissa: number;
  readonly places: number;
}

/** Powers of ten that are doubles: 5^22 has 52 bits. */
const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(10n ** BigInt(power)));

/** Powers of ten that are two doubles exactly, up to what 1 over two mantissas needs: 5^44 has 103 bits. */
const SCALES: readonly DoubleDouble[] = Array.from({ length: 45 }, (_, power) => {
  const exact = 10n ** BigInt(power);
  const high = Number(exact);
  return { high, low: Number(exact - BigInt(high)) };
});

const ONE: DoubleDouble = { high: 1, low: 0 };

/** Decimals that nearly every published figure keeps within, and where they would make more than 15 digits of it. */
const USUAL_PLACES = 8;
const USUAL_POWER = 1e8;
const USUAL_BELOW = 1e7;

/** A quotient is scaled to lie from 1e14 up to 1e15: 15 digits before the point. */
const SCALED_MIN = 1e14;
const SCALED_MAX = 1e15;
const SCALED_MAGNITUDE = 14;

/** Nearer to half-way than this, counted in the last of 15 digits, is left open; see {@link quickQuotient}. */
const LEFT_OPEN = 2 ** -47;

/** Figures a side up to which the error keeps within its bound. */
const FIGURES_MAX = 8;

/**
 * The product of the figures `over` divided by that of the figures `under`, each the decimal that it prints as, rounded once,
 * half-even, to 15 significant digits; null where this arithmetic cannot tell, and exact numbers must: a tie, a figure that is
 * 0, a text, of more than 15 digits or 22 decimals, more than eight figures a side.
 *
 * Why it is exact: figures are whole mantissas and powers of ten, 1.1684 is 11684 / 10^4, so nothing is lost at the start. A
 * product of two mantissas is exact in two doubles. Every further factor and the scaling to 15 digits before the point
 * (twelve and one at most) are off by 9 u^2 each, u = 2^-53, the division by 13 u^2: 130 u^2 in all, below 256 u^2 = 2^-98.
 * The scaled quotient is below 2^50, so it is known to 2^-48, and its fraction, rounded three times at most, to 2^-47. A
 * fraction further than that from a half is rounded as the exact quotient would be: 186.75 / 1.4 is
 * 18675000000 / 140000000, scaled 133392857142857.142857..., rounded down because .142857 is 0.357 away from a half,
 * fifty million million times the error. The last step, 133392857142857 / 10^12, is one correctly rounded operation of two
 * exact doubles, and so gives the double that is nearest to 133.392857142857.
 *
 * At the ends of a power of ten nothing is lost: a quotient within the error of 1e14 or 1e15 is rounded to it on either side.
 */
export function quickQuotient(
  over: readonly PublishedFigure[],
  under: readonly PublishedFigure[],
): number | null {
  if (over.length > FIGURES_MAX || under.length > FIGURES_MAX) return null;
  const numerator = productOf(over);
  const denominator = productOf(under);
  if (numerator === null || denominator === null) return null;
  return roundQuotient(numerator.mantissas, denominator.mantissas, numerator.places - denominator.places);
}

/**
 * The decimal that a positive number prints as, where it has at most 15 significant digits and 22 decimals; else null. Any
 * mantissa and power that divide back to the number will do: two decimals of at most 15 digits are never the same double, so
 * the one found is the one printed. Where there is one, scaling finds it: two roundings move at most 1e15 by less than a half.
 */
export function shortDecimal(figure: number): ShortDecimal | null {
  if (figure < USUAL_BELOW) {
    const mantissa = Math.round(figure * USUAL_POWER);
    if (mantissa / USUAL_POWER === figure && mantissa > 0) return { mantissa, places: USUAL_PLACES };
  }
  if (!(figure > 0 && figure <= SCALED_MAX)) return null;
  let places = POWERS.length - 1;
  while (figure * powerOfTen(places) > SCALED_MAX) places -= 1;
  const mantissa = Math.round(figure * powerOfTen(places));
  return mantissa / powerOfTen(places) === figure ? { mantissa, places } : null;
}

/**
 * The quotient of two products of mantissas, over ten to the `places`, rounded as {@link quickQuotient} says, null as there.
 * The logarithm is only a guess: where it is wrong, next to a power of ten, the scaled quotient is out of range, and left open.
 */
export function roundQuotient(
  numerator: DoubleDouble,
  denominator: DoubleDouble,
  places: number,
): number | null {
  const shift = SCALED_MAGNITUDE - Math.floor(Math.log10(numerator.high / denominator.high));
  const scale = SCALES[Math.abs(shift)];
  if (scale === undefined) return null;
  const { high, low } =
    shift >= 0
      ? divide(multiply(numerator, scale), denominator)
      : divide(numerator, multiply(denominator, scale));
  const near = Math.floor(high);
  const rest = high - near + low;
  const carried = Math.floor(rest);
  const whole = near + carried;
  const fraction = rest - carried;
  if (whole < SCALED_MIN || whole >= SCALED_MAX || Math.abs(fraction - 0.5) <= LEFT_OPEN) return null;
  return decimalNumber(fraction > 0.5 ? whole + 1 : whole, shift + places);
}

/** The double nearest to whole digits over ten to the `places`. */
function decimalNumber(digits: number, places: number): number {
  const power = POWERS[Math.abs(places)];
  if (power === undefined) return Number(`${digits}e${-places}`);
  return places >= 0 ? digits / power : digits * power;
}

function powerOfTen(places: number): number {
  return POWERS[places] ?? Number.NaN;
}

/** The mantissas of figures multiplied, and their decimals. */
interface MantissaProduct {
  readonly mantissas: DoubleDouble;
  readonly places: number;
}

function productOf(figures: readonly PublishedFigure[]): MantissaProduct | null {
  let mantissas = ONE;
  let places = 0;
  for (const figure of figures) {
    const decimal = typeof figure === 'number' ? shortDecimal(figure) : null;
    if (decimal === null) return null;
    mantissas = multiply(mantissas, { high: decimal.mantissa, low: 0 });
    places += decimal.places;
  }
  return { mantissas, places };
}
