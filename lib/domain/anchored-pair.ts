import type { IsoDay } from './iso-day.ts';
import { isInForce, type LegalRate, peggedCode } from './legal-rate.ts';
import type { Pair } from './pair.ts';
import { chainRates, type ExactRate, IDENTITY_RATE, publishedRate } from './rate-precision.ts';

/** A pair of which law ties an end, or both, to another currency: XOF to USD is EUR to USD, and the law of XOF. */
export interface AnchoredPair {
  /** The pair of what the ends are tied to. */
  readonly anchors: Pair;
  /** What law makes of a rate of the anchors on a day: the product is the rate of the pair. Null where law said nothing then. */
  readonly factorOn: (day: IsoDay) => ExactRate | null;
}

/** A pair expressed through its anchors of `today`; null where law ties neither end, or both to one currency. */
export function anchoredPair(
  legalRates: readonly LegalRate[],
  pair: Pair,
  today: IsoDay,
): AnchoredPair | null {
  const anchorOf = (code: string): string =>
    legalRates.find((rate) => peggedCode(rate) === code && isInForce(rate, today))?.anchor ?? code;
  const anchors = { base: anchorOf(pair.base), quote: anchorOf(pair.quote) };
  if (anchors.base === anchors.quote) return null;
  if (anchors.base === pair.base && anchors.quote === pair.quote) return null;
  return {
    anchors,
    factorOn: (day) => {
      const base = legalRateOn(legalRates, pair.base, anchors.base, day);
      const quote = legalRateOn(legalRates, anchors.quote, pair.quote, day);
      return base && quote && chainRates(base, quote);
    },
  };
}

/** One unit of `from` in `to` by the act that ties one to the other on a day. */
function legalRateOn(
  legalRates: readonly LegalRate[],
  from: string,
  to: string,
  day: IsoDay,
): ExactRate | null {
  if (from === to) return IDENTITY_RATE;
  const act = legalRates.find(
    (rate) =>
      ((rate.base === from && rate.quote === to) || (rate.base === to && rate.quote === from)) &&
      isInForce(rate, day),
  );
  return act ? publishedRate(act.rate, act.base === to) : null;
}
