import { plainAmount } from '#lib/contract/plain-amount';
import { decimalFraction, divideFractions, roundedDecimal } from '#lib/domain/rates/decimal-fraction';
import type { BankContext, PartReading } from './bank-context.ts';
import { checkedRate } from './bank-doubts.ts';
import { withoutWords } from './bank-labels.ts';
import { notUnderstood, type ReadMoney, readMoney } from './bank-money.ts';

const EQUATION = /^([^=]+)=([^=]+)$/;

/** What may name a currency. */
const NAME = String.raw`(?:[\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*|\p{Sc})`;

/** `EUR/USD 1.12` and `1.12 EUR/USD`, as banks and traders quote: units of the second for one of the first. */
const PAIR_FIRST = new RegExp(String.raw`^(${NAME})\s*[/-]\s*(${NAME})\s*=?\s*([^=]+)$`, 'u');
const PAIR_LAST = new RegExp(String.raw`^([^=\p{L}]+)(?<![\p{L}\p{N}])(${NAME})\s*/\s*(${NAME})$`, 'u');

/** `1.12 USD per EUR` and `$1.12/€`. */
const PER = new RegExp(String.raw`^(.+?)(\sper\s|/)\s*((?:1\s+)?${NAME})$`, 'iu');

/** Reads what says of which currency a rate is: `1 EUR = 1.12 USD`, `1.12 USD per EUR`, `EUR/USD 1.12`; null for anything else. */
export function readRate(text: string, context: BankContext): PartReading | null {
  const { label, bare: words } = withoutWords(text, context.codes);
  if (label !== null && label !== 'rate' && label !== 'received') {
    return text.includes('=') ? notUnderstood(text, context) : null;
  }
  const bare = withSlash(words, context);
  return readPair(bare, context) ?? readEquation(bare, text, context) ?? readPer(bare, text, context);
}

function readPair(bare: string, context: BankContext): PartReading | null {
  const first = PAIR_FIRST.exec(bare);
  const last = first === null ? PAIR_LAST.exec(bare) : null;
  const [base, quote, figure] = first?.slice(1) ?? (last === null ? [] : [last[2], last[3], last[1]]);
  if (base === undefined || quote === undefined || figure === undefined) return null;
  const read = readMoney(figure, context);
  const [baseCode, quoteCode] = [readMoney(base, context).code, readMoney(quote, context).code];
  if (baseCode === null || quoteCode === null || baseCode === quoteCode) return null;
  if (read.amount === null || (read.code !== null && read.code !== quoteCode)) return null;
  const { amount: rate, other } = read;
  return checkedRate({ base: baseCode, quote: quoteCode, rate, other, isDecided: false }, context);
}

function readEquation(bare: string, text: string, context: BankContext): PartReading | null {
  const [, left, right] = EQUATION.exec(bare) ?? [];
  if (left === undefined || right === undefined) return null;
  const [one, two] = [readMoney(left, context), readMoney(right, context)];
  // 1.12 USD = 1 EUR is the rate of the euro, digit for digit.
  const isTurned = two.amount === '1' && one.amount !== null && one.amount !== '1';
  const [base, quote] = isTurned ? [two, one] : [one, two];
  return asRate({ base, quote, isDecided: base.amount !== null, text }, context);
}

function readPer(bare: string, text: string, context: BankContext): PartReading | null {
  const [, left, word = '', name] = PER.exec(bare) ?? [];
  if (left === undefined || name === undefined) return null;
  const [base, quote] = [readMoney(name, context), readMoney(left, context)];
  if (base.code === null || (quote.amount === null && quote.sentence === null)) return null;
  const isDecided = base.amount !== null || word.trim().toLowerCase() === 'per';
  return asRate({ base, quote, isDecided, text }, context);
}

interface Sides {
  readonly base: ReadMoney;
  readonly quote: ReadMoney;
  readonly isDecided: boolean;
  readonly text: string;
}

function asRate({ base, quote, isDecided, text }: Sides, context: BankContext): PartReading {
  const sentence = base.sentence ?? quote.sentence;
  if (sentence !== null) return { kind: 'refused', sentence };
  const [baseCode, quoteCode] = codesOf(base.code, quote.code, context);
  const rate = ratio(quote.amount ?? '1', base.amount ?? '1');
  if (rate === null || baseCode === quoteCode || base.isOdd || quote.isOdd) {
    return notUnderstood(text, context);
  }
  const other = (base.amount ?? '1') === '1' ? quote.other : null;
  return checkedRate({ base: baseCode, quote: quoteCode, rate, other, isDecided }, context);
}

/** `EURUSD 1.12` as `EUR/USD 1.12`: two codes without anything between them, where the whole is none itself. */
function withSlash(text: string, { from, to, codes }: BankContext): string {
  return text.replace(/(?<![\p{L}\p{N}])[A-Za-z\d]{5,20}(?![\p{L}\p{N}])/gu, (token) => {
    if (codes.has(token)) return token;
    for (const [one, other] of [
      [from.code, to.code],
      [to.code, from.code],
    ] as const) {
      if (token.toUpperCase() === one + other) return `${one}/${other}`;
    }
    const place = Array.from(token, (_letter, at) => at).find(
      (end) => codes.has(token.slice(0, end)) && codes.has(token.slice(end)),
    );
    return place === undefined ? token : `${token.slice(0, place)}/${token.slice(place)}`;
  });
}

/** Where one side names no currency, it is the other one of the pair. */
function codesOf(
  base: string | null,
  quote: string | null,
  { from, to }: BankContext,
): readonly [string, string] {
  const beside = (code: string) => (code === from.code ? to.code : from.code);
  if (base !== null) return [base, quote ?? beside(base)];
  return quote === null ? [from.code, to.code] : [beside(quote), quote];
}

/** The rate of so much of the quote for so much of the base, a plain decimal; null without a sensible one. */
function ratio(quote: string, base: string): string | null {
  const quotient = divideFractions(decimalFraction(quote), decimalFraction(base));
  if (quotient === null || quotient.numerator === 0n) return null;
  const read = plainAmount(base === '1' ? quote : roundedDecimal(quotient));
  return read.ok ? read.amount : null;
}
