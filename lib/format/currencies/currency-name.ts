import { findCurrency } from '#lib/domain/currencies/currency';

/** A currency as people call it: `US dollar`; an unknown code stands for itself. */
export function currencyName(code: string): string {
  return findCurrency(code)?.name ?? code;
}
