import type { ExchangeName, TickFacts } from '#lib/sources/source-facts';
import { MINUTE_MS } from '#lib/domain/durations';

import { BINANCE_FACTS } from './binance/binance-facts.ts';
import type { ExchangeFacts } from './exchange-facts.ts';
import { KRAKEN_FACTS } from './kraken/kraken-facts.ts';

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
      figures: 'Last prices of every market of a crypto exchange whose codes are known.',
      schedule: 'At all hours, for markets that traded within the last 24 hours.',
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
