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
  const sought = searchCurrencies(options, parts && base ? (parts[2] ?? '') : text)
    .flatMap(({ items }) => items)
    .map(({ code, name, mark, shape }) => ({ code, name, mark, shape }));
  const offered = base
    ? sought.map((one) => ({ ...one, base: base.code, quote: one.code }))
    : [
        ...sought.map((one) => ({ ...one, base: shown.base, quote: one.code })),
        ...(text.trim() === '' ? [] : sought.map((one) => ({ ...one, base: one.code, quote: shown.quote }))),
      ];
  return offered
    .filter((one) => one.base !== one.quote && (one.base !== shown.base || one.quote !== shown.quote))
    .slice(0, OFFERED_MAX);
}
