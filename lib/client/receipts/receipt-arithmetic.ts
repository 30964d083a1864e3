import type { ReceiptPayload } from '#lib/contract/receipts';
import { findCurrency } from '#lib/domain/currencies/currency';
import { convertAmount, rateOfLegs, roundExact } from '#lib/domain/rates/exact-number';
import { convertByRegulation, type StatutoryCurrency } from '#lib/domain/rates/statutory-conversion';

/** What a receipt's published figures make otherwise than its answer says, in a sentence; null where they make the answer. */
export function arithmeticFault({ answer, provenance: { legs } }: ReceiptPayload): string | null {
  const { from, to, amount, rate, result } = answer;
  let code = from;
  for (const { base, quote, inverted } of legs) {
    const [start, end] = inverted ? [quote, base] : [base, quote];
    if (code !== start) return `The figure ${base}/${quote} does not continue from ${code}.`;
    code = end;
  }
  if (code !== to) return `The figures lead to ${code}, not to ${to}.`;
  if (legs.some(({ figure }) => !(figure > 0))) return 'A figure is not a positive number.';
  const exact = rateOfLegs(legs);
  if (roundExact(exact) !== rate)
    return `The figures make the rate ${roundExact(exact)}, and the receipt says ${rate}.`;
  if (amount === undefined) return null;
  const made = byRegulation(answer, legs) ?? convertAmount(amount, exact);
  return made === result ? null : `The figures make the result ${made}, and the receipt says ${result}.`;
}

/** The result where law had it rounded; null where it had not, and for a sum against itself, which is not converted. */
function byRegulation(
  { from, to, amount = 0, regulation }: ReceiptPayload['answer'],
  legs: ReceiptPayload['provenance']['legs'],
): number | null {
  const [first, last] = [legs[0], legs.at(-1)];
  if (!regulation || !first || !last) return null;
  return convertByRegulation(amount, statutory(from, first), statutory(to, last)).result;
}

function statutory(code: string, { figure }: { readonly figure: number }): StatutoryCurrency {
  return {
    rate: code === 'EUR' ? null : String(figure),
    minorUnits: findCurrency(code)?.minorUnits ?? null,
  };
}
