import { plainAmount } from '#lib/contract/plain-amount';
import { readAmountText, withoutName } from '#lib/format/numbers/amount-text';
import type { BankContext, BankUnit, PartReading } from './bank-context.ts';

/** An amount with the currency that it names. */
export interface ReadMoney {
  /** Null where there is no number. */
  readonly amount: string | null;
  /** The same figure with its one mark read the other way, as 1,123 is 1123 or 1.123; null where that says nothing. */
  readonly other: string | null;
  readonly code: string | null;
  /** Whether something stands there that is no amount. */
  readonly isOdd: boolean;
  /** What is wrong with it, where there is more to say. */
  readonly sentence: string | null;
}

/** Something between blanks that may be a code. */
const TOKEN = /(?<![\p{L}\p{N}])[A-Z0-9]{2,10}(?![\p{L}\p{N}])/gu;

/** A code at a figure: `GBP5`, `5GBP`. */
const GLUED = /^([A-Z]{3,10})(?=\d)|(?<=\d)([A-Z]{3,10})$/;

/** Reads an amount with or without a currency: `112 USD`, `€5`, `5 pounds`, or a currency alone. */
export function readMoney(text: string, context: BankContext): ReadMoney {
  const { from, to } = context;
  const sign = /\p{Sc}/u.exec(text)?.[0];
  const named = servedCode(text, context) ?? namedUnit(text, context) ?? gluedCode(text, context);
  const signed = sign === undefined ? null : unitOfSign(sign, context);
  const code = named?.code ?? signed?.code ?? null;
  const none = { amount: null, other: null, code };
  if (sign !== undefined && code === null) {
    const sentence = `“${sign}” is a sign of neither ${from.code} nor ${to.code}: type the amount in one of them.`;
    return { ...none, isOdd: true, sentence };
  }
  const bare = (named?.rest ?? text).trim();
  const reading = readAmountText(bare);
  if (reading.kind === 'empty') return { ...none, isOdd: code === null, sentence: null };
  if (reading.kind === 'amount' && reading.isSum)
    return { ...none, isOdd: true, sentence: sumSentence(text) };
  if (reading.kind === 'amount') {
    const { amount } = reading;
    return { amount, other: otherReading(bare, amount), code, isOdd: false, sentence: null };
  }
  const sentence =
    reading.kind === 'ambiguous'
      ? `“${bare}” can be read in two ways: write it without grouping.`
      : reading.sentence;
  return { ...none, isOdd: true, sentence: /\p{L}/u.test(bare) ? null : sentence };
}

/** What is said of a sum to be worked out, which may as well be a fee behind a rate. */
export function sumSentence(text: string): string {
  return `“${quotedText(text)}” is a sum to work out: type its result, or join the rate and the fees by “and”.`;
}

export function notUnderstood(text: string, { from, to }: BankContext): PartReading {
  const sentence = `“${quotedText(text)}” is not understood: type a rate, a sum in ${to.code}, a percentage, or a fee such as 5 ${from.code}.`;
  return { kind: 'refused', sentence };
}

/** Longer texts are not repeated in full. */
const QUOTED_MAX = 24;

export function quotedText(text: string): string {
  const given = text.trim();
  return given.length > QUOTED_MAX ? `${given.slice(0, QUOTED_MAX)}…` : given;
}

const ONE_MARK = /^\D*([1-9]\d{0,2})[.,](\d{3})\D*$/;

function otherReading(text: string, amount: string): string | null {
  const [, whole, thousands] = ONE_MARK.exec(text) ?? [];
  if (whole === undefined || thousands === undefined) return null;
  const [grouped, parted] = [plainAmount(whole + thousands), plainAmount(`${whole}.${thousands}`)];
  const other = grouped.ok && grouped.amount === amount ? parted : grouped;
  return other.ok && other.amount !== amount ? other.amount : null;
}

interface Named {
  readonly code: string;
  /** The text without the name. */
  readonly rest: string;
}

/** The one code in capitals that stands by itself, of whatever currency: `5 GBP`, `API3 5`. */
function servedCode(text: string, { codes }: BankContext): Named | null {
  const [code, ...more] = (text.match(TOKEN) ?? []).filter((token) => codes.has(token));
  if (code === undefined || more.length > 0) return null;
  const rest = withoutName(text, code);
  return rest === null ? null : { code, rest };
}

/** Which of the two currencies a text names by its code, its letters or its word, and the text without that. */
function namedUnit(text: string, { from, to }: BankContext): Named | null {
  for (const namesOf of [codeNames, wordNames]) {
    for (const [unit, other] of [
      [from, to],
      [to, from],
    ] as const) {
      for (const name of namesOf(unit)) {
        const rest = namesOf(other).includes(name) ? null : withoutName(text, name);
        if (rest !== null) return { code: unit.code, rest };
      }
    }
  }
  return null;
}

function gluedCode(text: string, { codes }: BankContext): Named | null {
  const [, before, after] = GLUED.exec(text.trim()) ?? [];
  const code = before ?? after;
  const rest = code !== undefined && codes.has(code) ? withoutName(text, code) : null;
  return code === undefined || rest === null ? null : { code, rest };
}

/** A lone letter may be a multiple, as in 5k. */
function codeNames({ code, mark }: BankUnit): readonly string[] {
  return [code, `${code.slice(0, 2)}${mark}`, mark].filter((name) => name.length > 1);
}

/** `euro` and `euros` of Euro, `dollar` of US dollar, `pounds` of Pound sterling. */
function wordNames({ name }: BankUnit): readonly string[] {
  const words = name.toLowerCase().split(' ');
  return words.filter((word) => word.length >= 3).flatMap((word) => [`${word}s`, word]);
}

/** `$` is a sign of USD rather than of CAD, whose own is C$. */
function unitOfSign(sign: string, { from, to }: BankContext): BankUnit | null {
  const exact = [from, to].find(({ mark }) => mark === sign);
  return exact ?? [from, to].find(({ mark }) => mark.includes(sign)) ?? null;
}
