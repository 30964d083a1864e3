import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { type Pair, pairKey } from '#lib/domain/pair';
import type { HeldFigure } from '#lib/domain/quarantine';

import type { JudgedFigures } from './judge-poll.ts';

/** The first publication that says otherwise, and two later ones that repeat it. */
const CONTRADICTING_PUBLICATIONS = 3;

/** A poll that may have found that the first figures were wrong. */
interface DoubtedPast {
  readonly heldBefore: readonly HeldFigure[];
  readonly unproven: readonly Pair[];
  readonly now: Date;
  /** The newest fixing that the poll states, in epoch milliseconds. */
  readonly newestMs: number;
}

/**
 * Pairs whose stored figures give way to what their publisher says: nothing has proven these, and in three publications it said something
 * else, so that a wrong file or a bad first day does not lock the truth out. All of the document's, where it is doubted as a whole.
 */
export function givingWay(
  { held, newestDoubt, withheld, isUnchanged, isMisdated }: JudgedFigures,
  { heldBefore, unproven, now, newestMs }: DoubtedPast,
): readonly Pair[] {
  if (isUnchanged || isMisdated) return [];
  const byPair = Map.groupBy([...heldBefore, ...held], ({ base, quote }) => pairKey(base, quote));
  const heldOf = ({ base, quote }: Pair) => byPair.get(pairKey(base, quote)) ?? [];
  if (newestDoubt !== null || withheld.length > 0) {
    // A new publication says so too, even if none of its figures is held by itself.
    const said = [...unproven.flatMap(heldOf), { observedAt: new Date(newestMs), firstSeenAt: now }];
    return publicationsIn(said) >= CONTRADICTING_PUBLICATIONS ? unproven : [];
  }
  const stillHeld = new Set(held.map(({ base, quote }) => pairKey(base, quote)));
  return unproven.filter(
    (pair) =>
      stillHeld.has(pairKey(pair.base, pair.quote)) &&
      publicationsIn(heldOf(pair)) >= CONTRADICTING_PUBLICATIONS,
  );
}

/** Days on which figures came that are newer than those of the days before: saying the same again counts for nothing. */
function publicationsIn(figures: readonly Pick<HeldFigure, 'observedAt' | 'firstSeenAt'>[]): number {
  const newestByDay = new Map<IsoDay, number>();
  for (const { observedAt, firstSeenAt } of figures) {
    const day = isoDayOf(firstSeenAt);
    newestByDay.set(day, Math.max(newestByDay.get(day) ?? 0, observedAt.getTime()));
  }
  let count = 0;
  let newestMs = 0;
  for (const [, ofDayMs] of [...newestByDay].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (ofDayMs > newestMs) count += 1;
    newestMs = Math.max(newestMs, ofDayMs);
  }
  return count;
}
