import {
  addFractions,
  areEqualFractions,
  type DecimalFraction,
  decimalFraction,
  divideFractions,
  multiplyFractions,
  negateFraction,
} from '#lib/domain/rates/decimal-fraction';
import { fail, ok, type Result } from '#lib/domain/result';
import type { BankTerm, End, StatedFor, TermKind } from './bank-terms.ts';

/** A conversion at the mid-market rate, which a bank's terms are measured by. */
export interface MidMarket {
  /** The currency that is paid with. */
  readonly from: string;
  /** The currency that is received. */
  readonly to: string;
  /** The amount of `from` to be paid, a plain decimal. */
  readonly amount: string;
  /** Exact, in units of `to` per unit of `from`; more than 0. */
  readonly rate: DecimalFraction;
}

/** What a bank's terms come to, exactly; negative costs are a gain over the mid-market rate. */
export interface BankCost {
  /** What is paid in all, in `from`. */
  readonly paid: DecimalFraction;
  /** What is received for it, in `to`. */
  readonly received: DecimalFraction;
  /** What is paid beyond what the received sum is worth, in `from`. */
  readonly inFrom: DecimalFraction;
  /** The same in `to`: what mid-market would give for the paid sum, less what is received. */
  readonly inTo: DecimalFraction;
  /** The same as a part of what is paid: 0.02 is two per cent. */
  readonly share: DecimalFraction;
}

/** Why terms have no cost: there is no amount to compute with, or the fees leave nothing of it. */
export type BankFault = 'no-amount' | 'nothing-left';

const ZERO = decimalFraction('0');
const ONE = decimalFraction('1');
const HUNDREDTH = decimalFraction('0.01');

/**
 * What terms cost against the mid-market rate. With a rate, fees are taken out of the amount before it is converted:
 * 100 EUR at 1.12 with 2 % and 5 EUR give (100 − 2 − 5) × 1.12 = 104.16 USD; without one, fees alone are at the
 * mid-market rate. Where the sum that was received is stated, fees come on top of what is paid: 100 EUR and 5 EUR for
 * 112 USD cost 105 EUR. A fee in `to` is taken out of what is received. A stated sum has its fees in it: those in `from` the
 * sum that was paid, those in `to` the sum that was received.
 */
export function bankCost(terms: readonly BankTerm[], mid: MidMarket): Result<BankCost, BankFault> {
  const amount = decimalFraction(mid.amount);
  if (amount.numerator === 0n) return fail('no-amount');
  const [charged, came] = [figureOf(terms, 'paid'), figureOf(terms, 'received')];
  const percent = multiplyFractions(sumOf(terms, 'percent', 'from'), HUNDREDTH);
  const fees = addFractions(multiplyFractions(amount, percent), sumOf(terms, 'fee', 'from'));
  const paid = charged ?? (came === null ? amount : addFractions(amount, fees));
  const converted = charged === null ? subtract(amount, fees) : amount;
  const given = multiplyFractions(converted, rateOf(terms) ?? mid.rate);
  const received = came ?? subtract(given, sumOf(terms, 'fee', 'to'));
  if (received.numerator <= 0n) return fail('nothing-left');
  const atMid = multiplyFractions(paid, mid.rate);
  const inTo = subtract(atMid, received);
  return ok({
    paid,
    received,
    inFrom: divideFractions(inTo, mid.rate) ?? ZERO,
    inTo,
    share: divideFractions(inTo, atMid) ?? ZERO,
  });
}

/** Which of two costs is the larger part of what is paid: 1 for the first, −1 for the other, 0 for neither. */
export function compareCosts({ share: one }: BankCost, { share: other }: BankCost): -1 | 0 | 1 {
  const difference = subtract(one, other).numerator;
  if (difference === 0n) return 0;
  return difference > 0n ? 1 : -1;
}

/** Whether terms were stated for another conversion than this one, so that they have no cost in it. */
export function isStatedElsewhere(stated: StatedFor | null, { from, to, amount }: MidMarket): boolean {
  if (stated === null) return false;
  if (stated.from !== from || stated.to !== to) return true;
  return (
    stated.amount !== null && !areEqualFractions(decimalFraction(stated.amount), decimalFraction(amount))
  );
}

/** In units of `to` per unit of `from`; null where no rate is stated. */
function rateOf(terms: readonly BankTerm[]): DecimalFraction | null {
  const term = terms.find(({ kind }) => kind === 'rate');
  if (term === undefined) return null;
  const rate = decimalFraction(term.figure);
  return term.end === 'to' ? rate : divideFractions(ONE, rate);
}

function figureOf(terms: readonly BankTerm[], wanted: TermKind): DecimalFraction | null {
  const term = terms.find(({ kind }) => kind === wanted);
  return term === undefined ? null : decimalFraction(term.figure);
}

function sumOf(terms: readonly BankTerm[], kind: TermKind, end: End): DecimalFraction {
  return terms
    .filter((term) => term.kind === kind && term.end === end)
    .reduce((sum, { figure }) => addFractions(sum, decimalFraction(figure)), ZERO);
}

function subtract(one: DecimalFraction, other: DecimalFraction): DecimalFraction {
  return addFractions(one, negateFraction(other));
}
