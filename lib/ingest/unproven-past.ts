import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { type Pair, pairKey } from '#lib/domain/pair';
import type { HeldFigure } from '#lib/domain/quarantine';

import type { JudgedFigures } from './judge-poll.ts';

/** The first publication that says otherwise, and two later ones that repeat it. */
const CONTRADICTING_DAYS = 3;

/** A poll that may have found that the first figures were wrong. */
interface DoubtedPast {
  readonly heldBefore: readonly HeldFigure[];
  readonly unproven: readonly Pair[];
  readonly now: Date;
  /** The newest fixing that the poll states, in epoch milliseconds. */
  readonly newestMs: number;
}

/**
 * Pairs whose stored figures give way to what their publisher says: nothing has proven these, and on three days it said something
 * else, so that a wrong file or a bad first day does not lock the truth out. All of the document's, where it is doubted as a whole.
 */
export function givingWay(
  { held, newestDoubt, withheld, isUnchanged, isMisdated }: JudgedFigures,
  { heldBefore, unproven, now, newestMs }: DoubtedPast,
): readonly Pair[] {
  if (isUnchanged || isMisdated) return [];
  const byPair = Map.groupBy([...heldBefore, ...held], ({ base, quote }) => pairKey(base, quote));
  const daysOf = ({ base, quote }: Pair) =>
    (byPair.get(pairKey(base, quote)) ?? []).map(({ firstSeenAt }) => isoDayOf(firstSeenAt));
  if (newestDoubt !== null || withheld.length > 0) {
    // A new publication says so too, even if none of its figures is held by itself.
    const isNew = heldBefore.every(({ observedAt }) => observedAt.getTime() < newestMs);
    return isLong([...unproven.flatMap(daysOf), ...(isNew ? [isoDayOf(now)] : [])]) ? unproven : [];
  }
  const stillHeld = new Set(held.map(({ base, quote }) => pairKey(base, quote)));
  return unproven.filter((pair) => stillHeld.has(pairKey(pair.base, pair.quote)) && isLong(daysOf(pair)));
}

function isLong(days: readonly IsoDay[]): boolean {
  return new Set(days).size >= CONTRADICTING_DAYS;
}
