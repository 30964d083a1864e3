import { ok } from '#lib/domain/result';
import { type Documents, type SourceDocument, type TickSource, unknownLayout } from '#lib/sources/source';

import type { Ask } from './crypto-exchange-ask.ts';
import type { ExchangeDialect } from './crypto-exchange-dialect.ts';
import type { MarketList, MarketListKeeper } from './crypto-exchange-list.ts';

/** What a poll of an exchange works with. */
export interface ExchangePoll {
  readonly ask: Ask;
  readonly dialect: ExchangeDialect;
  readonly lists: MarketListKeeper;
  readonly parse: TickSource['parse'];
}

/** Fetches the prices of all markets, and the list of markets when the kept one is too old: both are the documents of the poll. */
export async function fetchExchangePoll({ ask, dialect, lists, parse }: ExchangePoll): Promise<Documents> {
  // The prices first: their time of fetch tells how old the kept list is, on the service's clock.
  const prices = await ask(dialect.tickersRequest);
  if (!prices.ok) return prices;
  const list = await lists.current(ask, prices.value.fetchedAt);
  if (!list.ok) return list;
  const documents = [list.value.document, prices.value];
  const ticks = parse(documents);
  if (!ticks.ok) return ticks;
  return missingMarkets(dialect, list.value, prices.value) ?? ok(documents);
}

/** A poll that leaves out half of the exchange's own markets is broken, however many others it has. */
function missingMarkets({ facts, codeOf, read }: ExchangeDialect, list: MarketList, prices: SourceDocument) {
  const quoted = read(prices);
  const symbols = new Set(
    quoted.ok && quoted.value.kind === 'tickers' ? quoted.value.tickers.map(({ symbol }) => symbol) : [],
  );
  const isKnown = (asset: string) => codeOf(asset, prices.fetchedAt) !== null;
  const wanted = [...list.markets.values()].filter(
    ({ isTrading, baseAsset, quoteAsset }) => isTrading && isKnown(baseAsset) && isKnown(quoteAsset),
  );
  const found = wanted.filter(({ symbol }) => symbols.has(symbol)).length;
  if (found >= wanted.length / 2) return null;
  return unknownLayout(
    `${facts.name} gives prices of ${found} of its ${wanted.length} trading markets with known codes; expected at least half.`,
  );
}
