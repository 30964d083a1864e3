import type { Observation } from '#lib/domain/rates/observation';
import type { RateKind } from '#lib/domain/currencies/rate-kind';
import { medianOf } from '#lib/domain/median';

import { isAgreeing, isInverted, isOtherUnit } from './live-rules.ts';
import type { LiveRule } from './rules.ts';

/**
 * What the other figures of one poll say of a pair, one a further currency: EUR/GBP is EUR/USD over GBP/USD too. One unit of base
 * in quote; nothing where no two others make the pair.
 */
export function ownCrosses(
  figures: readonly Observation[],
): (base: string, quote: string) => readonly number[] {
  const rates = new Map<string, Map<string, number>>();
  const note = (base: string, quote: string, rate: number) =>
    rates.set(base, (rates.get(base) ?? new Map<string, number>()).set(quote, rate));
  for (const { base, quote, rate } of figures) {
    note(base, quote, rate);
    note(quote, base, 1 / rate);
  }
  return (base, quote) =>
    [...(rates.get(base) ?? [])].flatMap(([through, first]) => {
      const second = rates.get(through)?.get(quote);
      return through === quote || second === undefined ? [] : [first * second];
    });
}

/**
 * The rule that a figure breaks by what its own poll says of it, where nothing else is known of the pair: more crosses contradict it
 * than confirm it. Coins trade apart on thin markets, so that of theirs only another unit or an inverse tells anything.
 */
export function doubtByCrosses(rate: number, crosses: readonly number[], kind: RateKind): LiveRule | null {
  const isOff = (cross: number) =>
    isOtherUnit(rate, cross) || isInverted(rate, cross) || (kind !== 'crypto' && !isAgreeing(rate, cross));
  const off = crosses.filter(isOff);
  const median = medianOf(off);
  if (median === null || 2 * off.length <= crosses.length) return null;
  if (isInverted(rate, median)) return 'inverted_quote';
  return isOtherUnit(rate, median) ? 'unit_scale' : 'jump';
}
