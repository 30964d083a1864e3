import type { BankTerm } from '#lib/domain/bank/bank-terms';
import { readAmountText } from '#lib/format/numbers/amount-text';
import { localNumber } from '#lib/format/numbers/number-text';
import type { BankContext, PartReading } from './bank-context.ts';
import {
  checkedRate,
  doubtedAsRate,
  doubtedFee,
  doubtedPaid,
  doubtedSum,
  isRateRather,
  isSumRather,
} from './bank-doubts.ts';
import { isNoFee, type Label, withColon, withoutWords } from './bank-labels.ts';
import { notUnderstood, quotedText, readMoney, sumSentence } from './bank-money.ts';
import { readRate } from './bank-rates.ts';
import { faultText } from './bank-words.ts';

const PERCENT = /%|\bper\s?cent\b|\bpct\b/gi;

const SUM = /[\d)]\s*[-−–*/×÷]/;

/** Reads a part of a statement, such as `rate 1.12`, `1 USD = 0.8562 EUR`, `112 USD`, `2%` or `5 EUR fee`. */
export function readBankPart(typed: string, context: BankContext): PartReading {
  if (isNoFee(typed)) return term({ kind: 'percent', percent: '0' });
  const text = withColon(typed, context.codes);
  const { label, bare } = withoutWords(text, context.codes);
  if (bare.search(PERCENT) >= 0) return readPercent({ bare, label, text: typed }, context);
  const rate = readRate(text, context);
  if (rate !== null) return rate;
  const { amount, other, code, isOdd, sentence } = readMoney(bare, context);
  if (sentence !== null) return refused(sentence);
  if (amount === null || isOdd) return notUnderstood(typed, context);
  return meant({ amount, other, code, label }, context);
}

function readPercent(
  { bare, label, text }: { readonly bare: string; readonly label: Label | null; readonly text: string },
  context: BankContext,
): PartReading {
  const figure = bare.replace(PERCENT, ' ');
  const isNegative = /^\s*[-−–]/.test(figure);
  const reading = readAmountText(figure);
  if (SUM.test(figure)) return refused(sumSentence(text));
  if (isNegative || (reading.kind === 'amount' && Number(reading.amount) > 100)) {
    return refused(`“${quotedText(text)}” is not a fee: type a percentage from 0 to 100, such as 2%.`);
  }
  // Of what was received, or as a rate, a percentage is no fee.
  const isFee = label === null || label === 'fee';
  if (reading.kind !== 'amount' || !isFee) return notUnderstood(text, context);
  return term({ kind: 'percent', percent: reading.amount });
}

/** An amount, read the other way too, and the word that stands beside it. */
interface LabelledMoney {
  readonly amount: string;
  readonly other: string | null;
  readonly code: string | null;
  readonly label: Label | null;
}

/** What an amount is, by its word, its currency and its size. */
function meant(money: LabelledMoney, context: BankContext): PartReading {
  const { amount, code, label } = money;
  const { from, to } = context;
  const isZero = Number(amount) === 0;
  switch (label) {
    case 'rate':
      return isZero
        ? refused('A rate is more than 0: type what one unit costs.')
        : labelledRate(money, context);
    case 'received':
    case 'paid':
      return isZero
        ? refused('A sum is more than 0: type what was paid or received.')
        : sumOf(money, context);
    case 'total':
      return meant({ ...money, label: code === to.code ? 'received' : 'paid' }, context);
    case 'fee':
      if (code !== null) return term({ kind: 'fee', amount, code });
      return isZero ? term({ kind: 'percent', percent: '0' }) : withoutCurrency(amount, context);
    case null:
      break;
    default:
      return label satisfies never;
  }
  if (isZero && code === null) return refused('0 is neither a rate nor a sum: type what you were given.');
  if (code === null && isRateRather(money, context)) return labelledRate(money, context);
  if (code === null || (code === to.code && isSumRather(money, context))) return sumOf(money, context);
  const asRate = doubtedAsRate(money, { kind: 'fee', amount, code }, context);
  if (asRate !== null) return asRate;
  return code === from.code ? doubtedFee(amount, context) : term({ kind: 'fee', amount, code });
}

/** Who writes a rate in the currency that is paid with has it the other way round. */
function labelledRate({ amount: rate, other, code }: LabelledMoney, context: BankContext): PartReading {
  const { from, to } = context;
  if (code !== null && code !== from.code && code !== to.code) {
    return refused(faultText({ kind: 'other-pair', codes: [code] }, context));
  }
  const [base, quote] = code === from.code ? [to.code, from.code] : [from.code, to.code];
  return checkedRate({ base, quote, rate, other, isDecided: false }, context);
}

function sumOf({ amount, other, code, label }: LabelledMoney, context: BankContext): PartReading {
  const { from, to } = context;
  if (label === 'paid') {
    if (code === null || code === from.code) return doubtedPaid(amount, context);
    return term({ kind: 'paid', amount, code });
  }
  if (code !== null && code !== to.code) return term({ kind: 'received', amount, code });
  return doubtedSum({ amount, other, code }, context);
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

function term(read: BankTerm): PartReading {
  return { kind: 'term', term: read };
}

function refused(sentence: string): PartReading {
  return { kind: 'refused', sentence };
}
