import type { PairRate } from '#lib/contract/responses';
import type { Pair } from '#lib/domain/rates/pair';
import { roundExact } from '#lib/domain/rates/exact-number';
import type { FoundRate } from '#lib/domain/rates/strict-rate';

/** What is answered of a rate that was found, rounded once: one unit of the pair's base costs `rate` units of its quote. */
export function pairRateOf({ base, quote }: Pair, { rate, source, observedAt }: FoundRate): PairRate {
  return { from: base, to: quote, rate: roundExact(rate), source, timestamp: observedAt.toISOString() };
}
