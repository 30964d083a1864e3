import { plainAmount } from '#lib/contract/plain-amount';
import { add, exactNumber, roundedText } from '#lib/domain/rates/exact-number';

/** What one press of an arrow key adds: 1, with Shift 10, with Alt 0.1. */
export type AmountStep = '1' | '10' | '0.1';

/** A plain amount one step up or down, exact in decimals and never below 0: 0.3 less 0.1 is 0.2. */
export function stepAmount(amount: string, step: AmountStep, direction: 1 | -1): string {
  const change = exactNumber(direction === 1 ? step : `-${step}`);
  const sum = add(exactNumber(amount), change);
  if (sum.numerator <= 0n) return '0';
  const stepped = plainAmount(roundedText(sum));
  return stepped.ok ? stepped.amount : amount;
}
