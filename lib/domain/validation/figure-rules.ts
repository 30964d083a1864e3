import { type Currency, findCurrency, isRetiredOn } from '#lib/domain/currencies/currency';
import { isBeforeFirstDay } from '#lib/domain/currencies/currency-first-days';
import type { IsoDay } from '#lib/domain/iso-day';

/** Every rule of the validation that looks at one figure by itself; rules that look at its neighbours are in live-rules.ts. */

/** A reason to refuse a figure by what it says; the first that is broken names the refusal. */
interface FigureRule {
  readonly name: string;
  readonly refuses: (rate: number, figure: string) => boolean;
}

/** Two codes of a document, looked up; null for a code that is not in the currency table. */
export interface PublishedPair {
  readonly base: Currency | null;
  readonly quote: Currency | null;
}

/** A day of a document and what bounds it. */
export interface PublishedDay {
  /** Null for a day that does not exist. */
  readonly day: IsoDay | null;
  /** The newest day that is believed, given the service's clock. */
  readonly latestDay: IsoDay;
  /** The first day that the publisher has figures for, where it is known. */
  readonly earliestDay: IsoDay | null;
  /** Whether the day's figures can be public by now; true where no schedule is known. */
  readonly isDue: boolean;
  /** Whether the publisher's calendar has figures of it; true where no calendar is known. */
  readonly isPublicationDay: boolean;
}

const FIGURE_FORM = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** Beyond these no currency has ever been quoted; a figure there is a unit mistake or noise. */
const SMALLEST_RATE = 1e-12;
const LARGEST_RATE = 1e12;
/** The most decimal digits that a double, and so a JSON number, carries without loss. */
const SIGNIFICANT_DIGITS_MAX = 15;
/** A publisher east of us may already be a day ahead; one more day is for its holidays. */
export const DAYS_AHEAD_MAX = 2;
/**
 * A publisher may be this much early: the ECB's file is out at 15:57 for a publication of 16:00. More would take a file
 * that is dated one publication ahead for true for as long, every day.
 */
export const EARLY_MAX_MS = 60 * 60_000;
/** A publisher's clock may be ahead of ours by so much; such a quote counts as of the fetch. */
export const TICK_AHEAD_MAX_MS = 2 * 60_000;
/** No market's price moves twentyfold within a day and back; a low or high beyond that is one bad print. */
const BAR_SPREAD_MAX = 20;

/** The rule for a fixing of a day that has not come for any publisher on earth. */
export const FUTURE_DAY_RULE = 'future_date';

/** The rule for a fixing of a day whose publication is not due yet, such as one of this week's at the weekly Federal Reserve. */
export const NOT_DUE_RULE = 'not_due';

/** The rule for a fixing of a day on which its publisher has none: a weekend or a holiday. */
export const NO_PUBLICATION_RULE = 'no_publication';

/** The rule for the other figures of a document whose dates cannot be right. */
export const MISDATED_RULE = 'misdated';

const FIGURE_RULES: readonly FigureRule[] = [
  { name: 'not_a_number', refuses: (rate) => Number.isNaN(rate) },
  { name: 'not_positive', refuses: (rate) => rate <= 0 },
  { name: 'out_of_range', refuses: (rate) => rate < SMALLEST_RATE || rate > LARGEST_RATE },
  { name: 'too_many_digits', refuses: (_rate, figure) => hasTooManyDigits(figure) },
];

const PAIR_RULES: readonly { readonly name: string; readonly refuses: (pair: PublishedPair) => boolean }[] = [
  { name: 'unknown_currency', refuses: ({ base, quote }) => base === null || quote === null },
];

const DAY_RULES: readonly { readonly name: string; readonly refuses: (day: PublishedDay) => boolean }[] = [
  { name: 'impossible_date', refuses: ({ day }) => day === null },
  {
    name: 'before_first_day',
    refuses: ({ day, earliestDay }) => day !== null && earliestDay !== null && day < earliestDay,
  },
  { name: FUTURE_DAY_RULE, refuses: ({ day, latestDay }) => day !== null && day > latestDay },
  { name: NO_PUBLICATION_RULE, refuses: ({ isPublicationDay }) => !isPublicationDay },
  { name: NOT_DUE_RULE, refuses: ({ isDue }) => !isDue },
];

const PAIR_AND_DAY_RULES: readonly {
  readonly name: string;
  readonly refuses: (pair: PublishedPair, day: IsoDay) => boolean;
}[] = [
  { name: 'before_first_day', refuses: ({ base, quote }, day) => isEarly(day, base) || isEarly(day, quote) },
  { name: 'after_last_day', refuses: ({ base, quote }, day) => isLate(day, base) || isLate(day, quote) },
];

/** The rule for one document that states two figures for one pair and day, or for one pair of a poll: which of them is meant is unknown, so neither counts. */
export const DUPLICATE_RULE = 'duplicate';

/** The rule for a live quote dated ahead of its fetch by more than {@link TICK_AHEAD_MAX_MS}. */
export const FUTURE_TICK_RULE = 'future_date';

/** The rule for a quote or a bar whose instant is none. */
export const IMPOSSIBLE_INSTANT_RULE = 'impossible_date';

/** The rule for a bar that has not ended: its last price is not the day's. */
export const UNFINISHED_BAR_RULE = 'unfinished_bar';

/** The rule for a bar's low or high that cannot be its day's: the close stands in for it, and the bar is kept. */
export const BAD_LOW_HIGH_RULE = 'bad_low_high';

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

/** The name of the first figure rule that a figure breaks, or null; `rate` is {@link figureRate} of the text. */
export function brokenFigureRule(rate: number, figure: string): string | null {
  for (const rule of FIGURE_RULES) {
    if (rule.refuses(rate, figure)) return rule.name;
  }
  return null;
}

/** Looks up both codes; `brokenRule` is the pair rule that they break, or null. */
export function checkPair(
  base: string,
  quote: string,
): PublishedPair & { readonly brokenRule: string | null } {
  const pair = { base: findCurrency(base), quote: findCurrency(quote) };
  return { ...pair, brokenRule: PAIR_RULES.find((rule) => rule.refuses(pair))?.name ?? null };
}

/** The name of the day rule that a day breaks, or null. */
export function brokenDayRule(day: PublishedDay): string | null {
  return DAY_RULES.find((rule) => rule.refuses(day))?.name ?? null;
}

/** The name of the rule that a pair breaks on a day, or null. */
export function brokenPairOnDayRule(pair: PublishedPair, day: IsoDay): string | null {
  for (const rule of PAIR_AND_DAY_RULES) {
    if (rule.refuses(pair, day)) return rule.name;
  }
  return null;
}

/** Whether a bar's low can be its day's, given the close. */
export function isSoundLow(low: number, close: number): boolean {
  return low <= close && low >= close / BAR_SPREAD_MAX;
}

/** Whether a bar's high can be its day's, given the close. */
export function isSoundHigh(high: number, close: number): boolean {
  return high >= close && high <= close * BAR_SPREAD_MAX;
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
