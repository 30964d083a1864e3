import { bankCost, type BankCost, compareCosts, isStatedElsewhere } from '#lib/domain/bank/bank-cost';
import type { StatedTerms, BankTerm } from '#lib/domain/bank/bank-terms';
import type { BankContext } from './bank-context.ts';
import { readBankText, type TextFix } from './bank-text.ts';
import { bankVerdict, type BankVerdict, faultText, statedText } from './bank-words.ts';

/** What is said of a line: nothing yet, what is wrong with it, or what it costs. */
export type Judgement =
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly sentence: string; readonly fixes: readonly TextFix[] }
  /** It was stated for another conversion than the shown one. */
  | { readonly kind: 'elsewhere'; readonly sentence: string }
  | {
      readonly kind: 'verdict';
      readonly verdict: BankVerdict;
      /** Whether no other line costs less, where there are others and not all cost the same. */
      readonly isCheapest: boolean;
    };

/** A line as it is typed. */
export interface TypedStatement {
  readonly text: string;
  /** The parts of the text that somebody pressed a button for. */
  readonly confirmed: readonly string[];
  /** What the text meant when it was typed, and for which conversion; null while it means nothing. */
  readonly statement: StatedTerms | null;
}

/** Judges the statements of some lines against the same conversion, and each other. */
export function judgeBanks(lines: readonly TypedStatement[], context: BankContext): readonly Judgement[] {
  const judged = lines.map((line) => judge(line, context));
  const costs = judged.flatMap(({ costing }) => costing?.cost ?? []);
  const isLeast = (cost: BankCost) => costs.every((other) => compareCosts(cost, other) <= 0);
  const differ = costs.some((cost) => !isLeast(cost));
  return judged.map(({ costing, judgement }) => {
    if (costing === null) return judgement;
    const { cost, terms } = costing;
    const verdict = bankVerdict(cost, terms, context);
    // What is better than mid-market is likely mistyped, and no winner.
    return { kind: 'verdict', verdict, isCheapest: differ && isLeast(cost) && verdict.tone !== 'better' };
  });
}

interface Judged {
  readonly costing: { readonly cost: BankCost; readonly terms: readonly BankTerm[] } | null;
  readonly judgement: Exclude<Judgement, { readonly kind: 'verdict' }>;
}

function judge({ text, confirmed, statement }: TypedStatement, context: BankContext): Judged {
  if (statement !== null) {
    const { stated } = statement;
    if (stated !== null && isStatedElsewhere(stated, context.mid)) {
      return { costing: null, judgement: { kind: 'elsewhere', sentence: statedText(stated) } };
    }
    return judgeTerms(statement.terms, context);
  }
  const reading = readBankText(text, context, confirmed);
  switch (reading.kind) {
    case 'empty':
      return { costing: null, judgement: { kind: 'none' } };
    case 'refused':
      return wrong(reading.sentence);
    case 'doubted':
      return wrong(reading.sentence, reading.fixes);
    case 'terms':
      return judgeTerms(reading.terms, context);
    default:
      return reading satisfies never;
  }
}

function judgeTerms(terms: readonly BankTerm[], context: BankContext): Judged {
  const cost = bankCost(terms, context.mid);
  return cost.ok
    ? { costing: { cost: cost.value, terms }, judgement: { kind: 'none' } }
    : wrong(faultText(cost.error, context));
}

function wrong(sentence: string, fixes: readonly TextFix[] = []): Judged {
  return { costing: null, judgement: { kind: 'wrong', sentence, fixes } };
}

/** The verdict on a line as it is read out. */
export function judgementText(name: string, judgement: Judgement): string {
  if (judgement.kind !== 'verdict') return '';
  const { verdict, isCheapest } = judgement;
  const money = verdict.money === null ? '' : `, ${verdict.money}`;
  return `${name}: ${verdict.headline}${money}${isCheapest ? ', the cheapest' : ''}.`;
}
