import { findCurrency } from '#lib/domain/currencies/currency';

/** A currency as people read it; an unknown code stands for itself. */
export function currencyLabel(code: string): {
  readonly code: string;
  readonly name: string;
  readonly minorUnits: number | null;
} {
  const currency = findCurrency(code);
  return { code, name: currency?.name ?? code, minorUnits: currency?.minorUnits ?? null };
}
