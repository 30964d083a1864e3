import { type Currency, findCurrency, isRetiredOn } from '#lib/domain/currencies/currency';
import { isBeforeFirstDay } from '#lib/domain/currencies/currency-first-days';
import type { IsoDay } from '#lib/domain/iso-day';
import type { RowRule } from './rules.ts';

/** The rules that look at one figure by itself, whatever its source; rules that look at its neighbours are in live-rules.ts. */

/** Two codes of a document, looked up; null for a code that is not in the currency table. */
export interface PublishedPair {
  readonly base: Currency | null;
  readonly quote: Currency | null;
}

const FIGURE_FORM = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** Beyond these no currency has ever been quoted; a figure there is a unit mistake or noise. */
const SMALLEST_RATE = 1e-12;
const LARGEST_RATE = 1e12;
/** The most decimal digits that a double, and so a JSON number, carries without loss. */
const SIGNIFICANT_DIGITS_MAX = 15;

/** Whether a currency can be quoted so; a stored figure that cannot was damaged after it had passed. */
export function isPossibleRate(rate: number): boolean {
  return rate >= SMALLEST_RATE && rate <= LARGEST_RATE;
}

/** The bounds of {@link isPossibleRate}, for a database. */
export const POSSIBLE_RATES = { smallest: SMALLEST_RATE, largest: LARGEST_RATE } as const;

/** The number that a text states; NaN for a text that is no plain decimal number. */
export function figureRate(figure: string): number {
  return FIGURE_FORM.test(figure) ? Number(figure) : Number.NaN;
}

/** The name of the first rule that a figure breaks by what it says, or null; `rate` is {@link figureRate} of the text. */
export function brokenFigureRule(rate: number, figure: string): RowRule | null {
  if (Number.isNaN(rate)) return 'not_a_number';
  if (rate <= 0) return 'not_positive';
  if (!isPossibleRate(rate)) return 'out_of_range';
  return hasTooManyDigits(figure) ? 'too_many_digits' : null;
}

/** Looks up both codes; `brokenRule` is the rule that they break, or null. */
export function checkPair(
  base: string,
  quote: string,
): PublishedPair & { readonly brokenRule: RowRule | null } {
  const pair = { base: findCurrency(base), quote: findCurrency(quote) };
  const isKnown = pair.base !== null && pair.quote !== null;
  return { ...pair, brokenRule: isKnown ? null : 'unknown_currency' };
}

/** The name of the rule that a pair breaks on a day, or null. */
export function brokenPairOnDayRule({ base, quote }: PublishedPair, day: IsoDay): RowRule | null {
  if (isEarly(day, base) || isEarly(day, quote)) return 'before_first_day';
  return isLate(day, base) || isLate(day, quote) ? 'after_last_day' : null;
}

/** Zeros in front of the first digit and at the end of a fraction carry nothing: 0.00012300 has three digits. */
function hasTooManyDigits(figure: string): boolean {
  if (figure.length <= SIGNIFICANT_DIGITS_MAX) return false;
  const mantissa = figure.split(/[eE]/, 1)[0] ?? '';
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction.replace(/0+$/, '')).replace(/^0+/, '');
  return digits.length > SIGNIFICANT_DIGITS_MAX;
}

function isEarly(day: IsoDay, currency: Currency | null): boolean {
  return currency !== null && isBeforeFirstDay(currency.code, day);
}

function isLate(day: IsoDay, currency: Currency | null): boolean {
  return currency !== null && isRetiredOn(currency, day);
}
