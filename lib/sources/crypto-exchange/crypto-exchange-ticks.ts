import type { PublishedTick } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import {
  type DocumentTicks,
  type LayoutError,
  type SourceDocument,
  unknownLayout,
} from '#lib/sources/source';

import type {
  AssetCode,
  ExchangeDialect,
  ExchangeMarket,
  ExchangeTicker,
} from './crypto-exchange-dialect.ts';

/**
 * Reads the documents of one poll of an exchange, in any order: its list of markets, and the prices of all markets.
 * Kept are the markets of the list that are trading, traded within 24 hours, and whose two codes are known. Pure;
 * never an empty list.
 */
export function parseExchangeTicks(
  dialect: Pick<ExchangeDialect, 'facts' | 'read' | 'codeOf'>,
  documents: readonly SourceDocument[],
): Result<readonly DocumentTicks[], LayoutError> {
  let markets: ReadonlyMap<string, ExchangeMarket> | null = null;
  const quoted: { readonly document: SourceDocument; readonly tickers: readonly ExchangeTicker[] }[] = [];
  for (const document of documents) {
    const read = dialect.read(document);
    if (!read.ok) return read;
    if (read.value.kind === 'markets') markets = read.value.markets;
    else quoted.push({ document, tickers: read.value.tickers });
  }
  const { name } = dialect.facts;
  if (markets === null || quoted.length === 0) {
    const missing = markets === null ? 'the list of markets' : 'the prices of the markets';
    return unknownLayout(`${name}: ${missing} is not among the documents; expected both.`);
  }
  const polled: DocumentTicks[] = [];
  for (const { document, tickers } of quoted) {
    const ticks = ticksOf(tickers, markets, dialect.codeOf, document.fetchedAt);
    if (ticks.length === 0) {
      return unknownLayout(
        `${name}: none of ${tickers.length} prices is of a listed market that is trading, was traded within 24 hours, and has two known codes.`,
      );
    }
    polled.push({ document, ticks });
  }
  return ok(polled);
}

/** One quote a pair: where two markets are of the same pair, in either direction, the one first in the alphabet. */
function ticksOf(
  tickers: readonly ExchangeTicker[],
  markets: ReadonlyMap<string, ExchangeMarket>,
  codeOf: AssetCode,
  fetchedAt: Date,
): readonly PublishedTick[] {
  const kept = new Map<string, { readonly symbol: string; readonly tick: PublishedTick }>();
  for (const { symbol, price, isTraded, observedAt } of tickers) {
    const market = isTraded ? markets.get(symbol) : undefined;
    if (market?.isTrading !== true) continue;
    const base = codeOf(market.baseAsset, observedAt ?? fetchedAt);
    const quote = codeOf(market.quoteAsset, observedAt ?? fetchedAt);
    if (base === null || quote === null || base === quote) continue;
    const pair = base < quote ? `${base}/${quote}` : `${quote}/${base}`;
    const rival = kept.get(pair);
    if (rival !== undefined && rival.symbol <= symbol) continue;
    kept.set(pair, { symbol, tick: { base, quote, rate: price, observedAt } });
  }
  return [...kept.values()].map(({ tick }) => tick);
}
