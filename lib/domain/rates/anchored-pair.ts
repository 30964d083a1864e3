import type { IsoDay } from '#lib/domain/iso-day';
import { pegEras, isInForce, type Peg, LONGEST_CHAIN, peggedCode } from '#lib/domain/currencies/peg';
import type { Pair } from './pair.ts';
import { type ExactNumber, rateOfLegs } from './exact-number.ts';

/**
 * Days on which the same acts tie an end of a pair, or both, to another currency. XOF to USD is EUR to USD and the law of
 * XOF since 1999; EUR to ANG is EUR to USD throughout, of 2025-06-30 by one act and since by two.
 */
export interface AnchoredPair {
  /** The pair of what the ends are tied to. */
  readonly anchors: Pair;
  /** What law makes of a rate of the anchors: the product is the rate of the pair. */
  readonly factor: ExactNumber;
  /** The acts that do: from the base to its anchor, and from the quote's anchor to the quote. */
  readonly acts: ActsBetween;
  /** First and last day, both inclusive. */
  readonly firstDay: IsoDay;
  readonly lastDay: IsoDay;
}

/** An act as a leg of a rate: one unit of `base` is `rate` units of `quote`. */
export interface ActLeg {
  readonly base: string;
  readonly quote: string;
  /** A decimal text, as the act has it. */
  readonly rate: string;
  readonly inverted: boolean;
  readonly act: string;
}

/** Acts on either side of a rate. */
export interface ActsBetween {
  readonly before: readonly ActLeg[];
  readonly after: readonly ActLeg[];
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
    const acts = actsBetween({ base, quote });
    return [{ anchors, factor: factorOf(acts), acts, firstDay, lastDay }];
  });
}

/** The acts that tie the ends of a pair to one currency on a day, in however many steps; null where law does not. */
export function actsThrough(pegs: readonly Peg[], pair: Pair, day: IsoDay): ActsBetween | null {
  const base = actsOf(pegs, pair.base, day);
  const quote = actsOf(pegs, pair.quote, day);
  const isTied = base.length > 0 || quote.length > 0;
  const isOne = (base.at(-1)?.anchor ?? pair.base) === (quote.at(-1)?.anchor ?? pair.quote);
  return isTied && isOne ? actsBetween({ base, quote }) : null;
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

function actsBetween({ base, quote }: Ties): ActsBetween {
  return {
    before: base.map((peg) => actLegOf(peg, peg.base === peg.anchor)),
    after: quote.map((peg) => actLegOf(peg, peg.base !== peg.anchor)).toReversed(),
  };
}

function actLegOf({ base, quote, rate, act }: Peg, inverted: boolean): ActLeg {
  return { base, quote, rate, inverted, act };
}

/** One unit of the base in its anchor, times one unit of the quote's anchor in the quote. */
export function factorOf({ before, after }: ActsBetween): ExactNumber {
  return rateOfLegs([...before, ...after].map(({ rate, inverted }) => ({ figure: rate, inverted })));
}
