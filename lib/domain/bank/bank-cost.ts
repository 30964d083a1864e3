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
import { type BankTerm, codesOfTerm, type Money, type StatedFor } from './bank-terms.ts';

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

/** Whether terms were stated for another conversion than this one, so that they have no cost in it. */
export function isStatedElsewhere(stated: StatedFor | null, { from, to, amount }: MidMarket): boolean {
  if (stated === null) return false;
  if (stated.from !== from || stated.to !== to) return true;
  return (
    stated.amount !== null && !areEqualFractions(decimalFraction(stated.amount), decimalFraction(amount))
  );
}

/** Why terms have no cost in a conversion. */
export type BankFault =
  /** They are about other currencies. */
  | { readonly kind: 'other-pair'; readonly codes: readonly string[] }
  /** A received sum in the currency that is paid with, or the other way round. */
  | { readonly kind: 'wrong-side'; readonly term: 'received' | 'paid' }
  /** A rate beside a sum, or two of one kind. */
  | { readonly kind: 'two-prices' }
  /** The fees leave nothing; the fee where it is a single fixed sum. */
  | { readonly kind: 'nothing-left'; readonly fee: Money | null }
  /** A sum of 0 was received or paid. */
  | { readonly kind: 'no-sum' }
  /** There is no amount to compute with. */
  | { readonly kind: 'no-amount' };

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
  const fault = faultOf(terms, mid);
  if (fault !== null) return fail(fault);
  const amount = decimalFraction(mid.amount);
  const { paid: stated, received: got } = sumsIn(terms);
  const fees = addFractions(multiplyFractions(amount, percentsIn(terms)), feesIn(terms, mid.from));
  const paid = stated ?? (got === null ? amount : addFractions(amount, fees));
  const converted = stated === null ? subtract(amount, fees) : amount;
  const given = multiplyFractions(converted, rateIn(terms, mid) ?? mid.rate);
  const received = got ?? subtract(given, feesIn(terms, mid.to));
  if (received.numerator <= 0n) return fail({ kind: 'nothing-left', fee: onlyFee(terms) });
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

/** Which of some costs is the smallest part of what is paid: 1 for the first where it is larger, −1 where it is smaller. */
export function compareCosts({ share: one }: BankCost, { share: other }: BankCost): -1 | 0 | 1 {
  const difference = subtract(one, other).numerator;
  if (difference === 0n) return 0;
  return difference > 0n ? 1 : -1;
}

function faultOf(terms: readonly BankTerm[], { from, to, amount }: MidMarket): BankFault | null {
  const codes = [...new Set(terms.flatMap(codesOfTerm))];
  if (codes.some((code) => code !== from && code !== to)) return { kind: 'other-pair', codes };
  for (const term of terms) {
    if (term.kind === 'received' && term.code !== to) return { kind: 'wrong-side', term: 'received' };
    if (term.kind === 'paid' && term.code !== from) return { kind: 'wrong-side', term: 'paid' };
  }
  const count = (kind: BankTerm['kind']) => terms.filter((term) => term.kind === kind).length;
  const [rates, received, paid] = [count('rate'), count('received'), count('paid')];
  if (Math.max(rates, received, paid) > 1 || (rates > 0 && received + paid > 0)) {
    return { kind: 'two-prices' };
  }
  if (decimalFraction(amount).numerator === 0n) return { kind: 'no-amount' };
  const sums = Object.values(sumsIn(terms));
  if (sums.some((sum) => sum?.numerator === 0n)) return { kind: 'no-sum' };
  return null;
}

function sumsIn(terms: readonly BankTerm[]): Readonly<Record<'received' | 'paid', DecimalFraction | null>> {
  const sumOf = (kind: 'received' | 'paid') => {
    const term = terms.find((one) => one.kind === kind);
    return term?.kind === kind ? decimalFraction(term.amount) : null;
  };
  return { received: sumOf('received'), paid: sumOf('paid') };
}

/** In units of `to` per unit of `from`; null where no rate is stated. */
function rateIn(terms: readonly BankTerm[], { from }: MidMarket): DecimalFraction | null {
  const term = terms.find(({ kind }) => kind === 'rate');
  if (term?.kind !== 'rate') return null;
  const rate = decimalFraction(term.rate);
  return term.base === from ? rate : divideFractions(ONE, rate);
}

/** The sum of all percentages, as a part of one. */
function percentsIn(terms: readonly BankTerm[]): DecimalFraction {
  return terms.reduce(
    (sum, term) =>
      term.kind === 'percent'
        ? addFractions(sum, multiplyFractions(decimalFraction(term.percent), HUNDREDTH))
        : sum,
    ZERO,
  );
}

function feesIn(terms: readonly BankTerm[], code: string): DecimalFraction {
  return terms.reduce(
    (sum, term) =>
      term.kind === 'fee' && term.code === code ? addFractions(sum, decimalFraction(term.amount)) : sum,
    ZERO,
  );
}

function onlyFee(terms: readonly BankTerm[]): Money | null {
  const fees = terms.filter(({ kind }) => kind === 'fee' || kind === 'percent');
  const [only] = fees;
  return fees.length === 1 && only?.kind === 'fee' ? { amount: only.amount, code: only.code } : null;
}

function subtract(one: DecimalFraction, other: DecimalFraction): DecimalFraction {
  return addFractions(one, negateFraction(other));
}
