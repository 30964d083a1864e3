import type { SourceId } from '#lib/domain/source-id';
import type { RatesMoment, SimulatedRates } from './rates.ts';

/** What a price did between two instants. */
export interface PriceBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Reads bars off the simulated rates; keeps moments, so that neighbours and markets of one document share them. */
export interface BarReader {
  readonly bar: (base: string, quote: string, fromMs: number, toMs: number) => PriceBar;
  readonly price: (base: string, quote: string, atMs: number) => number;
}

/** A bar is read at so many instants; what happens between them is not seen. */
const INSTANTS_PER_BAR = 5;

/** Makes a reader for one document. A market without a rate is a mistake in a publisher's list, and throws. */
export function createBarReader(rates: SimulatedRates, source: SourceId): BarReader {
  const moments = new Map<number, RatesMoment>();
  const price = (base: string, quote: string, atMs: number): number => {
    const moment = moments.get(atMs) ?? rates.at(new Date(atMs), source);
    moments.set(atMs, moment);
    const rate = moment.rate(base, quote);
    if (rate === null) throw new Error(`There is no simulated rate of ${base}/${quote}.`);
    return rate;
  };
  return {
    price,
    bar: (base, quote, fromMs, toMs) => {
      const step = (toMs - fromMs) / (INSTANTS_PER_BAR - 1);
      const prices = Array.from({ length: INSTANTS_PER_BAR }, (_, index) =>
        price(base, quote, Math.round(fromMs + index * step)),
      );
      return {
        open: prices[0] ?? Number.NaN,
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: prices.at(-1) ?? Number.NaN,
      };
    },
  };
}
