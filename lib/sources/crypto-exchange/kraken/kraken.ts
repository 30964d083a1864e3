import type { ExchangeDialect } from '#lib/sources/crypto-exchange/crypto-exchange-dialect';
import { krakenAssetCode } from './kraken-assets.ts';
import { readKraken } from './kraken-documents.ts';
import { KRAKEN_FACTS } from './kraken-facts.ts';
import { KRAKEN_HISTORY } from './kraken-history.ts';

/** Kraken's public spot market: real USD and EUR markets. Page: https://docs.kraken.com/api/ */
export const KRAKEN: ExchangeDialect = {
  facts: KRAKEN_FACTS,
  hosts: [new URL('https://api.kraken.com')],
  marketsRequest: { path: '/0/public/AssetPairs' },
  tickersRequest: { path: '/0/public/Ticker' },
  codeOf: krakenAssetCode,
  read: readKraken,
  history: KRAKEN_HISTORY,
};
