import { plainAmount } from '#lib/contract/plain-amount';

/** What one press of an arrow key adds: 1, with Shift 10, with Alt 0.1. */
export type AmountStep = '1' | '10' | '0.1';

/** A plain amount one step up or down, exact in decimals and never below 0: 0.3 less 0.1 is 0.2. */
export function stepAmount(amount: string, step: AmountStep, direction: 1 | -1): string {
  const places = Math.max(placesOf(amount), placesOf(step));
  const sum = scaled(amount, places) + BigInt(direction) * scaled(step, places);
  if (sum <= 0n) return '0';
  const digits = sum.toString().padStart(places + 1, '0');
  const at = digits.length - places;
  const stepped = plainAmount(places === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`);
  return stepped.ok ? stepped.amount : amount;
}

function placesOf(decimal: string): number {
  return decimal.split('.')[1]?.length ?? 0;
}

function scaled(decimal: string, places: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}
