import type { MidMarket } from '#lib/domain/bank/bank-cost';
import type { BankTerm } from '#lib/domain/bank/bank-terms';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';

/** A currency as bank statements name it. */
export type BankUnit = Pick<CurrencyOption, 'code' | 'name' | 'mark' | 'minorUnits'>;

/** What a statement is read in: the conversion that it is about. */
export interface BankContext {
  readonly from: BankUnit;
  readonly to: BankUnit;
  readonly mid: MidMarket;
  /** The codes of every currency that the service knows. */
  readonly codes: ReadonlySet<string>;
}

/** What a part of a statement means, why it means nothing, or what else may be meant by it. */
export type PartReading =
  | { readonly kind: 'term'; readonly term: BankTerm }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'doubted'; readonly sentence: string; readonly fixes: readonly TermFix[] };

/** What a button puts in the place of a doubted part. */
export interface TermFix {
  readonly label: string;
  readonly term: BankTerm;
}
