/** An amount of a currency: a plain decimal such as `1200.5`. */
export interface Money {
  readonly amount: string;
  readonly code: string;
}

/** One thing that a bank, a card or an exchange office states about a conversion. */
export type BankTerm =
  /** One unit of `base` costs `rate` units of `quote`; a plain decimal. */
  | { readonly kind: 'rate'; readonly base: string; readonly quote: string; readonly rate: string }
  /** The sum that comes out, in the currency that is bought. */
  | ({ readonly kind: 'received' } & Money)
  /** All that was charged, in the currency that is paid with. */
  | ({ readonly kind: 'paid' } & Money)
  /** A fee in per cent of what is paid: `2` of 100 is 2. */
  | { readonly kind: 'percent'; readonly percent: string }
  /** A fee of a fixed sum, in either currency. */
  | ({ readonly kind: 'fee' } & Money);

/** The conversion that terms were stated for; the amount of `from`, a plain decimal, only where a sum depends on it. */
export interface StatedFor {
  readonly from: string;
  readonly to: string;
  readonly amount: string | null;
}

/** What somebody's provider states, and for which conversion; null where it applies to any, as a percentage does. */
export interface StatedTerms {
  readonly terms: readonly BankTerm[];
  readonly stated: StatedFor | null;
}

/** A statement under the name that somebody gave it. */
export interface BankLine extends StatedTerms {
  readonly name: string;
}

/** What terms depend on of the conversion that they are stated for. */
export function statedFor(terms: readonly BankTerm[], { from, to, amount }: StatedFor): StatedFor | null {
  if (terms.every(({ kind }) => kind === 'percent')) return null;
  return { from, to, amount: hasSum(terms) ? amount : null };
}

/** Whether terms have a sum that was received or paid, which another amount changes. */
export function hasSum(terms: readonly BankTerm[]): boolean {
  return terms.some(({ kind }) => kind === 'received' || kind === 'paid');
}

/** More lines than this would be a table of their own. */
export const BANK_LINES_MAX = 6;

/** Most characters of a name. */
export const BANK_NAME_MAX = 24;

/** The currencies that a term is about; none of a percentage. */
export function codesOfTerm(term: BankTerm): readonly string[] {
  switch (term.kind) {
    case 'rate':
      return [term.base, term.quote];
    case 'percent':
      return [];
    case 'received':
    case 'paid':
    case 'fee':
      return [term.code];
    default:
      return term satisfies never;
  }
}
