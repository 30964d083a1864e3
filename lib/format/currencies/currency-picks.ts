import { otherCodesIn, useInstead } from '#lib/domain/currencies/other-codes';
import type { CurrencyOption } from './currency-list.ts';
import { type CurrencyGroup, searchCurrencies } from './currency-search.ts';
import { dayText } from '#lib/format/instants';

/** Codes that a visitor has marked, and those chosen last, newest first. */
export interface CurrencyPicks {
  readonly favourites: readonly string[];
  readonly recents: readonly string[];
}

/**
 * What a picker offers for a text: the visitor's favourites, then the ones chosen last, then all others as
 * {@link searchCurrencies} sorts them; a code typed in full before all. Each currency stands there once.
 */
export function pickerGroups(
  options: readonly CurrencyOption[],
  text: string,
  { favourites, recents }: CurrencyPicks,
): readonly CurrencyGroup[] {
  const isSearching = text.trim() !== '';
  const found = searchCurrencies(options, text);
  const exact = found.filter(({ isExact }) => isExact === true);
  const offered = isSearching ? found.flatMap(({ items }) => items) : options;
  const taken = new Set(exact.flatMap(({ items }) => items.map(({ code }) => code)));
  const own = (heading: string, codes: readonly string[]): CurrencyGroup => {
    const items = codes.flatMap((code) => offered.find((one) => one.code === code && !taken.has(code)) ?? []);
    for (const { code } of items) taken.add(code);
    return { heading, items };
  };
  const first = [...exact, own('Favourites', favourites), own('Recently chosen', recents)];
  const others = found
    .filter(({ isExact }) => isExact !== true)
    .map(({ heading, items }) => ({ heading, items: items.filter(({ code }) => !taken.has(code)) }));
  return [...first, ...others].filter(({ items }) => items.length > 0);
}

/** What to say where only money that is no longer in use was found; null where there is more, or nothing. */
export function endedSentence(groups: readonly CurrencyGroup[], text: string): string | null {
  const found = groups.flatMap(({ items }) => items);
  const [first] = found;
  if (text.trim() === '' || !first || found.some(({ lastDay }) => lastDay === null)) return null;
  const ended = `${first.code} ended on ${dayText(new Date(`${first.lastDay}T00:00:00Z`))}`;
  return `No currency in use matches “${text.trim()}”. ${ended}; its legal rate is still available at fixed.`;
}

/** What to use instead of the codes in a text that are another unit or traded apart from it; null where there is none. */
export function otherCodeSentence(text: string): string | null {
  const others = otherCodesIn(text).filter(({ parts, isApart }) => parts !== 1 || isApart);
  return others.length === 0 ? null : others.map(useInstead).join(' ');
}
