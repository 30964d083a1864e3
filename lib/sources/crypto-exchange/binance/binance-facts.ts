import type { ExchangeFacts } from '#lib/sources/crypto-exchange/exchange-facts';

/** Binance's facts. */
export const BINANCE_FACTS: ExchangeFacts = {
  name: 'Binance',
  page: 'https://www.binance.com/en/markets/overview',
  terms:
    'Public market data may be read for own use; passing it on needs the consent of the exchange (Binance’s terms of use).',
  attribution: 'Market data: Binance',
  base: 'USDT',
  // Far fewer than it has today: how many of its markets must have a price follows from its own list at each poll.
  expectedPairs: 250,
};
