import type { MidMarket } from '#lib/domain/bank/bank-cost';
import { type BankTerm, type End, figureFault, type TermKind } from '#lib/domain/bank/bank-terms';
import { roundExact } from '#lib/domain/rates/exact-number';
import { type AmountUnit, readFieldText } from '#lib/format/numbers/amount-text';
import { localNumber } from '#lib/format/numbers/number-text';

/** A figure as it is typed: what it is said to be, in which currency of the conversion, and the text of its field. */
export interface TypedFigure {
  readonly kind: TermKind;
  readonly end: End;
  readonly text: string;
}

/** The currencies of a conversion. */
export type BankUnits = Readonly<Record<End, AmountUnit>>;

/** What a typed figure means, or why it means nothing. */
export type FigureReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'term'; readonly term: BankTerm }
  | { readonly kind: 'wrong'; readonly sentence: string };

/** What the kinds are called. */
export const KIND_NAMES: Readonly<Record<TermKind, string>> = {
  rate: 'Rate',
  received: 'Amount received',
  paid: 'Amount charged',
  percent: 'Fee in %',
  fee: 'Flat fee',
};

/** Percentages have the sign of no currency. */
const PERCENT: AmountUnit = { code: '%', mark: '%' };

/** Longer texts are not repeated in full. */
const QUOTED_MAX = 24;

/** Cards and exchange offices are up to a fifth beside mid-market; a rate nearer to its inverse may be upside down. */
const NEAR_INVERSE = Math.log(1.2);

/** A rate this near to mid-market is not asked about. */
const NEAR_RATE = Math.log(1.05);

/**
 * Reads the text of a figure in the visitor's locale. Its own unit may stand beside it, as in `93,35 EUR` and `1.75 %`; with
 * another unit it is no number of this kind.
 */
export function readFigure({ kind, end, text }: TypedFigure, units: BankUnits): FigureReading {
  const typed = text.trim();
  if (typed === '') return { kind: 'empty' };
  const isPercent = kind === 'percent';
  const bare = isPercent ? typed.replace(/\s*(?:%|per\s?cent)$/i, '') : typed;
  const reading = readFieldText({ text: bare, isGrouped: false }, isPercent ? PERCENT : units[end]);
  if (reading.kind !== 'amount' || reading.isSum) {
    const quoted = typed.length > QUOTED_MAX ? `${typed.slice(0, QUOTED_MAX)}…` : typed;
    const sentence = `“${quoted}” is not a number in ${unitText(kind, end, units)}: choose what it is, or type up to 15 digits.`;
    return { kind: 'wrong', sentence };
  }
  const fault = figureFault(kind, reading.amount);
  if (fault === null) return { kind: 'term', term: { kind, end, figure: reading.amount } };
  return { kind: 'wrong', sentence: fault === 'zero' ? 'Type more than 0.' : 'Type less than 100%.' };
}

/** A term as its field shows it; read again it is the same. */
export function typedFigure({ kind, end, figure }: BankTerm): TypedFigure {
  return { kind, end, text: localNumber(figure) };
}

/** What a figure is counted in: `USD per EUR`, `%` or `EUR`. */
export function unitText(kind: TermKind, end: End, units: BankUnits): string {
  if (kind === 'percent') return '%';
  return kind === 'rate' ? `${units[end].code} per ${units[otherEnd(end)].code}` : units[end].code;
}

/**
 * Asks whether a rate was meant the other way round: so it is near mid-market, and as it stands at least twice as far away. Null
 * where nothing says so. Logarithms compare factors: twice and half are as far from 1.
 */
export function turnedQuestion(terms: readonly BankTerm[], { from, to, rate }: MidMarket): string | null {
  const term = terms.find(({ kind }) => kind === 'rate');
  if (term === undefined) return null;
  const mid = Math.log(roundExact(rate));
  const stated = Math.log(Number(term.figure)) * (term.end === 'to' ? 1 : -1);
  const [distance, turnedDistance] = [Math.abs(stated - mid), Math.abs(stated + mid)];
  if (distance < NEAR_RATE || turnedDistance > NEAR_INVERSE || 2 * turnedDistance > distance) return null;
  const [base, quote] = term.end === 'to' ? [to, from] : [from, to];
  return `Did you mean 1 ${base} = ${localNumber(term.figure)} ${quote}?`;
}

/** The other end of a conversion. */
export function otherEnd(end: End): End {
  return end === 'from' ? 'to' : 'from';
}
