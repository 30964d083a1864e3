import { plainAmount } from '#lib/contract/plain-amount';
import type { BankTerm } from '#lib/domain/bank/bank-terms';
import { decimalFraction, divideFractions, roundedDecimal } from '#lib/domain/rates/decimal-fraction';
import { readAmountText, withoutName } from '#lib/format/numbers/amount-text';
import { localNumber } from '#lib/format/numbers/number-text';
import type { BankContext, BankUnit, PartReading } from './bank-context.ts';
import { doubtedFee, doubtedRate, doubtedSum, isRateRather, isSumRather } from './bank-doubts.ts';

/** What words say that a figure is. */
type Label = 'rate' | 'received' | 'paid' | 'fee';

const LABELS: readonly (readonly [RegExp, Label])[] = [
  [/\brate\b/gi, 'rate'],
  [/\b(?:received?|receives|gets?|got|gives?|gave|sum|result)\b/gi, 'received'],
  [/\b(?:paid|pays?|charged|debited|total)\b/gi, 'paid'],
  [/\b(?:fees?|charges?|commission|surcharge|mark-?up|margin|spread|costs?)\b/gi, 'fee'],
];

const FILLERS = /\b(?:exchange|fx|of|is|at|an?|the|its|my|flat|fixed|about|for|in|all|i|you|we|me)\b|:/gi;

const PERCENT = /%|\bper\s?cent\b|\bpct\b/gi;

const EQUATION = /^([^=]+)=([^=]+)$/;
/** `EUR/USD 1.12`, as traders have it. */
const PAIR = /^(\p{L}+)\s*\/\s*(\p{L}+)\s+(.+)$/u;
const PER = /^(.+?)(?:\sper\s|\/)\s*1?\s*(\p{L}+|\p{Sc})$/iu;

/** A code beside a number that is of neither currency: `5 GBP`, `GBP 5`, `5GBP`. */
const OTHER_CODE = /^([A-Z]{3,10})(?=[\s\d])|(?<=\d)([A-Z]{3,10})$|(?<=\s)([A-Z0-9]*[A-Z]{2,10})$/;

/** Reads a part of a statement, such as `rate 1.12`, `1 USD = 0.8562 EUR`, `112 USD`, `2%` or `5 EUR fee`. */
export function readBankPart(text: string, context: BankContext): PartReading {
  return readEquation(text, context) ?? readLabelled(text, context);
}

