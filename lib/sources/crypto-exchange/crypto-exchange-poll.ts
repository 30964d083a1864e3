import { ok, type Result } from '#lib/domain/result';
import {
  type Documents,
  type DocumentTicks,
  type LayoutError,
  type SourceDocument,
  type TickSource,
  unknownLayout,
} from '#lib/sources/source';
import type { HttpFailure } from '#lib/platform/http-client';
import { MINUTE_MS } from '#lib/domain/durations';
import type { PublishedTick } from '#lib/domain/rates/observation';
import type { Ask } from './crypto-exchange-ask.ts';
import type {
  AssetCode,
  ExchangeDialect,
  ExchangeMarket,
  ExchangeTicker,
} from './crypto-exchange-dialect.ts';

/** What a poll of an exchange works with. */
interface ExchangePoll {
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

/** An exchange's list of markets and the document that it is from. */
interface MarketList {
  readonly document: SourceDocument;
  readonly markets: ReadonlyMap<string, ExchangeMarket>;
}

/** The newest list of an exchange's markets, kept between polls. */
export interface MarketListKeeper {
  /** Asks the exchange. */
  readonly renew: (ask: Ask) => Promise<Result<MarketList, HttpFailure | LayoutError>>;
  /** The kept list while it is young enough at `now`, the service's clock; else a new one. */
  readonly current: (ask: Ask, now: Date) => ReturnType<MarketListKeeper['renew']>;
  /** The kept list however old, else a new one. */
  readonly any: (ask: Ask) => ReturnType<MarketListKeeper['renew']>;
}

/** A new list is asked for at the first age; where it cannot be had, the old one serves until the second. */
const RENEWAL_MS = 30 * MINUTE_MS;
const AGE_MAX_MS = 60 * MINUTE_MS;

/** Makes a keeper that has no list yet. */
export function createMarketListKeeper({
  facts,
  marketsRequest,
  read,
}: Pick<ExchangeDialect, 'facts' | 'marketsRequest' | 'read'>): MarketListKeeper {
  let kept: MarketList | null = null;
  const renew: MarketListKeeper['renew'] = async (ask) => {
    const answer = await ask(marketsRequest, true);
    if (!answer.ok) return answer;
    const list = read(answer.value);
    if (!list.ok) return list;
    if (list.value.kind !== 'markets') {
      return unknownLayout(`${facts.name} answered with prices where its list of markets was asked for.`);
    }
    kept = { document: answer.value, markets: list.value.markets };
    return ok(kept);
  };
  return {
    renew,
    current: async (ask, now) => {
      const old = kept;
      if (old !== null && isYounger(old, now, RENEWAL_MS)) return ok(old);
      const renewed = await renew(ask);
      return !renewed.ok && old !== null && isYounger(old, now, AGE_MAX_MS) ? ok(old) : renewed;
    },
    any: (ask) => (kept === null ? renew(ask) : Promise.resolve(ok(kept))),
  };
}

/** A list from the future is from before the clock was set back, so its age is unknown. */
function isYounger({ document }: MarketList, now: Date, limitMs: number): boolean {
  const ageMs = now.getTime() - document.fetchedAt.getTime();
  return ageMs >= 0 && ageMs < limitMs;
}

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
