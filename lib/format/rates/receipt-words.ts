import type { ReceiptPayload } from '#lib/contract/receipts';
import { significantText } from '#lib/format/numbers/decimal-text';

/** What is to be said of a receipt that proves nothing. */
export const SIMULATED_SENTENCE =
  'the service’s figures were made up or its clock was set. This receipt proves nothing about real rates.';

/** The answer in words: `1200.5 USD = 191880.670157447 JPY, at 159.83396097227 JPY per USD.` */
export function answerText({ answer: { from, to, amount, result, rate } }: ReceiptPayload): string {
  return amount === undefined || result === undefined
    ? `1 ${from} = ${numberText(rate)} ${to}.`
    : `${numberText(amount)} ${from} = ${numberText(result)} ${to}, at ${numberText(rate)} ${to} per ${from}.`;
}

/** More digits than a number prints with. */
const DIGITS_MAX = 17;

function numberText(number: number): string {
  return significantText(number, DIGITS_MAX);
}
