import {
  compare,
  type ExactNumber,
  exactNumber,
  halfUpText,
  multiply,
  publishedRate,
  rateOfLegs,
  roundedText,
  withoutIdleZeros,
} from '#lib/domain/rates/exact-number';
import { fail, ok, type Result } from '#lib/domain/result';
import { isObject, type ReceiptLeg, type ReceiptPayload, type ReceiptRegulation } from './receipt.ts';

/**
 * Makes the answer of a receipt again from its legs, in whole numbers without limit, and compares every number; the failure is a
 * sentence that names the first one that differs.
 */
export function recomputeReceipt(payload: ReceiptPayload): Result<null, string> {
  return findDifference(payload, [answersQuestion, leadsAcross, makesRate, makesResult]);
}

type Step = (payload: ReceiptPayload) => string | null;

function findDifference(payload: ReceiptPayload, steps: readonly Step[]): Result<null, string> {
  for (const step of steps) {
    const difference = step(payload);
    if (difference !== null) return fail(difference);
  }
  return ok(null);
}

/** The answer is to the question: the same pair, and the same amount where there is one. */
function answersQuestion({ question: { parameters }, answer, decimals }: ReceiptPayload): string | null {
  for (const name of ['from', 'to'] as const) {
    if (parameters[name] !== answer[name])
      return `The question has ${name}=${parameters[name] ?? ''}, and the answer has ${String(answer[name])}.`;
  }
  const asked = parameters['amount'] ?? null;
  if (asked === decimals.amount) return null;
  const said = asked === null ? 'no amount' : `the amount ${asked}`;
  return `The question has ${said}, and the answer has ${decimals.amount ?? 'none'}.`;
}

/** Each leg begins where the one before it ended, from the first currency to the last. */
function leadsAcross({ answer, legs, combination: { kind } }: ReceiptPayload): string | null {
  const expected = legs.length === 0 ? 'identity' : legs.length > 1 ? 'cross' : ofOne(legs);
  if (kind !== expected)
    return `The figures make a rate of the kind ${expected}, and the receipt says ${kind}.`;
  let code = answer['from'];
  for (const { base, quote, inverted } of legs) {
    const [start, end] = inverted ? [quote, base] : [base, quote];
    if (code !== start) return `The figure ${base}/${quote} does not continue from ${String(code)}.`;
    code = end;
  }
  return code === answer['to']
    ? null
    : `The figures lead to ${String(code)}, not to ${String(answer['to'])}.`;
}

function ofOne([leg]: readonly ReceiptLeg[]): 'direct' | 'inverse' {
  return leg?.inverted === true ? 'inverse' : 'direct';
}

function makesRate({ legs, answer, decimals }: ReceiptPayload): string | null {
  const made = roundedText(rateOfLegs(legs));
  return difference('rate', made, decimals.rate, answer['rate']);
}

function makesResult({ legs, answer, decimals, combination }: ReceiptPayload): string | null {
  if (decimals.amount === null) return null;
  const amount = exactNumber(decimals.amount);
  const said = difference('amount', decimals.amount, decimals.amount, answer['amount']);
  if (said !== null) return said;
  const { regulation } = combination;
  const inEuro = isObject(answer['regulation']) ? answer['regulation']['euro'] : undefined;
  if (regulation === null) {
    const made = roundedText(multiply(amount, rateOfLegs(legs)));
    return difference('result', made, decimals.result, answer['result']);
  }
  const { result, euro } = byRegulation(amount, legs, regulation);
  if (euro === null && decimals.euro !== null) return 'There is no amount in euro on the way.';
  return (
    (euro === null ? null : difference('amount in euro', euro, decimals.euro, inEuro)) ??
    difference('result', result, decimals.result, answer['result'])
  );
}

/** Whether a number that was made is the one that the receipt says: as a decimal with all its digits, and as the nearest number to that. */
function difference(name: string, made: string, decimal: string | null, number: unknown): string | null {
  if (decimal === null || compare(exactNumber(made), exactNumber(decimal)) !== 0)
    return `The figures make the ${name} ${made}, and the receipt says ${decimal ?? 'none'}.`;
  if (number !== Number(made))
    return `The figures make the ${name} ${made}, and the answer says ${String(number)}.`;
  return null;
}

function withLeg(amount: ExactNumber, { figure, inverted }: ReceiptLeg): ExactNumber {
  return multiply(amount, publishedRate(figure, inverted));
}

/** Council Regulation (EC) No 1103/97: into euro and rounded, then into the other currency and rounded, each time from the exact value. */
function byRegulation(
  amount: ExactNumber,
  legs: readonly ReceiptLeg[],
  { euroDecimals, resultDecimals }: ReceiptRegulation,
): { readonly result: string; readonly euro: string | null } {
  const [first, second] = legs;
  // A sum against itself is not converted.
  if (!first) return { result: halfUp(amount, RESULT_PLACES_MAX), euro: null };
  if (!second) return { result: halfUp(withLeg(amount, first), resultDecimals), euro: null };
  const euro = halfUp(withLeg(amount, first), euroDecimals);
  return { result: halfUp(withLeg(exactNumber(euro), second), resultDecimals), euro };
}

/** More than an amount has. */
const RESULT_PLACES_MAX = 30;

/** The nearest decimal with so many decimals, a half up. */
function halfUp(amount: ExactNumber, places: number): string {
  return withoutIdleZeros(halfUpText(amount, places));
}
