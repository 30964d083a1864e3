import type { SourceId } from '#lib/domain/source-id';
import type { Pair } from './pair.ts';
import type { SourceChoice, TriedSource } from './rate-engine.ts';
import type { RateSnapshot } from './rate-snapshot.ts';
import { type FoundRate, strictRate } from './strict-rate.ts';

/**
 * By which rule a rate was chosen: its source was asked for by name, or the first of the engine's four rules that had a rate. They
 * are in that order.
 */
export const CHOICE_RULES = ['asked', 'current', 'current_cross', 'stale', 'stale_cross'] as const;

export type ChoiceRule = (typeof CHOICE_RULES)[number];

/** Why a source was not used though it comes first: it has no rate, or a stale one, or its caller may not read it. */
export type PassedOver =
  | { readonly kind: 'without'; readonly tried: TriedSource }
  | { readonly kind: 'stale' | 'not-allowed'; readonly source: SourceId };

/** Why a rate is the one of its source. */
export interface ChoiceReason {
  readonly rule: ChoiceRule;
  /** The sources of higher priority that it was not made from, in that order. */
  readonly passedOver: readonly PassedOver[];
}

/**
 * Says why `found` is the rate that the engine gives for a pair and a choice. It asks each source of higher priority again, so it is
 * for those who want to know.
 */
export function choiceReason(
  snapshot: RateSnapshot,
  pair: Pair,
  choice: SourceChoice,
  found: FoundRate,
): ChoiceReason {
  if (choice.kind === 'only') return { rule: 'asked', passedOver: [] };
  const used = new Set([found.source, ...found.legs.map(({ source }) => source)]);
  const passedOver: PassedOver[] = [];
  let isOver = false;
  for (const id of snapshot.priority) {
    const source = snapshot.sources.find((candidate) => candidate.id === id);
    const answer = source && strictRate(source, pair);
    // The first whose own answer is current enough is the one that was taken; a cross is used where there is none.
    if (answer?.kind === 'found' && (found.stale || !answer.found.stale))
      return { rule: found.stale ? 'stale' : 'current', passedOver };
    isOver ||= id === found.source;
    if (isOver || used.has(id)) continue;
    if (!answer) passedOver.push({ kind: 'not-allowed', source: id });
    else if (answer.kind === 'found') passedOver.push({ kind: 'stale', source: id });
    else passedOver.push({ kind: 'without', tried: { source: id, why: answer } });
  }
  return { rule: found.stale ? 'stale_cross' : 'current_cross', passedOver };
}
