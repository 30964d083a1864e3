import type { NoRateReason } from '#lib/contract/responses';
import { findCurrency, isRetiredOn } from '#lib/domain/currencies/currency';
import { isInForce, peggedCode } from '#lib/domain/currencies/peg';
import type { Pair } from '#lib/domain/rates/pair';
import type { TriedSource } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { SourceId } from '#lib/domain/source-id';

/** Why a source alone has no rate of a pair, for programs; `rateError` says the same in words. */
export function reasonForNoRate(
  { source, why }: TriedSource,
  pair: Pair,
  snapshot: RateSnapshot,
): NoRateReason {
  switch (why.kind) {
    case 'expired':
      return { ...ALONE, kind: 'too_old', observedAt: why.observedAt.toISOString() };
    case 'nothing-yet':
      return { ...ALONE, kind: 'nothing_yet' };
    case 'held':
      return { ...ALONE, kind: 'held' };
    case 'not-carried': {
      const legalRates = pegsOfOtherDays(source, pair, snapshot);
      if (legalRates !== null) return { ...ALONE, kind: 'no_law', legalRates };
      const ended = endedCurrency(pair, snapshot);
      return ended ? { ...ALONE, kind: 'ended', ended } : { ...ALONE, kind: 'not_published' };
    }
  }
}

/** Of most kinds there is nothing more to say. */
const ALONE = { observedAt: null, ended: null, legalRates: [] } as const satisfies Omit<NoRateReason, 'kind'>;

/** The rates of a pair's currencies that law fixes on other days than today; null for a source that is no table of law. */
export function pegsOfOtherDays(
  id: SourceId,
  pair: Pair,
  snapshot: RateSnapshot,
): NoRateReason['legalRates'] | null {
  const rates = snapshot.sources.find((source) => source.id === id)?.pegs ?? [];
  if (rates.length === 0) return null;
  const codes = [pair.base, pair.quote];
  const isFixedToday = (code: string) =>
    rates.some((rate) => peggedCode(rate) === code && isInForce(rate, snapshot.today));
  return rates
    .filter((rate) => codes.includes(peggedCode(rate)) && !isFixedToday(peggedCode(rate)))
    .map((rate) => {
      const { anchor, firstDay, lastDay } = rate;
      return { code: peggedCode(rate), anchor, firstDay, lastDay };
    });
}

/** The currency of a pair that has ended by the snapshot's day, and its last day; null where both are in use. */
export function endedCurrency(pair: Pair, { today }: RateSnapshot): NoRateReason['ended'] {
  for (const code of [pair.base, pair.quote]) {
    const currency = findCurrency(code);
    if (currency?.lastDay && isRetiredOn(currency, today)) return { code, lastDay: currency.lastDay };
  }
  return null;
}
