import type { ExchangeFacts } from '#lib/sources/crypto-exchange/exchange-facts';

/** Kraken's facts. */
export const KRAKEN_FACTS: ExchangeFacts = {
  name: 'Kraken',
  page: 'https://www.kraken.com/prices',
  terms:
    'Public market data may be read for own use; passing it on needs the consent of the exchange (Kraken’s market data terms).',
  attribution: 'Market data: Kraken',
  base: 'USD',
  // Far fewer than it has today: how many of its markets must have a price follows from its own list at each poll.
  expectedPairs: 60,
};