/** `1 EUR = 1.12 USD` and `1.12 USD per EUR`, which say their direction; null for what is no such rate. */
function readEquation(text: string, context: BankContext): PartReading | null {
  const bare = text.replace(LABELS[0]?.[0] ?? '', ' ').replace(FILLERS, ' ');
  const equation = EQUATION.exec(bare.trim().replace(PAIR, '1 $1 = $3 $2'));
  const per = equation === null ? PER.exec(bare) : null;
  const [, left = '', right = ''] = equation ?? (per === null ? [] : [per[0], per[2], per[1]]);
  if (left === '') return null;
  const [base, quote] = [readMoney(left, context), readMoney(right, context)];
  if (per !== null && base.code === null) return null;
  const [baseCode, quoteCode] = codesOf(base.code, quote.code, context);
  const rate = ratio(quote.amount ?? (per === null ? '1' : null), base.amount ?? '1');
  if (rate === null || baseCode === quoteCode || base.isOdd || quote.isOdd)
    return notUnderstood(text, context);
  return { kind: 'term', term: { kind: 'rate', base: baseCode, quote: quoteCode, ...rate } };
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

/** The rate of so much of the quote for so much of the base, and which of the two is one; null without a sensible one. */
function ratio(quote: string | null, base: string): { readonly rate: string } | null {
  if (quote === null) return null;
  const quotient = divideFractions(decimalFraction(quote), decimalFraction(base));
  if (quotient === null || quotient.numerator === 0n) return null;
  const read = plainAmount(base === '1' ? quote : roundedDecimal(quotient));
  return read.ok ? { rate: read.amount } : null;
}

function readLabelled(text: string, context: BankContext): PartReading {
  const label = LABELS.find(([words]) => text.search(words) >= 0)?.[1] ?? null;
  const bare = LABELS.reduce((rest, [words]) => rest.replace(words, ' '), text)
    .replace(FILLERS, ' ')
    .trim();
  if (bare.search(PERCENT) >= 0) return readPercent(bare.replace(PERCENT, ' '), text, context);
  const { amount, code, isOdd, sentence } = readMoney(bare, context);
  if (sentence !== null) return { kind: 'refused', sentence };
  if (amount === null || isOdd) return notUnderstood(text, context);
  return meant({ amount, code, label }, context);
}

function readPercent(bare: string, text: string, context: BankContext): PartReading {
  const isNegative = /^\s*[-−–]/.test(bare);
  const reading = readAmountText(bare);
  if (isNegative || (reading.kind === 'amount' && Number(reading.amount) > 100)) {
    return refused(`“${quotedText(text)}” is not a fee: type a percentage from 0 to 100, such as 2%.`);
  }
  if (reading.kind !== 'amount') return notUnderstood(text, context);
  return term({ kind: 'percent', percent: reading.amount });
}

interface LabelledMoney {
  readonly amount: string;
  readonly code: string | null;
  readonly label: Label | null;
}

/** What an amount is, by its word, its currency and its size. */
function meant({ amount, code, label }: LabelledMoney, context: BankContext): PartReading {
  const { from, to } = context;
  const isOther = code !== null && code !== from.code && code !== to.code;
  switch (label) {
    case 'rate':
      if (Number(amount) === 0) return refused('A rate is more than 0: type what one unit costs.');
      // Who writes a rate in the currency that is paid with has it the other way round.
      if (code === from.code) return term({ kind: 'rate', base: to.code, quote: from.code, rate: amount });
      return doubtedRate(amount, context);
    case 'received':
      return code === null ? doubtedSum(amount, context, false) : term({ kind: 'received', amount, code });
    case 'paid':
      return term({ kind: 'paid', amount, code: code ?? from.code });
    case 'fee':
      return code === null ? withoutCurrency(amount, context) : term({ kind: 'fee', amount, code });
    case null:
      break;
    default:
      return label satisfies never;
  }
  if (isOther) return term({ kind: 'fee', amount, code });
  if (code === from.code) return doubtedFee(amount, context);
  if (code === to.code) {
    return isSumRather(amount, context)
      ? doubtedSum(amount, context, true)
      : term({ kind: 'fee', amount, code });
  }
  if (Number(amount) === 0) return refused('0 is neither a rate nor a sum: type what you were given.');
  return isRateRather(amount, context) ? doubtedRate(amount, context) : doubtedSum(amount, context, false);
}

function withoutCurrency(amount: string, { from, to }: BankContext): PartReading {
  return {
    kind: 'doubted',
    sentence: 'Which currency is the fee in?',
    fixes: [from, to].map(({ code }) => ({
      label: `${localNumber(amount)} ${code}`,
      term: { kind: 'fee', amount, code },
    })),
  };
}

/** An amount with the currency that it names. */
interface ReadMoney {
  /** Null where there is no number. */
  readonly amount: string | null;
  readonly code: string | null;
  /** Whether something stands there that is no amount. */
  readonly isOdd: boolean;
  /** What is wrong with it, where there is more to say. */
  readonly sentence: string | null;
}

function readMoney(text: string, context: BankContext): ReadMoney {
  const sign = /\p{Sc}/u.exec(text)?.[0];
  const named = namedUnit(text, context);
  const signed = sign === undefined ? null : unitOfSign(sign, context);
  const other = OTHER_CODE.exec(text.trim());
  const otherCode = other === null ? null : (other[1] ?? other[2] ?? other[3] ?? null);
  const code = named?.code ?? signed?.code ?? otherCode;
  const { from, to } = context;
  if (sign !== undefined && named === null && signed === null) {
    const sentence = `“${sign}” is a sign of neither ${from.code} nor ${to.code}: type the amount in one of them.`;
    return { amount: null, code: null, isOdd: true, sentence };
  }
  const bare =
    named?.rest ?? (signed === null && otherCode !== null ? (withoutName(text, otherCode) ?? text) : text);
  const reading = readAmountText(bare);
  if (reading.kind === 'amount') return { amount: reading.amount, code, isOdd: false, sentence: null };
  if (reading.kind === 'empty') return { amount: null, code, isOdd: code === null, sentence: null };
  const isWord = /\p{L}/u.test(bare);
  const sentence =
    reading.kind === 'ambiguous'
      ? `“${bare.trim()}” can be read in two ways: write it without grouping.`
      : reading.sentence;
  return { amount: null, code, isOdd: true, sentence: isWord ? null : sentence };
}

/** Which of the two currencies a text names by its code, its letters or its word, and the text without that. */
function namedUnit(
  text: string,
  { from, to }: BankContext,
): { readonly code: string; readonly rest: string } | null {
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

/** A lone letter may be a multiple, as in 5k. */
function codeNames({ code, mark }: BankUnit): readonly string[] {
  return [code, `${code.slice(0, 2)}${mark}`, mark].filter((name) => name.length > 1);
}

/** `euro` and `euros` of Euro, `dollar` of US dollar. */
function wordNames({ name }: BankUnit): readonly string[] {
  const word = name.split(' ').at(-1)?.toLowerCase() ?? '';
  return word.length < 3 ? [] : [`${word}s`, word];
}

/** `$` is a sign of USD rather than of CAD, whose own is C$. */
function unitOfSign(sign: string, { from, to }: BankContext): BankUnit | null {
  const exact = [from, to].find(({ mark }) => mark === sign);
  return exact ?? [from, to].find(({ mark }) => mark.includes(sign)) ?? null;
}

function term(read: BankTerm): PartReading {
  return { kind: 'term', term: read };
}

function refused(sentence: string): PartReading {
  return { kind: 'refused', sentence };
}

function notUnderstood(text: string, { from, to }: BankContext): PartReading {
  return refused(
    `“${quotedText(text)}” is not understood: type a rate, a sum in ${to.code}, a percentage, or a fee such as 5 ${from.code}.`,
  );
}

/** Longer texts are not repeated in full. */
const QUOTED_MAX = 24;

function quotedText(text: string): string {
  const given = text.trim();
  return given.length > QUOTED_MAX ? `${given.slice(0, QUOTED_MAX)}…` : given;
}
