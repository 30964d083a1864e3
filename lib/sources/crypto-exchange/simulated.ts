import { answerBinance } from '#lib/testing/simulated-upstreams/publishers/binance';
import { binanceMarkets } from '#lib/testing/simulated-upstreams/publishers/binance-markets';
import { answerKraken } from '#lib/testing/simulated-upstreams/publishers/kraken';
import { KRAKEN_MARKETS } from '#lib/testing/simulated-upstreams/publishers/kraken-markets';
import {
  pageAnswer,
  type Publisher,
  type SimulatedPair,
  type SimulatedLimits,
} from '#lib/testing/simulated-upstreams/publisher';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';

/** A pair that it has, so that what it says can be compared with the truth. */
export const SIMULATED_PAIR: SimulatedPair = ['BTC', 'USD'];

/** Both exchanges at one address, told apart by their paths; `binanceCount` live markets at Binance, null for its main ones. */
export function simulate(
  rates: SimulatedRates,
  { cryptoMarkets: binanceCount = null }: SimulatedLimits = {},
): Publisher {
  const binance = binanceMarkets(rates, binanceCount);
  return {
    source: 'crypto-exchange',
    universes: [KRAKEN_MARKETS.map(({ key }) => key), binance.map(({ symbol }) => symbol)],
    whenEmpty: 'no figures',
    answer: (ask, lens) =>
      answerKraken(rates, ask, lens) ??
      answerBinance(rates, binance, ask, lens) ??
      pageAnswer('404 Not Found', 404),
  };
}
