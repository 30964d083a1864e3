import { defineTickSource, type TickSource } from '#lib/sources/source';
import type { ExchangeName } from '#lib/sources/source-facts';
import { ok } from '#lib/domain/result';
import type { HttpClient } from '#lib/platform/http-client';
import { rememberReading } from '#lib/sources/fetch-document';
import { BINANCE } from './binance.ts';
import type { ExchangeDialect } from './exchange-dialect.ts';
import { createAsk, keepMarkets } from './exchange-fetch.ts';
import { exchangeHistoryParts, parseExchangeHistory } from './exchange-history.ts';
import { parseExchangeTicks } from './exchange-ticks.ts';
import { FACTS } from './facts.ts';
import { KRAKEN } from './kraken.ts';

const DIALECTS: Readonly<Record<ExchangeName, ExchangeDialect>> = { kraken: KRAKEN, binance: BINANCE };

/**
 * The prices of all markets of one exchange: one unit of the base costs `rate` units of the quote. Kraken: its own
 * USD and EUR markets (https://docs.kraken.com/api/); Binance: settled in tether, which stays USDT and is never USD
 * (https://developers.binance.com/docs/binance-spot-api-docs/rest-api). `upstream` (UPSTREAM_CRYPTO_EXCHANGE) replaces
 * every host of the exchange.
 */
export function createSource(
  upstream: URL | undefined,
  { exchange }: { readonly exchange: ExchangeName },
): TickSource {
  // The list of markets serves many polls, and prices are read by fetch and by its caller.
  const dialect = { ...DIALECTS[exchange], read: rememberReading(DIALECTS[exchange].read) };
  const { history } = dialect;
  const hosts = upstream === undefined ? dialect.hosts : ([upstream] as const);
  const isOperatorAddress = upstream !== undefined;
  const asking = (http: HttpClient, signal: AbortSignal | undefined) =>
    createAsk({ hosts, isOperatorAddress, http, signal });
  const listMarkets = keepMarkets(dialect);
  return defineTickSource({
    ...FACTS[exchange],
    upstream: hosts[0].origin,
    isOperatorAddress,
    parse: (documents) => parseExchangeTicks(dialect, documents),
    fetch: async (http, signal) => {
      const ask = asking(http, signal);
      // The prices first: their time of fetch tells how old the kept list is, on the service's clock.
      const prices = await ask(dialect.tickersRequest);
      if (!prices.ok) return prices;
      const list = await listMarkets(ask, { now: prices.value.fetchedAt });
      if (!list.ok) return list;
      const documents = [list.value.document, prices.value];
      const ticks = parseExchangeTicks(dialect, documents);
      return ticks.ok ? ok(documents) : ticks;
    },
    history: {
      firstDay: history.firstDay,
      pauseMs: history.pauseMs,
      parse: (document) => parseExchangeHistory(dialect, document),
      parts: async (http, span, signal) => {
        const list = await listMarkets(asking(http, signal));
        if (!list.ok) return list;
        const { markets, document } = list.value;
        return ok(exchangeHistoryParts(dialect, markets.values(), span, document.fetchedAt));
      },
      fetch: async (http, part, signal) => {
        const ask = asking(http, signal);
        const list = await listMarkets(ask, { mayBeOld: true });
        if (!list.ok) return list;
        const isOurs = part.id.startsWith(history.partPrefix);
        const market = isOurs ? list.value.markets.get(part.id.slice(history.partPrefix.length)) : undefined;
        // A part of a backfill that began under another exchange, or of a market that is gone since.
        if (market === undefined) return ok([]);
        const documents = await history.fetch(ask, market, part);
        return documents.ok
          ? ok(documents.value.filter((document) => parseExchangeHistory(dialect, document).ok))
          : documents;
      },
    },
  });
}
