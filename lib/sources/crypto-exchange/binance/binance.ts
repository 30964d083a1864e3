import type { ExchangeDialect } from '#lib/sources/crypto-exchange/crypto-exchange-dialect';
import { binanceAssetCode } from './binance-assets.ts';
import { readBinance } from './binance-documents.ts';
import { BINANCE_FACTS } from './binance-facts.ts';
import { BINANCE_HISTORY } from './binance-history.ts';

/** Binance's public spot market, settled in tether. Page: https://developers.binance.com/docs/binance-spot-api-docs/rest-api */
export const BINANCE: ExchangeDialect = {
  facts: BINANCE_FACTS,
  hosts: [new URL('https://data-api.binance.vision'), new URL('https://api.binance.com')],
  marketsRequest: { path: '/api/v3/exchangeInfo', slimQuery: 'showPermissionSets=false' },
  tickersRequest: { path: '/api/v3/ticker/24hr', slimQuery: 'type=MINI' },
  codeOf: binanceAssetCode,
  read: readBinance,
  history: BINANCE_HISTORY,
};
