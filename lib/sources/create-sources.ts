import type { Environment } from '#lib/platform/environment';

import { boe } from './boe/source.ts';
import { boj } from './boj/source.ts';
import { chartingPlatform } from './charting-platform/source.ts';
import { cryptoExchange } from './crypto-exchange/crypto-exchange.ts';
import type { ExchangeName } from './crypto-exchange/exchange-facts.ts';
import { ecb } from './ecb/source.ts';
import { fed } from './fed/source.ts';
import { isPublishing, type ListedSource, listSources } from './registry.ts';
import type { PublisherId } from './source-facts.ts';
import type { Source } from './source.ts';
import { webFinance } from './web-finance/source.ts';
import { webSearch } from './web-search/source.ts';

/** What the operator decided about the sources. */
export interface SourceOptions {
  /** The address that replaces a publisher's (UPSTREAM_<ID>), or undefined. */
  readonly upstream: (id: PublisherId) => URL | undefined;
  /** Which exchange `crypto-exchange` reads (CRYPTO_EXCHANGE). */
  readonly exchange: ExchangeName;
}

/** The whole sources, which fetch and parse, of those listed that publish, in their order; every one unless some are listed. */
export function createSources(
  options: SourceOptions,
  listed: readonly ListedSource[] = listSources(options.exchange),
): readonly Source[] {
  return listed.filter(isPublishing).map(({ id }) => MAKERS[id](options.upstream(id), options));
}

/** The same with the addresses and the exchange that the environment names. */
export function createSourcesOf(
  { upstreams, cryptoExchange: exchange }: Pick<Environment, 'upstreams' | 'cryptoExchange'>,
  listed: readonly ListedSource[],
): readonly Source[] {
  const variableOf = (id: string) => `UPSTREAM_${id.toUpperCase().replaceAll('-', '_')}`;
  return createSources({ upstream: (id) => upstreams.get(variableOf(id)), exchange }, listed);
}

type Make = (upstream: URL | undefined, options: SourceOptions) => Source;

const MAKERS: Readonly<Record<PublisherId, Make>> = {
  ecb,
  boe,
  fed,
  boj,
  'crypto-exchange': (upstream, { exchange }) => cryptoExchange(exchange, upstream),
  'web-finance': webFinance,
  'charting-platform': chartingPlatform,
  'web-search': webSearch,
};
