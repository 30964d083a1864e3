import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { medianOf } from '#lib/domain/median';
import { isAgreeing } from '#lib/domain/validation/live-rules';
import type { Observation } from '#lib/domain/rates/observation';
import { type Pair, pairKey } from '#lib/domain/rates/pair';
import type { HeldFigure } from '#lib/domain/validation/quarantine';

import type { JudgedFigures } from './judge-poll.ts';

/** The first publication that says otherwise, and two later ones that repeat it. */
const CONTRADICTING_PUBLICATIONS = 3;

/** A poll that may have found that the first figures were wrong. */
interface DoubtedPast {
  readonly heldBefore: readonly HeldFigure[];
  readonly unproven: readonly Pair[];
  readonly now: Date;
  /** The newest fixings that the poll states. */
  readonly newest: readonly Observation[];
  /** The newest figures of the other sources, one each, that are within a day of an instant. */
  readonly othersAt: (base: string, quote: string, observedAt: Date) => readonly number[];
}

/**
 * Pairs whose stored figures give way to what their publisher says: nothing has proven these, and in three publications it said something
 * else, so that a wrong file or a bad first day does not lock the truth out. All of the document's, where it is doubted as a whole.
 * None where other sources deny anything of what it says: then it is the publisher that is wrong now.
 */
export function givingWay(
  { held, newestDoubt, withheld, isUnchanged, isMisdated }: JudgedFigures,
  { heldBefore, unproven, now, newest, othersAt }: DoubtedPast,
): readonly Pair[] {
  if (isUnchanged || isMisdated || unproven.length === 0) return [];
  const isDenied = ({ base, quote, rate, observedAt }: Observation) => {
    const median = medianOf(othersAt(base, quote, observedAt));
    return median !== null && !isAgreeing(rate, median);
  };
  if (held.some(isDenied) || newest.some(isDenied)) return [];
  const byPair = Map.groupBy([...heldBefore, ...held], ({ base, quote }) => pairKey(base, quote));
  const heldOf = ({ base, quote }: Pair) => byPair.get(pairKey(base, quote)) ?? [];
  if (newestDoubt !== null || withheld.length > 0) {
    // A new publication says so too, even if none of its figures is held by itself.
    const said = [
      ...unproven.flatMap(heldOf),
      ...newest.map(({ observedAt }) => ({ observedAt, firstSeenAt: now })),
    ];
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
