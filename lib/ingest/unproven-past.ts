import { isoDayOf } from '#lib/domain/iso-day';
import { type Pair, pairKey } from '#lib/domain/pair';

import type { JudgedFigures } from './judge-poll.ts';

/** The first publication that says otherwise, and two later ones that repeat it. */
const CONTRADICTING_DAYS = 3;

/**
 * Pairs whose stored figures give way to what their publisher says: nothing has proven these, and on three days it said something
 * else, so that a wrong file or a bad first day does not lock the truth out. All of the document's, where it is doubted as a whole.
 */
export function givingWay(
  { held, newestDoubt, isUnchanged, isMisdated }: JudgedFigures,
  unproven: readonly Pair[],
): readonly Pair[] {
  if (isUnchanged || isMisdated || unproven.length === 0) return [];
  const heldByPair = Map.groupBy(held, ({ base, quote }) => pairKey(base, quote));
  const contradicted = unproven.filter(({ base, quote }) => {
    const figures = heldByPair.get(pairKey(base, quote)) ?? [];
    return new Set(figures.map(({ firstSeenAt }) => isoDayOf(firstSeenAt))).size >= CONTRADICTING_DAYS;
  });
  return newestDoubt !== null && contradicted.length > 0 ? unproven : contradicted;
}
