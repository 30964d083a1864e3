import { bankCost, type BankCost, compareCosts } from '#lib/domain/bank/bank-cost';
import type { BankContext } from './bank-context.ts';
import { readBankText, type TextFix } from './bank-text.ts';
import { bankVerdict, type BankVerdict, faultText } from './bank-words.ts';

/** What is said of a line: nothing yet, what is wrong with it, or what it costs. */
export type Judgement =
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly sentence: string; readonly fixes: readonly TextFix[] }
  | {
      readonly kind: 'verdict';
      readonly verdict: BankVerdict;
      /** Whether no other line costs less, where there are others and not all cost the same. */
      readonly isCheapest: boolean;
    };

/** Judges the statements of some lines against the same conversion, and each other. */
export function judgeBanks(texts: readonly string[], context: BankContext): readonly Judgement[] {
  const judged = texts.map((text) => judge(text, context));
  const costs = judged.flatMap(({ cost }) => cost ?? []);
  const isLeast = (cost: BankCost) => costs.every((other) => compareCosts(cost, other) <= 0);
  const differ = costs.some((cost) => !isLeast(cost));
  return judged.map(({ cost, judgement }) =>
    cost === null
      ? judgement
      : { kind: 'verdict', verdict: bankVerdict(cost, context), isCheapest: differ && isLeast(cost) },
  );
}

interface Judged {
  readonly cost: BankCost | null;
  readonly judgement: Exclude<Judgement, { readonly kind: 'verdict' }>;
}

function judge(text: string, context: BankContext): Judged {
  const reading = readBankText(text, context);
  switch (reading.kind) {
    case 'empty':
      return { cost: null, judgement: { kind: 'none' } };
    case 'refused':
      return wrong(reading.sentence);
    case 'doubted':
      return wrong(reading.sentence, reading.fixes);
    case 'terms': {
      const cost = bankCost(reading.terms, context.mid);
      return cost.ok
        ? { cost: cost.value, judgement: { kind: 'none' } }
        : wrong(faultText(cost.error, context));
    }
    default:
      return reading satisfies never;
  }
}

function wrong(sentence: string, fixes: readonly TextFix[] = []): Judged {
  return { cost: null, judgement: { kind: 'wrong', sentence, fixes } };
}

/** The verdict on a line as it is read out. */
export function judgementText(name: string, judgement: Judgement): string {
  if (judgement.kind !== 'verdict') return '';
  const { verdict, isCheapest } = judgement;
  const money = verdict.money === null ? '' : `, ${verdict.money}`;
  return `${name}: ${verdict.headline}${money}${isCheapest ? ', the cheapest' : ''}.`;
}
