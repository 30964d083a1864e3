import {
  bankCost,
  type BankCost,
  type BankFault,
  compareCosts,
  isStatedElsewhere,
  type MidMarket,
} from '#lib/domain/bank/bank-cost';
import type { BankLine, End, StatedFor } from '#lib/domain/bank/bank-terms';
import {
  add,
  compareExact,
  type ExactNumber,
  exactNumber,
  multiply,
  roundExact,
} from '#lib/domain/rates/exact-number';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { amountParts, figureText, rateParts } from '#lib/format/numbers/figures';
import { fixedText, localNumber } from '#lib/format/numbers/number-text';
import { turnedQuestion } from './bank-figure.ts';

/** The currencies of a conversion as money is written in them. */
export type MoneyUnits = Readonly<Record<End, Pick<CurrencyOption, 'code' | 'minorUnits'>>>;

/** What is said of a line: nothing yet, why it has no cost, or what it costs. */
export type Judgement =
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly sentence: string }
  /** It was stated for another conversion than the shown one. */
  | { readonly kind: 'elsewhere'; readonly sentence: string }
  | {
      readonly kind: 'verdict';
      /** `Costs 4.14%`, or that it costs nothing, or less. */
      readonly headline: string;
      /** The cost in both currencies; null where there is none. */
      readonly money: string | null;
      /** What is paid, what is received, and what mid-market gives. */
      readonly sums: string;
      /** Asks whether its rate was meant the other way round; null where nothing says so. */
      readonly turned: string | null;
      /** Whether no other line costs less, where there are others and not all cost the same. */
      readonly isCheapest: boolean;
    };

const PERCENT_DECIMALS = 2;

/** What is less than this is said to be so, and not to be nothing. */
const PERCENT_MIN = 0.005;

/** Significant digits of an amount in what has no minor units, such as gold. */
const AMOUNT_DIGITS = 5;

/** A smaller part of what is paid is what rates and sums lose by their digits. */
const EVEN_BELOW = exactNumber(1e-9);

/** Judges the lines of some rows against the same conversion, and each other; null is one that states nothing yet. */
export function judgeBanks(
  rows: readonly { readonly line: BankLine | null }[],
  mid: MidMarket,
  units: MoneyUnits,
): readonly Judgement[] {
  const judged = rows.map(({ line }) => {
    const isHere = line !== null && !isStatedElsewhere(line.stated, mid);
    return { line, cost: isHere ? bankCost(line.terms, mid) : null };
  });
  const costs = judged.flatMap(({ cost }) => (cost?.ok ? cost.value : []));
  const isLeast = (cost: BankCost) => costs.every((other) => compareCosts(cost, other) <= 0);
  const differ = costs.some((cost) => !isLeast(cost));
  return judged.map(({ line, cost }): Judgement => {
    if (line === null || cost === null) return elsewhere(line?.stated ?? null);
    if (!cost.ok) return { kind: 'wrong', sentence: faultText(cost.error, mid, units) };
    const turned = turnedQuestion(line.terms, mid);
    const hasRate = line.terms.some(({ kind }) => kind === 'rate');
    const isCheapest = differ && isLeast(cost.value);
    return { kind: 'verdict', turned, ...verdictOf(cost.value, { hasRate, isCheapest, units }) };
  });
}

/** The verdict on a line as it is read out; empty where there is none. */
export function judgementText(name: string, judgement: Judgement): string {
  if (judgement.kind !== 'verdict') return '';
  const { headline, money, isCheapest, turned } = judgement;
  const cost = `${name}: ${headline}${money === null ? '' : `, ${money}`}${isCheapest ? ', the cheapest' : ''}.`;
  return turned === null ? cost : `${cost} ${turned}`;
}

interface Verdict {
  readonly hasRate: boolean;
  readonly isCheapest: boolean;
  readonly units: MoneyUnits;
}

function verdictOf(
  { share, inFrom, inTo, paid, received }: BankCost,
  { hasRate, isCheapest, units: { from, to } }: Verdict,
) {
  const sums = `You pay ${moneyText(paid, from)} and get ${moneyText(received, to)}`;
  if (compareExact(sizeOf(share), EVEN_BELOW) < 0) {
    return { headline: 'Costs nothing: this is mid-market', money: null, sums, isCheapest };
  }
  const percent = percentText(share);
  const money = `${moneyText(inFrom, from)} or ${moneyText(inTo, to)}`;
  const withMid = `${sums}; mid-market gives ${moneyText(add(received, inTo), to)}`;
  if (share.numerator > 0n) return { headline: `Costs ${percent}`, money, sums: withMid, isCheapest };
  return {
    headline: `${percent} better than mid-market: check ${hasRate ? 'the rate' : 'what you typed'}`,
    money: `${money} more than mid-market`,
    sums: withMid,
    // Likely mistyped, and so no winner.
    isCheapest: false,
  };
}

function elsewhere(stated: StatedFor | null): Judgement {
  if (stated === null) return { kind: 'none' };
  const { from, to, amount } = stated;
  const given = amount === null ? from : `${localNumber(amount)} ${from}`;
  return { kind: 'elsewhere', sentence: `This was stated for ${given} to ${to}.` };
}

function faultText(fault: BankFault, { amount, from }: MidMarket, units: MoneyUnits): string {
  if (fault === 'no-amount') return 'Type an amount above to see what this costs.';
  return `Nothing is left of the ${figureText(amountParts(Number(amount), units.from.minorUnits))} ${from} that you pay: type a lower fee, or a larger amount above.`;
}

/** The size of a sum, rounded as amounts are on the rest of the page; to five significant digits of what has no minor units, such as gold. */
function moneyText(sum: ExactNumber, { code, minorUnits }: MoneyUnits[End]): string {
  const amount = roundExact(sizeOf(sum));
  const parts = minorUnits === null ? rateParts(amount, AMOUNT_DIGITS) : amountParts(amount, minorUnits);
  return `${figureText(parts)} ${code}`;
}

/** The size of a part of one as per cent: 0.0411 is `4.11%`; `less than 0.01%` where it would be none. */
function percentText(share: ExactNumber): string {
  const percent = roundExact(multiply(sizeOf(share), exactNumber(100)));
  const isLess = percent < PERCENT_MIN;
  return `${isLess ? 'less than ' : ''}${fixedText(isLess ? 2 * PERCENT_MIN : percent, PERCENT_DECIMALS)}%`;
}

function sizeOf(sum: ExactNumber): ExactNumber {
  return sum.numerator < 0n ? { ...sum, numerator: -sum.numerator } : sum;
}
