import {
  defineTickSource,
  type LayoutError,
  type SourceDocument,
  type TickHistory,
  type TickSource,
} from '#lib/sources/source';
import type { ExchangeName } from '#lib/sources/source-facts';
import { ok, type Result } from '#lib/domain/result';
import type { HttpClient } from '#lib/platform/http-client';
import { BINANCE } from './binance/binance.ts';
import { type Ask, createAsk } from './crypto-exchange-ask.ts';
import type { ExchangeDialect, ExchangeDocument } from './crypto-exchange-dialect.ts';
import { FACTS } from './facts.ts';
import {
  createMarketListKeeper,
  fetchExchangePoll,
  type MarketListKeeper,
  parseExchangeTicks,
} from './crypto-exchange-poll.ts';
import { exchangeHistoryParts } from './crypto-exchange-parts.ts';
import { KRAKEN } from './kraken/kraken.ts';

const DIALECTS: Readonly<Record<ExchangeName, ExchangeDialect>> = { kraken: KRAKEN, binance: BINANCE };

/**
 * The last prices of all markets of one exchange: one unit of the base costs `rate` units of the quote. Kraken: its own
 * USD and EUR markets (https://docs.kraken.com/api/); Binance: settled in tether, which stays USDT and is never USD
 * (https://developers.binance.com/docs/binance-spot-api-docs/rest-api). `upstream` (UPSTREAM_CRYPTO_EXCHANGE) replaces
 * every host of the exchange.
 */
export function createSource(
  upstream: URL | undefined,
  { exchange }: { readonly exchange: ExchangeName },
): TickSource {
  const dialect = withMemory(DIALECTS[exchange]);
  const hosts = upstream === undefined ? dialect.hosts : ([upstream] as const);
  const isOperatorAddress = upstream !== undefined;
  const parse = rememberParse((documents) => parseExchangeTicks(dialect, documents));
  const lists = createMarketListKeeper(dialect);
  const asking: Asking = (http, signal) => createAsk({ hosts, isOperatorAddress, http, signal });
  return defineTickSource({
    ...FACTS[exchange],
    upstream: hosts[0].origin,
    isOperatorAddress,
    parse,
    fetch: (http, signal) => fetchExchangePoll({ ask: asking(http, signal), dialect, lists, parse }),
    history: historyOf(dialect, lists, asking),
  });
}

type Asking = (http: HttpClient, signal: AbortSignal | undefined) => Ask;

function historyOf(dialect: ExchangeDialect, lists: MarketListKeeper, asking: Asking): TickHistory {
  const { firstDay, pauseMs, partPrefix, parse, fetch } = dialect.history;
  return {
    firstDay,
    pauseMs,
    parse,
    parts: async (http, span, signal) => {
      const list = await lists.renew(asking(http, signal));
      if (!list.ok) return list;
      const { markets, document } = list.value;
      return ok(exchangeHistoryParts(dialect, markets.values(), span, document.fetchedAt));
    },
    fetch: async (http, part, signal) => {
      const ask = asking(http, signal);
      const list = await lists.any(ask);
      if (!list.ok) return list;
      const isOurs = part.id.startsWith(partPrefix);
      const market = isOurs ? list.value.markets.get(part.id.slice(partPrefix.length)) : undefined;
      // A part of a backfill that began under another exchange, or of a market that is gone since.
      return market === undefined ? ok([]) : fetch(ask, market, part);
    },
  };
}

/** Reads each document once: the list of markets serves many polls, and prices are read by fetch and by its caller. */
function withMemory(dialect: ExchangeDialect): ExchangeDialect {
  const known = new WeakMap<SourceDocument, Result<ExchangeDocument, LayoutError>>();
  return {
    ...dialect,
    read: (document) => {
      const result = known.get(document) ?? dialect.read(document);
      known.set(document, result);
      return result;
    },
  };
}

/** `fetch` parses to know whether a poll is whole; the caller's parse of the same documents is then free. */
function rememberParse(parse: TickSource['parse']): TickSource['parse'] {
  const known = new WeakMap<readonly SourceDocument[], ReturnType<TickSource['parse']>>();
  return (documents) => {
    const result = known.get(documents) ?? parse(documents);
    known.set(documents, result);
    return result;
  };
}
