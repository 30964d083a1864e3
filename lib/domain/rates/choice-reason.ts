import type { SourceId } from '#lib/domain/source-id';
import type { Pair } from './pair.ts';
import type { SourceChoice, TriedSource } from './rate-engine.ts';
import type { RateSnapshot } from './rate-snapshot.ts';
import { type FoundRate, type StrictAnswer, strictRate } from './strict-rate.ts';

/**
 * By which rule a rate was chosen: its source was asked for by name, or the first of the engine's four rules that had a rate. They
 * are in that order.
 */
export const CHOICE_RULES = ['asked', 'current', 'current_cross', 'stale', 'stale_cross'] as const;

export type ChoiceRule = (typeof CHOICE_RULES)[number];

/**
 * Why a source was not used though it comes first: it has no rate, or a stale one, or its newest figure is held for review, or its
 * caller may not read it.
 */
export type PassedOver =
  | { readonly kind: 'without'; readonly tried: TriedSource }
  | { readonly kind: 'stale' | 'held' | 'not-allowed'; readonly source: SourceId };

/** Why a rate is the one of its source. */
export interface ChoiceReason {
  readonly rule: ChoiceRule;
  /** The sources of higher priority that it was not made from, in that order. */
  readonly passedOver: readonly PassedOver[];
}

/**
 * Says why `found` is the rate that the engine gives for a pair and a choice. It asks the sources of higher priority again, so it is
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
  const passedOver = higherThan(snapshot, found.source)
    .filter((id) => !used.has(id))
    .map((id) => whyNot(snapshot, pair, id));
  const isOwn = used.size === 1 && isOwnRate(snapshot, pair, found);
  if (found.stale) return { rule: isOwn ? 'stale' : 'stale_cross', passedOver };
  return { rule: isOwn ? 'current' : 'current_cross', passedOver };
}

function higherThan({ priority }: RateSnapshot, id: SourceId): readonly SourceId[] {
  return priority.slice(0, priority.indexOf(id));
}

function whyNot(snapshot: RateSnapshot, pair: Pair, id: SourceId): PassedOver {
  const answer = ownAnswer(snapshot, pair, id);
  if (!answer) return { kind: 'not-allowed', source: id };
  // A current one would have been taken.
  if (answer.kind === 'found') {
    const isHeld = answer.found.legs.some(({ newerHeldAt }) => newerHeldAt !== null);
    return { kind: isHeld ? 'held' : 'stale', source: id };
  }
  return { kind: 'without', tried: { source: id, why: answer } };
}

/** A cross between sources is looked for where no source has the pair as current, so it may be of one source's publications. */
function isOwnRate(snapshot: RateSnapshot, pair: Pair, { source, stale }: FoundRate): boolean {
  const answer = ownAnswer(snapshot, pair, source);
  return answer?.kind === 'found' && (stale || !answer.found.stale);
}

/** What a source alone says of a pair; undefined where the caller may not read it. */
function ownAnswer({ sources }: RateSnapshot, pair: Pair, id: SourceId): StrictAnswer | undefined {
  const source = sources.find((candidate) => candidate.id === id);
  return source && strictRate(source, pair);
}
