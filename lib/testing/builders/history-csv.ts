import { CURRENCIES } from '#lib/domain/currencies/currency';
import { CURRENCIES_WITH_FIRST_DAY } from '#lib/domain/currencies/currency-first-days';
import { addDays } from '#lib/domain/iso-day';
import { peggedCode } from '#lib/domain/currencies/peg';
import { isTargetDay } from '#lib/domain/calendars/target-calendar';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import { aDay } from './builders.ts';

/** A synthetic history in the layout of eurofxref-hist.csv. */
export interface HistoryCsv {
  readonly text: string;
  /** How many figures it states. */
  readonly figures: number;
}

const PEGGED = new Set(LAW.pegs.map(peggedCode));

/** Currencies of today that the euro could be quoted in on every day since there is one, and that no law fixes. */
const QUOTES = CURRENCIES.filter(
  ({ kind, lastDay, code }) =>
    kind === 'fiat' && lastDay === null && !CURRENCIES_WITH_FIRST_DAY.has(code) && !PEGGED.has(code),
);

/**
 * A history of consecutive TARGET days from `firstDay` on, the same at every call; figures look like the publisher's, with up to
 * seven digits, and mean nothing.
 */
export function historyCsv(shape: {
  readonly firstDay: string;
  readonly days: number;
  readonly currencies: number;
}): HistoryCsv {
  const codes = QUOTES.slice(0, shape.currencies).map(({ code }) => code);
  const lines: string[] = [];
  for (let day = aDay(shape.firstDay); lines.length < shape.days; day = addDays(day, 1)) {
    if (!isTargetDay(day)) continue;
    const figures = codes.map((_code, column) => figureText(lines.length * codes.length + column));
    lines.push(`${day},${figures.join(',')},`);
  }
  const text = `Date,${codes.join(',')},\n${lines.toReversed().join('\n')}\n`;
  return { text, figures: shape.days * codes.length };
}

/** 7919 and 9973 are primes, so neighbours differ; all are within 1 % of each other, which is no large move for anyone. */
function figureText(index: number): string {
  return String((1_000_000 + (((index + 1) * 7919) % 9973)) / 10_000);
}
