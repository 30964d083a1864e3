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

/** What somebody's provider states, under the name that they gave it. */
export interface BankLine {
  readonly name: string;
  readonly terms: readonly BankTerm[];
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
