import { otherCode, otherCodesIn, useInstead } from '#lib/domain/currencies/other-codes';

/** Something in an address that means nothing: what is wrong, and what is shown instead. */
export interface IgnoredPart {
  readonly wrong: string;
  readonly instead: string;
}

/** An address read: the nearest sensible view, and what had to be ignored for it. */
export interface ReadAddress<View> {
  readonly view: View;
  readonly ignored: readonly IgnoredPart[];
}

/** What the codes of an address are measured by. */
export interface CodeBook {
  /** The known ones, the common ones first. */
  readonly codes: readonly string[];
  /** The code that a text that is none most likely means, which is not `not`; null where it means nothing. */
  readonly nearest: (text: string, not?: string) => string | null;
}

/** Longer texts of an address are not repeated in full. */
const QUOTED_MAX = 24;

/** A text of an address as a sentence repeats it. */
export function quoted(text: string): string {
  return `“${text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text}”`;
}

/** That a text of an address is no currency, or those of a list are none, and what to use where they are well-known codes. */
export function notCurrency(text: string): string {
  return [`${quoted(text)} is not a currency.`, ...otherCodesIn(text).map(useInstead)].join(' ');
}

/** What follows the page in a path such as `/convert/EUR/USD`; `EUR-USD` and `EUR_USD` are two, where one of them is a code. */
export function pairParts(path: string, codes: readonly string[]): readonly string[] {
  const parts = path.split('/').filter(Boolean).slice(1).map(decoded);
  const halves = parts.length === 1 ? (parts[0] ?? '').split(/[-_]/) : [];
  return halves.length === 2 && halves.some((half) => codeNamed(half, codes) !== undefined) ? halves : parts;
}

/** A part of a path as it was meant; a broken escape stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The code that a text is, in any case; undefined for none, and for `GBp`, which means pence. */
export function codeNamed(text: string | undefined, codes: readonly string[]): string | undefined {
  const code = text?.toUpperCase();
  return text !== undefined && otherCode(text) === null ? codes.find((one) => one === code) : undefined;
}

/** What a text that is no code means beside the other end; without a meaning the first of two usual ones that is free. */
function meantCode(
  text: string | undefined,
  { nearest }: CodeBook,
  [usual, second]: readonly [string, string],
  other: string | undefined,
): string {
  const meant = text === undefined ? null : nearest(text, other);
  return meant ?? (usual === other ? second : usual);
}

/** The two ends of a pair, as they were most likely meant: a text that is no code is never taken for the other end. */
export function pairEnds(
  [firstText, secondText]: readonly (string | undefined)[],
  book: CodeBook,
  [usual, second]: readonly [string, string],
): readonly [string, string] {
  const known = codeNamed(secondText, book.codes);
  const first = codeNamed(firstText, book.codes) ?? meantCode(firstText, book, [usual, second], known);
  return [first, known ?? meantCode(secondText, book, [second, usual], first)];
}

/** The ends that are no code, where a pair is `shown` instead. */
export function ignoredEnds(
  texts: readonly (string | undefined)[],
  codes: readonly string[],
  shown: string,
): readonly IgnoredPart[] {
  return texts.flatMap((text) =>
    text === undefined || codeNamed(text, codes) !== undefined
      ? []
      : [
          {
            wrong: notCurrency(text),
            instead: `The nearest sensible pair is shown instead: ${shown}.`,
          },
        ],
  );
}

/** What stands behind a pair. */
export function ignoredRest(rest: readonly string[]): readonly IgnoredPart[] {
  if (rest.length === 0) return [];
  return [{ wrong: `${quoted(rest.join('/'))} was not understood.`, instead: 'It is left out.' }];
}
