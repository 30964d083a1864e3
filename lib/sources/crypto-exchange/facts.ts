import type { ExchangeName, PublisherFacts, TickFacts } from '#lib/sources/source-facts';
import { MINUTE_MS } from '#lib/domain/durations';

/** What one exchange says of itself; all else is the same for every exchange. */
export type ExchangeFacts = Pick<
  PublisherFacts,
  'name' | 'page' | 'terms' | 'attribution' | 'base' | 'expectedPairs'
>;

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

/** The facts of each exchange; its quotes read: one unit of the base costs `rate` units of the quote. */
export const FACTS: Readonly<Record<ExchangeName, TickFacts>> = {
  kraken: factsOf(KRAKEN_FACTS),
  binance: factsOf(BINANCE_FACTS),
};

function factsOf(exchange: ExchangeFacts): TickFacts {
  return {
    cadence: 'tick',
    id: 'crypto-exchange',
    ...exchange,
    words: {
      kind: 'market price',
      figures:
        'Prices of every market of a crypto exchange whose codes are known: the last trade, or the middle of bid and ask of a market that hardly trades.',
      schedule: 'At all hours, for markets that trade.',
      habit: 'The crypto exchange has what was seen since this service started.',
    },
    isOnByDefault: true,
    isOfficial: false,
    mayPassOnDocuments: false,
    market: 'always',
    ages: { lateMs: 2 * MINUTE_MS, staleMs: 5 * MINUTE_MS, hardLimitMs: 15 * MINUTE_MS },
    polling: { intervalMs: 20_000 },
    roundedByUs: null,
  };
}
