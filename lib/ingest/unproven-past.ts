import { isoDayOf } from '#lib/domain/iso-day';
import { isAgreeing, medianOf } from '#lib/domain/live-rules';
import { type Pair, pairKey } from '#lib/domain/pair';
import type { HeldFigure } from '#lib/domain/quarantine';

import type { JudgedFigures } from './judge-poll.ts';

/** The first publication that says otherwise, and two later ones that repeat it. */
const CONTRADICTING_DAYS = 3;

/** The newest figures of the other sources, one each, that are within a day of an instant. */
type OthersAt = (base: string, quote: string, observedAt: Date) => readonly number[];

/**
 * Pairs whose stored figures give way to what their publisher says: nothing has proven these, and on three days it said something
 * else, so that a wrong file or a bad first day does not lock the truth out. All of the document's, where it is doubted as a whole.
 * None where other sources deny anything of what is held: then it is the publisher that is wrong now.
 */
export function givingWay(
  { held, newestDoubt, isUnchanged, isMisdated }: JudgedFigures,
  unproven: readonly Pair[],
  othersAt: OthersAt,
): readonly Pair[] {
  if (isUnchanged || isMisdated || unproven.length === 0) return [];
  const isDenied = ({ base, quote, rate, observedAt }: HeldFigure) => {
    const median = medianOf(othersAt(base, quote, observedAt));
    return median !== null && !isAgreeing(rate, median);
  };
  if (held.some(isDenied)) return [];
  const heldByPair = Map.groupBy(held, ({ base, quote }) => pairKey(base, quote));
  const contradicted = unproven.filter(({ base, quote }) => {
    const figures = heldByPair.get(pairKey(base, quote)) ?? [];
    return new Set(figures.map(({ firstSeenAt }) => isoDayOf(firstSeenAt))).size >= CONTRADICTING_DAYS;
  });
  return newestDoubt !== null && contradicted.length > 0 ? unproven : contradicted;
}
