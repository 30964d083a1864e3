import { binanceAssetCode } from './binance-assets.ts';
import { readBinance } from './binance-documents.ts';
import { BINANCE_HISTORY } from './binance-history.ts';
import type { ExchangeDialect } from './crypto-exchange-dialect.ts';

/** Binance's public spot market, settled in tether. Page: https://developers.binance.com/docs/binance-spot-api-docs/rest-api */
export const BINANCE: ExchangeDialect = {
  facts: {
    name: 'Binance',
    page: 'https://www.binance.com/en/markets/overview',
    terms:
      'Public market data may be read for own use; passing it on needs the consent of the exchange (Binance’s terms of use).',
    attribution: 'Market data: Binance',
    base: 'USDT',
    // Far fewer than it has today: how many of its markets must have a price follows from its own list at each poll.
    expectedPairs: 250,
  },
  hosts: [new URL('https://data-api.binance.vision'), new URL('https://api.binance.com')],
  marketsRequest: { path: '/api/v3/exchangeInfo', slimQuery: 'showPermissionSets=false' },
  tickersRequest: { path: '/api/v3/ticker/24hr', slimQuery: 'type=MINI' },
  codeOf: binanceAssetCode,
  read: readBinance,
  history: BINANCE_HISTORY,
};
