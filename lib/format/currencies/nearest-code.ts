import { otherCode } from '#lib/domain/currencies/other-codes';
import type { CurrencyOption } from './currency-list.ts';
import { bestMatch } from './currency-search.ts';

/**
 * The known codes, the common ones first, and what a text that is none of them most likely means beside the other end: of
 * `served` alone, where it is given, as a guess that has no rate would help nobody.
 */
export function codeBook(options: readonly CurrencyOption[], served?: ReadonlySet<string>) {
  const meant = served ? options.filter(({ code }) => served.has(code)) : options;
  return {
    codes: options.map(({ code }) => code),
    nearest: (text: string, not?: string) => nearestCode(meant, text, not),
  };
}

/**
 * The code that a text most likely means, null where it means nothing: the one to use instead (`GBX`), the currency
 * that is called so (`RMB`, `dollar`, `US`), else the money in use whose code has two letters changed over (`UDS`), else one letter another (`USX`).
 * Never `not`: a pair of one currency answers nothing.
 */
function nearestCode(
  options: readonly CurrencyOption[],
  text: string,
  not: string | undefined,
): string | null {
  const others = options.filter(({ code, lastDay }) => code !== not && lastDay === null);
  const use = otherCode(text)?.use;
  const named = others.find((one) => one.code === use) ?? bestMatch(others, text);
  if (named !== null) return named.code;
  const code = text.toUpperCase();
  const money = others.filter((option) => option.kind === 'fiat' && option.code.length === code.length);
  const turned = [...code].map((letter, place) => turnedAt(code, place, letter));
  const near =
    money.find((option) => turned.includes(option.code)) ??
    money.find((option) => [...code].filter((letter, place) => letter !== option.code[place]).length === 1);
  return near?.code ?? null;
}

/** A code with the letter at a place behind the one that follows it. */
function turnedAt(code: string, place: number, letter: string): string {
  return code.slice(0, place) + code.slice(place + 1, place + 2) + letter + code.slice(place + 2);
}
