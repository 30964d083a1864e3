import type { SourceId } from '#lib/domain/source-id';

import { boe } from './boe.ts';
import { boj } from './boj.ts';
import { chartingPlatform } from './charting-platform.ts';
import { cryptoExchange } from './crypto-exchange.ts';
import { ecb } from './ecb.ts';
import { fed } from './fed.ts';
import { fixed, type LegalRateSource } from './fixed.ts';
import type { Source } from './source.ts';
import { webFinance } from './web-finance.ts';
import { webSearch } from './web-search.ts';

/** What the operator decided about the sources. */
export interface SourceOptions {
  /** The address that replaces a publisher's (UPSTREAM_<ID>), or undefined. */
  readonly upstream: (id: SourceId) => URL | undefined;
  /** Which exchange `crypto-exchange` reads (CRYPTO_EXCHANGE). */
  readonly exchange: 'kraken' | 'binance';
}

/** A source of either kind: one that publishes, or the table of legal rates. */
export type AnySource = Source | LegalRateSource;

/** Every source there is, in the order of priority. */
export function createSources({ upstream, exchange }: SourceOptions): readonly AnySource[] {
  return [
    ecb(upstream('ecb')),
    boe(upstream('boe')),
    fed(upstream('fed')),
    boj(upstream('boj')),
    fixed(),
    cryptoExchange(exchange, upstream('crypto-exchange')),
    webFinance(upstream('web-finance')),
    chartingPlatform(upstream('charting-platform')),
    webSearch(upstream('web-search')),
  ];
}

/** Whether a source publishes, and so has an upstream, documents and history in the store. */
export function isPublishing(source: AnySource): source is Source {
  return source.id !== 'fixed';
}
