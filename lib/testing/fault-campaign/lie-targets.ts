import type { PolledSourceId } from '#lib/testing/simulated-upstreams/faults/faults';
import { simulatedPair } from '#lib/testing/simulated-upstreams/publishers';
import type { PrintedPair, Targets } from './mischief.ts';
import type { PublishedTruth } from './published-truth.ts';

/** Distances of two figures, as logarithms: 10 % to 30 %, and so far that no market moves it. */
const NEAR_MIN = 0.1;
const NEAR_MAX = 0.3;
const FAR_MIN = 1;

/** The pair that most lies of a source are about; of others the one that their simulation names. */
const MAIN_PAIRS: Readonly<Partial<Record<PolledSourceId, string>>> = {
  ecb: 'EUR/USD',
  boe: 'GBP/USD',
  fed: 'USD/CAD',
  boj: 'USD/JPY',
  'crypto-exchange': 'BTC/USD',
  'web-finance': 'EUR/USD',
  'charting-platform': 'EUR/USD',
  'web-search': 'EUR/USD',
};

/** The pairs that lies are about, chosen by their figures. */
export function targetsOf(truth: PublishedTruth, id: PolledSourceId): Targets {
  const printed = truth.pairs(id);
  const [base = '', quote = ''] = MAIN_PAIRS[id]?.split('/') ?? simulatedPair(id);
  const main = printed.find((pair) => pair.base === base && pair.quote === quote) ?? { base, quote };
  const apart = (pair: PrintedPair) => {
    const [one, other] = [main, pair].map((each) => [...truth.figures(id, each.base, each.quote).values()]);
    return Math.abs(Math.log((one?.[0] ?? 1) / (other?.[0] ?? 1)));
  };
  const others = printed.filter((pair) => pair !== main);
  const far = others.find((pair) => apart(pair) > FAR_MIN) ?? main;
  const near = others.find((pair) => apart(pair) > NEAR_MIN && apart(pair) < NEAR_MAX) ?? far;
  return { main, far: [main, far], near: [main, near] };
}
