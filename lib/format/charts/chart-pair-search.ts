import type { Pair } from '#lib/domain/rates/pair';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { searchCurrencies } from '#lib/format/currencies/currency-search';

/** A pair that a picker offers, with the name and the mark of what is new in it. */
export interface OfferedPair extends Pair, Pick<CurrencyOption, 'code' | 'name' | 'mark' | 'shape'> {}

/** More are no help to anybody. */
const OFFERED_MAX = 60;

const TWO_PARTS = /^\s*(\S+?)\s*(?:[/\s-]\s*)(\S.*?)\s*$/;

/**
 * Pairs for what is typed: two parts are base and quote (`gbp/chf`, `gbp chf`), one part is sought as the quote of the
 * shown base and as the base of the shown quote. `options` are the known currencies, the common ones first.
 */
export function offeredPairs(
  options: readonly CurrencyOption[],
  shown: Pair,
  text: string,
): readonly OfferedPair[] {
  const parts = TWO_PARTS.exec(text);
  const byCode = new Map(options.map((option) => [option.code, option]));
  const base = byCode.get(parts?.[1]?.toUpperCase() ?? '');
  if (parts && base) return quotesOf(base, found(options, parts[2] ?? ''), shown);
  const shownBase = byCode.get(shown.base);
  const shownQuote = byCode.get(shown.quote);
  const sought = found(options, text);
  return [
    ...(shownBase ? quotesOf(shownBase, sought, shown) : []),
    ...(shownQuote && text.trim() !== '' ? basesOf(shownQuote, sought, shown) : []),
  ].slice(0, OFFERED_MAX);
}

function found(options: readonly CurrencyOption[], text: string): readonly CurrencyOption[] {
  return searchCurrencies(options, text).flatMap(({ items }) => items);
}

function quotesOf(
  { code }: CurrencyOption,
  quotes: readonly CurrencyOption[],
  shown: Pair,
): readonly OfferedPair[] {
  return quotes.map((quote) => offered(code, quote.code, quote)).filter((pair) => isAnother(pair, shown));
}

function basesOf(
  { code }: CurrencyOption,
  bases: readonly CurrencyOption[],
  shown: Pair,
): readonly OfferedPair[] {
  return bases.map((base) => offered(base.code, code, base)).filter((pair) => isAnother(pair, shown));
}

function offered(base: string, quote: string, { code, name, mark, shape }: CurrencyOption): OfferedPair {
  return { base, quote, code, name, mark, shape };
}

function isAnother({ base, quote }: Pair, shown: Pair): boolean {
  return base !== quote && (base !== shown.base || quote !== shown.quote);
}
