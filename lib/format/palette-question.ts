import { readAmountText } from './numbers/amount-text.ts';
import type { CurrencyOption } from './currencies/currency-list.ts';
import { namedCurrencies } from './currencies/currency-search.ts';

/** What a text of the palette asks of currencies. */
export interface PaletteQuestion {
  /** Plain amounts: none, one, or the two readings of 1.200. */
  readonly amounts: readonly string[];
  /** Both currencies; null unless both were named. */
  readonly pair: { readonly from: CurrencyOption; readonly to: CurrencyOption } | null;
  /** The currencies that the whole text may mean, the likeliest first; empty beside a pair. */
  readonly found: readonly CurrencyOption[];
}

/** More currencies than this are a list to search in, not an answer. */
const FOUND_MAX = 6;

const NUMBER = String.raw`\d+(?:[.,]\d+|[ '’\u00a0\u202f]\d{3}(?!\d))*(?:\s?(?:k|thousand|mn|mio|million|bn|billion)(?!\p{L})|%)?`;
/** A number or a sum of numbers. */
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${NUMBER}(?:\s*[-+−*×/÷]\s*${NUMBER}(?![\p{L}\p{N}]))*`,
  'giu',
);
/** Words that say what is wanted of currencies, not which. */
const WANTED =
  /(?<![\p{L}\p{N}])(?:convert|exchange|charts?|graph|history|rates?|price|sources|curl)(?![\p{L}\p{N}])/giu;
const BETWEEN = /\s*(?:->|=>|[/→⇒=,])\s*|\s+(?:in|into|to|as|for|vs)(?:\s+|$)|(?<=\p{L}{3})-(?=\p{L}{3})/iu;
const GLUED = /^([a-z]{3})([a-z]{3})$/i;

/**
 * Reads `100 usd in jpy`, `eur usd`, `EURUSD`, `$100 in swiss francs`, `yen`: an amount anywhere, two currencies by code,
 * sign, name or country with or without a word between them, or one. `known` are all currencies, the common ones first.
 */
export function readPaletteQuestion(known: readonly CurrencyOption[], text: string): PaletteQuestion {
  const asked = text.replace(WANTED, ' ').trim();
  const { amounts, rest } = isCode(known, asked) ? { amounts: [], rest: asked } : cutAmount(known, asked);
  const pair = readPair(known, rest);
  return { amounts, pair, found: pair === null ? namedCurrencies(known, rest).slice(0, FOUND_MAX) : [] };
}

function readPair(known: readonly CurrencyOption[], text: string): PaletteQuestion['pair'] {
  const parts = text.split(BETWEEN).filter((part) => part.trim() !== '');
  if (parts.length > 2) return null;
  if (parts.length === 2) return pairOf(known, parts[0] ?? '', parts[1] ?? '');
  const words = (parts[0] ?? '').trim().split(/\s+/);
  if (words.length === 1) return gluedPair(known, words[0] ?? '');
  // Two words that are one currency, such as `swiss franc`, are no pair.
  if (namedCurrencies(known, words.join(' ')).length > 0) return null;
  for (let at = 1; at < words.length; at += 1) {
    const pair = pairOf(known, words.slice(0, at).join(' '), words.slice(at).join(' '));
    if (pair !== null) return pair;
  }
  return null;
}

function gluedPair(known: readonly CurrencyOption[], word: string): PaletteQuestion['pair'] {
  const [, from, to] = GLUED.exec(word) ?? [];
  if (from === undefined || to === undefined || namedCurrencies(known, word).length > 0) return null;
  return isCode(known, from) && isCode(known, to) ? pairOf(known, from, to) : null;
}

function pairOf(known: readonly CurrencyOption[], fromText: string, toText: string): PaletteQuestion['pair'] {
  const [from] = namedCurrencies(known, fromText);
  const [to] = namedCurrencies(known, toText);
  return from && to && from !== to ? { from, to } : null;
}

/** Takes the amount out of a text; the sign or the code that stood at it stays where it was. */
function cutAmount(
  known: readonly CurrencyOption[],
  text: string,
): { readonly amounts: readonly string[]; readonly rest: string } {
  // 1INCH is a currency, and its 1 no amount.
  const match = [...text.matchAll(AMOUNT)].find(
    ({ index }) => !isCode(known, /^\S+/.exec(text.slice(index))?.[0] ?? ''),
  );
  if (match === undefined) return { amounts: [], rest: text };
  const reading = readAmountText(match[0]);
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.trim();
  if (reading.kind === 'amount') return { amounts: [reading.amount], rest };
  return reading.kind === 'ambiguous' ? { amounts: reading.readings, rest } : { amounts: [], rest: text };
}

function isCode(known: readonly CurrencyOption[], text: string): boolean {
  return known.some(({ code }) => code === text.toUpperCase());
}
