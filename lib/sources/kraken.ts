import type { ExchangeDialect } from './crypto-exchange-dialect.ts';
import { krakenAssetCode } from './kraken-assets.ts';
import { readKraken } from './kraken-documents.ts';
import { KRAKEN_HISTORY } from './kraken-history.ts';

/** Kraken's public spot market: real USD and EUR markets. Page: https://docs.kraken.com/api/ */
export const KRAKEN: ExchangeDialect = {
  facts: {
    name: 'Kraken',
    page: 'https://www.kraken.com/prices',
    terms:
      'Public market data may be read for own use; passing it on needs the consent of the exchange (Kraken’s market data terms).',
    attribution: 'Market data: Kraken',
    base: 'USD',
    // Far fewer than it has today: how many of its markets must have a price follows from its own list at each poll.
    expectedPairs: 60,
  },
  hosts: [new URL('https://api.kraken.com')],
  marketsRequest: { path: '/0/public/AssetPairs' },
  tickersRequest: { path: '/0/public/Ticker' },
  codeOf: krakenAssetCode,
  read: readKraken,
  history: KRAKEN_HISTORY,
};
