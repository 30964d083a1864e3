import {
  add,
  compareExact,
  type ExactNumber,
  exactNumber,
  divide,
  invert,
  multiply,
  subtract,
} from '#lib/domain/rates/exact-number';
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
  readonly rate: ExactNumber;
}

/** What a bank's terms come to, exactly; negative costs are a gain over the mid-market rate. */
export interface BankCost {
  /** What is paid in all, in `from`. */
  readonly paid: ExactNumber;
  /** What is received for it, in `to`. */
  readonly received: ExactNumber;
  /** What is paid beyond what the received sum is worth, in `from`. */
  readonly inFrom: ExactNumber;
  /** The same in `to`: what mid-market would give for the paid sum, less what is received. */
  readonly inTo: ExactNumber;
  /** The same as a part of what is paid: 0.02 is two per cent. */
  readonly share: ExactNumber;
}

/** Why terms have no cost: there is no amount to compute with, or the fees leave nothing of it. */
export type BankFault = 'no-amount' | 'nothing-left';

const ZERO = exactNumber('0');
const HUNDREDTH = exactNumber('0.01');

/**
 * What terms cost against the mid-market rate. With a rate, fees are taken out of the amount before it is converted:
 * 100 EUR at 1.12 with 2 % and 5 EUR give (100 − 2 − 5) × 1.12 = 104.16 USD; without one, fees alone are at the
 * mid-market rate. Where the sum that was received is stated, fees come on top of what is paid: 100 EUR and 5 EUR for
 * 112 USD cost 105 EUR. A fee in `to` is taken out of what is received. A stated sum has its fees in it: those in `from` the
 * sum that was paid, those in `to` the sum that was received.
 */
export function bankCost(terms: readonly BankTerm[], mid: MidMarket): Result<BankCost, BankFault> {
  const amount = exactNumber(mid.amount);
  if (amount.numerator === 0n) return fail('no-amount');
  const [charged, came] = [figureOf(terms, 'paid'), figureOf(terms, 'received')];
  const percent = multiply(sumOf(terms, 'percent', 'from'), HUNDREDTH);
  const fees = add(multiply(amount, percent), sumOf(terms, 'fee', 'from'));
  const paid = charged ?? (came === null ? amount : add(amount, fees));
  const converted = charged === null ? subtract(amount, fees) : amount;
  const given = multiply(converted, rateOf(terms) ?? mid.rate);
  const received = came ?? subtract(given, sumOf(terms, 'fee', 'to'));
  if (received.numerator <= 0n) return fail('nothing-left');
  const atMid = multiply(paid, mid.rate);
  const inTo = subtract(atMid, received);
  return ok({
    paid,
    received,
    inFrom: divide(inTo, mid.rate),
    inTo,
    share: divide(inTo, atMid),
  });
}

/** Which of two costs is the larger part of what is paid: 1 for the first, −1 for the other, 0 for neither. */
export function compareCosts({ share: one }: BankCost, { share: other }: BankCost): -1 | 0 | 1 {
  return compareExact(one, other);
}

/** Whether terms were stated for another conversion than this one, so that they have no cost in it. */
export function isStatedElsewhere(stated: StatedFor | null, { from, to, amount }: MidMarket): boolean {
  if (stated === null) return false;
  if (stated.from !== from || stated.to !== to) return true;
  return stated.amount !== null && compareExact(exactNumber(stated.amount), exactNumber(amount)) !== 0;
}

/** In units of `to` per unit of `from`; null where no rate is stated. */
function rateOf(terms: readonly BankTerm[]): ExactNumber | null {
  const term = terms.find(({ kind }) => kind === 'rate');
  if (term === undefined) return null;
  const rate = exactNumber(term.figure);
  return term.end === 'to' ? rate : invert(rate);
}

function figureOf(terms: readonly BankTerm[], wanted: TermKind): ExactNumber | null {
  const term = terms.find(({ kind }) => kind === wanted);
  return term === undefined ? null : exactNumber(term.figure);
}

function sumOf(terms: readonly BankTerm[], kind: TermKind, end: End): ExactNumber {
  return terms
    .filter((term) => term.kind === kind && term.end === end)
    .reduce((sum, { figure }) => add(sum, exactNumber(figure)), ZERO);
}
