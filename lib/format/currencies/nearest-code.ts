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
 * The code that a text most likely means, null where it means nothing: the currency that is called so (`RMB`, `dollar`, `US`),
 * else the money in use whose code has two letters changed over (`UDS`), else one letter another (`USX`).
 * Never `not`: a pair of one currency answers nothing.
 */
function nearestCode(
  options: readonly CurrencyOption[],
  text: string,
  not: string | undefined,
): string | null {
  const others = options.filter(({ code, lastDay }) => code !== not && lastDay === null);
  const named = bestMatch(others, text);
  if (named !== null) return named.code;
  const code = text.toUpperCase();
  const money = others.filter((option) => option.kind === 'fiat' && option.code.length === code.length);
  const near =
    money.find((option) => isTransposed(option.code, code)) ??
    money.find((option) => placesThatDiffer(option.code, code).length === 1);
  return near?.code ?? null;
}

function isTransposed(one: string, other: string): boolean {
  const [first = -1, second = -1, ...more] = placesThatDiffer(one, other);
  return (
    more.length === 0 &&
    second === first + 1 &&
    first >= 0 &&
    one[first] === other[second] &&
    one[second] === other[first]
  );
}

function placesThatDiffer(one: string, other: string): readonly number[] {
  return [...one].flatMap((letter, place) => (letter === other[place] ? [] : [place]));
}
