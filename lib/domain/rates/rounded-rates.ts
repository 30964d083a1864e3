import { exactProduct } from './double-double.ts';
import { roundQuotient, shortDecimal } from './quick-quotient.ts';
import { exactQuotient } from './rate-precision.ts';

/** The figures of a leg as published, one a row, and whether the route divides by them. */
export interface LegColumn {
  readonly figures: ArrayLike<number>;
  readonly inverted: boolean;
}

/** A leg, or two through a pivot whose rows belong together. */
export type LegColumns = readonly [LegColumn] | readonly [LegColumn, LegColumn];

/** The rates of rows: one unit of the route's base costs `rates[i]` units of its quote. */
export interface RoundedRates {
  readonly rates: Float64Array;
  /** Rows that took exact numbers, each some twenty times slower: ties, and figures of more than 15 digits. */
  readonly leftOpen: number;
}

/** The figure of every row of a leg that is not there. */
const ONE = 1;

/**
 * The rates of a route in its first `rows` rows: a single leg in its own direction as published, anything else the exact
 * quotient, rounded once, half-even, to 15 significant digits. A column with fewer rows is a bug and throws.
 */
export function roundedRates([first, second]: LegColumns, rows: number): RoundedRates {
  const rates = new Float64Array(rows);
  const isPublished = second === undefined && !first.inverted;
  let leftOpen = 0;
  for (let row = 0; row < rows; row += 1) {
    const one = figureAt(first.figures, row);
    const other = second === undefined ? ONE : figureAt(second.figures, row);
    const isOtherInverted = second?.inverted ?? false;
    const quick = isPublished ? one : quickCross(one, first.inverted, other, isOtherInverted);
    if (quick === null) leftOpen += 1;
    rates[row] = quick ?? exactCross(one, first.inverted, other, isOtherInverted);
  }
  return { rates, leftOpen };
}

/** The figure of a row; throws where there is none. */
export function figureAt(figures: ArrayLike<number>, row: number): number {
  const figure = figures[row];
  if (figure === undefined) throw new Error('a series has fewer rates than instants');
  return figure;
}

/** As `quickQuotient` of the two figures, without lists, which take half as long again. Two mantissas multiply exactly. */
function quickCross(
  one: number,
  isOneInverted: boolean,
  other: number,
  isOtherInverted: boolean,
): number | null {
  const first = shortDecimal(one);
  const second = shortDecimal(other);
  if (first === null || second === null) return null;
  return roundQuotient(
    exactProduct(isOneInverted ? 1 : first.mantissa, isOtherInverted ? 1 : second.mantissa),
    exactProduct(isOneInverted ? first.mantissa : 1, isOtherInverted ? second.mantissa : 1),
    (isOneInverted ? -first.places : first.places) + (isOtherInverted ? -second.places : second.places),
  );
}

function exactCross(one: number, isOneInverted: boolean, other: number, isOtherInverted: boolean): number {
  const over: number[] = [];
  const under: number[] = [];
  (isOneInverted ? under : over).push(one);
  (isOtherInverted ? under : over).push(other);
  return exactQuotient(over, under);
}
