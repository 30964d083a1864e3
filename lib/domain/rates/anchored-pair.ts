import type { IsoDay } from '#lib/domain/iso-day';
import { pegEras, isInForce, type Peg, LONGEST_CHAIN, peggedCode } from '#lib/domain/currencies/peg';
import type { Pair } from './pair.ts';
import { chainRates, type ExactRate, IDENTITY_RATE, publishedRate } from './rate-precision.ts';

/**
 * Days on which the same acts tie an end of a pair, or both, to another currency. XOF to USD is EUR to USD and the law of
 * XOF since 1999; EUR to ANG is EUR to USD throughout, of 2025-06-30 by one act and since by two.
 */
export interface AnchoredPair {
  /** The pair of what the ends are tied to. */
  readonly anchors: Pair;
  /** What law makes of a rate of the anchors: the product is the rate of the pair. */
  readonly factor: ExactRate;
  /** First and last day, both inclusive. */
  readonly firstDay: IsoDay;
  readonly lastDay: IsoDay;
}

/**
 * A pair expressed through its anchors of each day up to `today`, ascending; days are left out on which law ties neither end,
 * or both to one currency.
 */
export function anchoredPairs(pegs: readonly Peg[], pair: Pair, today: IsoDay): readonly AnchoredPair[] {
  const periods: (Ties & { readonly firstDay: IsoDay; lastDay: IsoDay })[] = [];
  for (const { firstDay, lastDay } of pegEras(pegs, today)) {
    const base = actsOf(pegs, pair.base, firstDay);
    const quote = actsOf(pegs, pair.quote, firstDay);
    const last = periods.at(-1);
    if (last && isSame(last.base, base) && isSame(last.quote, quote)) last.lastDay = lastDay;
    else periods.push({ base, quote, firstDay, lastDay });
  }
  return periods.flatMap(({ base, quote, firstDay, lastDay }) => {
    const anchors = {
      base: base.at(-1)?.anchor ?? pair.base,
      quote: quote.at(-1)?.anchor ?? pair.quote,
    };
    const isTied = base.length > 0 || quote.length > 0;
    if (!isTied || anchors.base === anchors.quote) return [];
    return [{ anchors, factor: factorOf({ base, quote }), firstDay, lastDay }];
  });
}

/** A pair whose ends law ties to one currency on a day, in however many steps; null where it does not. */
export function rateByActs(pegs: readonly Peg[], pair: Pair, day: IsoDay): ExactRate | null {
  const base = actsOf(pegs, pair.base, day);
  const quote = actsOf(pegs, pair.quote, day);
  const isTied = base.length > 0 || quote.length > 0;
  const isOne = (base.at(-1)?.anchor ?? pair.base) === (quote.at(-1)?.anchor ?? pair.quote);
  return isTied && isOne ? factorOf({ base, quote }) : null;
}

/** The acts that tie the ends of a pair, from each end on. */
interface Ties {
  readonly base: readonly Peg[];
  readonly quote: readonly Peg[];
}

/** The act that ties a code on a day, the one that ties its anchor, and so on: BRN to BRE, BRE to BRR, BRR to BRL. */
function actsOf(pegs: readonly Peg[], code: string, day: IsoDay): readonly Peg[] {
  const acts: Peg[] = [];
  for (let last = code; acts.length < LONGEST_CHAIN;) {
    const act = pegs.find((rate) => peggedCode(rate) === last && isInForce(rate, day));
    if (!act) break;
    acts.push(act);
    last = act.anchor;
  }
  return acts;
}

function isSame(one: readonly Peg[], other: readonly Peg[]): boolean {
  return one.length === other.length && one.every((act, index) => act === other[index]);
}

/** One unit of the base in its anchor, times one unit of the quote's anchor in the quote. */
function factorOf({ base, quote }: Ties): ExactRate {
  const down = base.map((act) => publishedRate(act.rate, act.base === act.anchor));
  const up = quote.map((act) => publishedRate(act.rate, act.base !== act.anchor)).toReversed();
  return [...down, ...up].reduce(chainRates, IDENTITY_RATE);
}
