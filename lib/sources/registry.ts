import { BOE_FACTS } from './boe/facts.ts';
import { BOJ_FACTS } from './boj/facts.ts';
import { CHARTING_PLATFORM_FACTS } from './charting-platform/facts.ts';
import { cryptoExchangeFacts } from './crypto-exchange/facts.ts';
import type { ExchangeName } from './crypto-exchange/exchange-facts.ts';
import { ECB_FACTS } from './ecb/facts.ts';
import { FED_FACTS } from './fed/facts.ts';
import { fixed, type LegalRateSource } from './fixed/facts.ts';
import type { FixingFacts, TickFacts } from './source-facts.ts';
import { WEB_FINANCE_FACTS } from './web-finance/facts.ts';
import { WEB_SEARCH_FACTS } from './web-search/facts.ts';

/** A source as the registry lists it: the facts of one that publishes, or the table of legal rates, which is all facts. */
export type ListedSource = FixingFacts | TickFacts | LegalRateSource;

/**
 * Every source there is, in the order of priority; `exchange` is the one that `crypto-exchange` reads (CRYPTO_EXCHANGE).
 * Facts alone: what fetches and parses is made by `createSources`, which whoever only answers need not load.
 */
export function listSources(exchange: ExchangeName): readonly ListedSource[] {
  return [
    ECB_FACTS,
    BOE_FACTS,
    FED_FACTS,
    BOJ_FACTS,
    fixed(),
    cryptoExchangeFacts(exchange),
    WEB_FINANCE_FACTS,
    CHARTING_PLATFORM_FACTS,
    WEB_SEARCH_FACTS,
  ];
}

/** Whether a source publishes, and so has an upstream, documents and history in the store. */
export function isPublishing(source: ListedSource): source is FixingFacts | TickFacts {
  return source.id !== 'fixed';
}
