import type { IsoDay } from './iso-day.ts';
import { isInForce, type LegalRate, LONGEST_CHAIN, peggedCode } from './legal-rate.ts';
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
  const baseChain = chainOf(legalRates, pair.base, today);
  const quoteChain = chainOf(legalRates, pair.quote, today);
  const anchors = { base: baseChain.at(-1) ?? pair.base, quote: quoteChain.at(-1) ?? pair.quote };
  if (anchors.base === anchors.quote) return null;
  if (anchors.base === pair.base && anchors.quote === pair.quote) return null;
  return {
    anchors,
    factorOn: (day) => {
      const base = chainRateOn(legalRates, baseChain, day);
      const quote = chainRateOn(legalRates, quoteChain.toReversed(), day);
      return base && quote && chainRates(base, quote);
    },
  };
}

/** A code, what law ties it to, what that is tied to, and so on: BRN, BRE, BRR, BRL. */
function chainOf(legalRates: readonly LegalRate[], code: string, today: IsoDay): readonly string[] {
  const chain = [code];
  for (let step = 0; step < LONGEST_CHAIN; step += 1) {
    const anchor = legalRates.find(
      (rate) => peggedCode(rate) === chain.at(-1) && isInForce(rate, today),
    )?.anchor;
    if (anchor === undefined) break;
    chain.push(anchor);
  }
  return chain;
}

/** One unit of a chain's first code in its last by the law of a day; null where one of its acts was not in force. */
function chainRateOn(
  legalRates: readonly LegalRate[],
  chain: readonly string[],
  day: IsoDay,
): ExactRate | null {
  let rate: ExactRate | null = IDENTITY_RATE;
  for (const [index, to] of chain.slice(1).entries()) {
    const step: ExactRate | null = legalRateOn(legalRates, chain[index] ?? to, to, day);
    rate = rate && step && chainRates(rate, step);
  }
  return rate;
}

/** One unit of `from` in `to` by the act that ties one to the other on a day. */
function legalRateOn(
  legalRates: readonly LegalRate[],
  from: string,
  to: string,
  day: IsoDay,
): ExactRate | null {
  const act = legalRates.find(
    (rate) =>
      ((rate.base === from && rate.quote === to) || (rate.base === to && rate.quote === from)) &&
      isInForce(rate, day),
  );
  return act ? publishedRate(act.rate, act.base === to) : null;
}
