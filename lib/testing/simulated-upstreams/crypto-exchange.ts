import { answerBinance } from './binance.ts';
import { binanceMarkets } from './binance-markets.ts';
import { answerKraken } from './kraken.ts';
import { KRAKEN_MARKETS } from './kraken-markets.ts';
import { pageAnswer, type Publisher } from './publisher.ts';
import type { SimulatedRates } from './rates.ts';

/** Both exchanges at one address, told apart by their paths; `binanceCount` live markets at Binance, null for its main ones. */
export function cryptoExchangePublisher(rates: SimulatedRates, binanceCount: number | null): Publisher {
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
