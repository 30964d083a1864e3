import type { ReceiptPayload } from '#lib/contract/receipts';
import { plainDecimal } from '#lib/domain/rates/exact-number';

/** What is to be said of a receipt that proves nothing. */
export const SIMULATED_SENTENCE =
  'the service’s figures were made up or its clock was set. This receipt proves nothing about real rates.';

/** The answer in words: `1200.5 USD = 191880.670157447 JPY, at 159.83396097227 JPY per USD.` */
export function answerText({ answer: { from, to, amount, result, rate } }: ReceiptPayload): string {
  return amount === undefined || result === undefined
    ? `1 ${from} = ${plainDecimal(rate)} ${to}.`
    : `${plainDecimal(amount)} ${from} = ${plainDecimal(result)} ${to}, at ${plainDecimal(rate)} ${to} per ${from}.`;
}
