/** An end of a conversion: the currency that is paid with, or the one that is received. */
export type End = 'from' | 'to';

/** What a bank, a card or an exchange office states: a rate, what came out, what was charged, or a fee. */
export const TERM_KINDS = ['rate', 'received', 'paid', 'percent', 'fee'] as const;

export type TermKind = (typeof TERM_KINDS)[number];

/** The ends whose currency a kind can be counted in, the usual one first; a percentage is taken of what is paid. */
export const ENDS_OF_KIND: Readonly<Record<TermKind, readonly [End, ...End[]]>> = {
  rate: ['to', 'from'],
  received: ['to'],
  paid: ['from'],
  percent: ['from'],
  fee: ['from', 'to'],
};

/** One thing that is stated about a conversion. */
export interface BankTerm {
  readonly kind: TermKind;
  /** The end whose currency the figure is counted in: for a rate, so many units of it for one unit of the other end's. */
  readonly end: End;
  /** A plain decimal such as `1200.5`; a percentage in per cent: 2 of 100 is 2. */
  readonly figure: string;
}

/** The conversion that terms were stated for; the amount of `from`, a plain decimal, only where a sum depends on it. */
export interface StatedFor {
  readonly from: string;
  readonly to: string;
  readonly amount: string | null;
}

/** What somebody's provider states under a name, and for which conversion; null where it applies to any, as a percentage does. */
export interface BankLine {
  readonly name: string;
  readonly terms: readonly BankTerm[];
  readonly stated: StatedFor | null;
}

/** More lines than this would be a table of their own. */
export const BANK_LINES_MAX = 6;

/** A rate or two sums, and fees in per cent and in either currency. */
export const TERMS_MAX = 4;

/** Most characters of a name. */
export const BANK_NAME_MAX = 24;

/**
 * What terms depend on of the conversion that they are stated for. Undefined where it does not say that: there is none, or a sum
 * was stated for no amount.
 */
export function statedFor(
  terms: readonly BankTerm[],
  conversion: StatedFor | null,
): StatedFor | null | undefined {
  if (terms.every(({ kind }) => kind === 'percent')) return null;
  if (conversion === null) return undefined;
  if (!terms.some(({ kind }) => isSum(kind))) return { ...conversion, amount: null };
  return conversion.amount === null ? undefined : conversion;
}

/** The kinds that a term can have beside others: a rate and a sum give each other, and each is stated once; fees go with all. */
export function kindsBeside(others: readonly TermKind[]): readonly TermKind[] {
  const hasRate = others.includes('rate');
  return TERM_KINDS.filter((kind) => {
    if (kind === 'rate') return !hasRate && !others.some(isSum);
    return !isSum(kind) || (!hasRate && !others.includes(kind));
  });
}

/** What is wrong with a plain figure of a kind: a rate or a sum of 0, or a fee of everything. Null where nothing is. */
export function figureFault(kind: TermKind, figure: string): 'zero' | 'everything' | null {
  if (kind === 'percent') return Number(figure) >= 100 ? 'everything' : null;
  return kind !== 'fee' && Number(figure) === 0 ? 'zero' : null;
}

/** Whether a kind is a sum that was received or charged, which another amount changes. */
export function isSum(kind: TermKind): boolean {
  return kind === 'received' || kind === 'paid';
}
