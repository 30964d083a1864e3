import type { ConverterView } from '#lib/client/address/converter-address';

/** What is asked of /v1/convert where the result is what was typed: only the figures count then. */
const ONE = '1';

/** The amount that a view's conversion is asked with. */
export function askedAmount({ amount, end }: Pick<ConverterView, 'amount' | 'end'>): string {
  return end === 'from' ? amount : ONE;
}
