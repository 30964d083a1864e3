import type { BankCost, BankFault } from '#lib/domain/bank/bank-cost';
import type { BankTerm, StatedFor } from '#lib/domain/bank/bank-terms';
import { addFractions, type DecimalFraction, decimalFraction } from '#lib/domain/rates/decimal-fraction';
import { localNumber } from '#lib/format/numbers/number-text';
import { listText } from '#lib/format/sources/source-names';
import type { BankContext, BankUnit } from './bank-context.ts';

/** Decimals of money in currencies that have no minor unit of their own. */
const FALLBACK_MINOR_UNITS = 2;

const PERCENT_DECIMALS = 2;

/** The smallest amount has this many decimals. */
const PLACES_MAX = 12;

/** Terms as the field shows them, in the visitor's locale; read again they mean the same, whatever the pair. */
export function termsText(terms: readonly BankTerm[]): string {
  return terms.map(termText).join(' and ');
}

/** One term, as `1 EUR = 1.12 USD`, `112 USD received`, `118.4 EUR paid`, `2%` or `5 EUR fee`. */
export function termText(term: BankTerm): string {
  switch (term.kind) {
    case 'rate':
      return `1 ${term.base} = ${localNumber(term.rate)} ${term.quote}`;
    case 'percent':
      return `${localNumber(term.percent)}%`;
    case 'received':
    case 'paid':
    case 'fee':
      return `${localNumber(term.amount)} ${term.code} ${term.kind}`;
    default:
      return term satisfies never;
  }
}

/** What a bank's terms come to, in words. */
export interface BankVerdict {
  readonly tone: 'costs' | 'even' | 'better';
  /** `Costs 4.11%`, or that it costs nothing, or less. */
  readonly headline: string;
  /** The cost in both currencies; null where there is none. */
  readonly money: string | null;
  /** What is paid, what is received, and what mid-market gives. */
  readonly sums: string;
}

/** A smaller part of what is paid is what rates and sums lose by their digits. */
const EVEN_BELOW = 1_000_000_000n;

/** The verdict on what terms cost: per cent of what is paid, then money in the currency that is paid with and in the one received. */
export function bankVerdict(
  cost: BankCost,
  terms: readonly BankTerm[],
  { from, to }: Pick<BankContext, 'from' | 'to'>,
): BankVerdict {
  const { share, inFrom, inTo, paid, received } = cost;
  const isBetter = share.numerator < 0n;
  const percent = percentText(sizeOf(share));
  const money = `${moneyText(sizeOf(inFrom), from)} or ${moneyText(sizeOf(inTo), to)}`;
  const sums = `You pay ${moneyText(paid, from)} and get ${moneyText(received, to)}`;
  if (isEven(share)) {
    return { tone: 'even', headline: 'Costs nothing: this is mid-market', money: null, sums };
  }
  return {
    tone: isBetter ? 'better' : 'costs',
    headline: isBetter ? `${percent} better than mid-market: ${checkText(terms)}` : `Costs ${percent}`,
    money: isBetter ? `${money} more than mid-market` : money,
    sums: `${sums}; mid-market gives ${moneyText(addFractions(received, inTo), to)}`,
  };
}

function isEven({ numerator, denominator }: DecimalFraction): boolean {
  return (numerator < 0n ? -numerator : numerator) * EVEN_BELOW < denominator;
}

function checkText(terms: readonly BankTerm[]): string {
  return terms.some(({ kind }) => kind === 'rate') ? 'check the rate' : 'check what you typed';
}

/** For which conversion a statement was made, where another one is shown. */
export function statedText({ from, to, amount }: StatedFor): string {
  const given = amount === null ? from : `${localNumber(amount)} ${from}`;
  return `This was stated for ${given} to ${to}.`;
}

/**
 * A sum of money, not negative: rounded half-up to its minor units, and `less than 0.01 EUR` where that would be none; to at
 * least two significant digits of what has no minor units, such as gold.
 */
export function moneyText(
  sum: DecimalFraction,
  { code, minorUnits }: Omit<BankUnit, 'name' | 'mark'>,
): string {
  return `${roundedText(sum, minorUnits ?? significantPlaces(sum))} ${code}`;
}

/** Decimals that show at least two significant digits of a sum. */
function significantPlaces({ numerator, denominator }: DecimalFraction): number {
  let places = FALLBACK_MINOR_UNITS;
  while (numerator > 0n && places < PLACES_MAX && numerator * 10n ** BigInt(places) < 10n * denominator) {
    places += 1;
  }
  return places;
}

/** A part of one as per cent, not negative: 0.0411 is `4.11%`; `less than 0.01%` where it would be none. */
function percentText({ numerator, denominator }: DecimalFraction): string {
  return `${roundedText({ numerator: numerator * 100n, denominator }, PERCENT_DECIMALS)}%`;
}

/** Why terms have no cost, and what to do about it. */
export function faultText(fault: BankFault, { from, to, mid }: BankContext): string {
  switch (fault.kind) {
    case 'other-pair':
      return `This is about ${listText(fault.codes)}: type what applies to ${from.code} and ${to.code}.`;
    case 'wrong-side':
      return fault.term === 'received'
        ? `What you receive is in ${to.code}: type the sum in ${to.code}, or swap the currencies above.`
        : `What you pay is in ${from.code}: type the sum in ${from.code}, or swap the currencies above.`;
    case 'two-prices':
      return 'Type either one rate or one sum: each of them gives the other.';
    case 'nothing-left': {
      const fees = fault.fee === null ? 'These fees leave' : `A fee of ${feeText(fault.fee)} leaves`;
      const paid = moneyText(decimalFraction(mid.amount), from);
      return `${fees} nothing of the ${paid} that you pay: correct the fee, or the amount above.`;
    }
    case 'no-sum':
      return 'A sum is more than 0: type what was paid or received.';
    case 'no-amount':
      return 'Type an amount above to see what this costs.';
    default:
      return fault satisfies never;
  }
}

function feeText({ amount, code }: { readonly amount: string; readonly code: string }): string {
  return `${localNumber(amount)} ${code}`;
}

function sizeOf({ numerator, denominator }: DecimalFraction): DecimalFraction {
  return { numerator: numerator < 0n ? -numerator : numerator, denominator };
}

/** Half-up to so many decimals in the visitor's locale; never 0 for what is more. */
function roundedText({ numerator, denominator }: DecimalFraction, places: number): string {
  const scaled = numerator * 10n ** BigInt(places);
  const rounded = (2n * scaled + denominator) / (2n * denominator);
  if (rounded === 0n && numerator > 0n) return `less than ${localNumber(withPoint('1', places))}`;
  return localNumber(withPoint(String(rounded), places));
}

function withPoint(digits: string, places: number): string {
  if (places === 0) return digits;
  const padded = digits.padStart(places + 1, '0');
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}
