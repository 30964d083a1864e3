import { findCurrency } from './currency.ts';
import type { IsoDay } from '#lib/domain/iso-day';
import { isInForce, type Peg, LONGEST_CHAIN, peggedCode } from './peg.ts';

/** How far a pair's rate may move before it is doubted. */
export type RateKind = 'peg' | 'major' | 'other' | 'crypto';

/** The kind of a pair on a day; either direction has the same. */
export type KindOf = (base: string, quote: string, day: IsoDay) => RateKind;

/** The ten most traded currencies, by which markets mean the G10. */
const MAJORS: ReadonlySet<string> = new Set([
  'USD',
  'EUR',
  'JPY',
  'GBP',
  'CHF',
  'AUD',
  'NZD',
  'CAD',
  'SEK',
  'NOK',
]);

/**
 * Tells pairs apart: `peg` when law fixes the two to each other or both to one anchor on that day (AED/SAR through USD),
 * `crypto` when either is a crypto asset, `major` when both are of the G10, else `other`.
 */
export function createKindOf(pegs: readonly Peg[]): KindOf {
  const ratesByCode = Map.groupBy(pegs, peggedCode);

  /** What a code is fixed to in the end: GBP for FKP, the code itself when it floats. No chain of law is longer. */
  function anchorOf(code: string, day: IsoDay): string {
    let anchor = code;
    for (let step = 0; step < LONGEST_CHAIN; step += 1) {
      const peg = ratesByCode.get(anchor)?.find((rate) => isInForce(rate, day));
      if (peg === undefined) return anchor;
      anchor = peg.anchor;
    }
    return anchor;
  }

  return (base, quote, day) => {
    if (isCrypto(base) || isCrypto(quote)) return 'crypto';
    if (anchorOf(base, day) === anchorOf(quote, day)) return 'peg';
    return MAJORS.has(base) && MAJORS.has(quote) ? 'major' : 'other';
  };
}

function isCrypto(code: string): boolean {
  return findCurrency(code)?.kind === 'crypto';
}
