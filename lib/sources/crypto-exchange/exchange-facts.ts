import type { PublisherFacts } from '#lib/sources/source-facts';

/** The exchanges to choose from with CRYPTO_EXCHANGE. */
export type ExchangeName = 'kraken' | 'binance';

/** What one exchange says of itself; all else is the same for every exchange. */
export type ExchangeFacts = Pick<
  PublisherFacts,
  'name' | 'page' | 'terms' | 'attribution' | 'base' | 'expectedPairs'
>;
