import type { TickFacts } from '#lib/sources/source-facts';

import { BINANCE_FACTS } from './binance/binance-facts.ts';
import type { ExchangeFacts, ExchangeName } from './exchange-facts.ts';
import { KRAKEN_FACTS } from './kraken/kraken-facts.ts';
import { MINUTE_MS } from '#lib/domain/durations';

const FACTS: Readonly<Record<ExchangeName, ExchangeFacts>> = { kraken: KRAKEN_FACTS, binance: BINANCE_FACTS };

/** The facts of the chosen exchange; its quotes read: one unit of the base costs `rate` units of the quote. */
export function cryptoExchangeFacts(exchange: ExchangeName): TickFacts {
  return {
    cadence: 'tick',
    id: 'crypto-exchange',
    ...FACTS[exchange],
    market: 'always',
    ages: { lateMs: 2 * MINUTE_MS, staleMs: 5 * MINUTE_MS, hardLimitMs: 15 * MINUTE_MS },
    polling: { intervalMs: 20_000 },
    roundedByUs: null,
  };
}
