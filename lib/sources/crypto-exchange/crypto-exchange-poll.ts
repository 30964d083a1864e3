import { ok, type Result } from '#lib/domain/result';
import {
  type Documents,
  type DocumentTicks,
  type LayoutError,
  type LeftOut,
  type SourceDocument,
  type Stated,
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
  ExchangeDocument,
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
function missingMarkets(dialect: ExchangeDialect, { markets }: MarketList, prices: SourceDocument) {
  const quoted = dialect.read(prices);
  const symbols = quoted.ok && quoted.value.kind === 'tickers' ? quoted.value.symbols : new Set<string>();
  const wanted = wantedMarkets(dialect, markets, prices.fetchedAt);
  const found = wanted.filter(({ symbol }) => symbols.has(symbol)).length;
  if (found >= wanted.length / 2) return null;
  return unknownLayout(
    `${dialect.facts.name} gives prices of ${found} of its ${wanted.length} trading markets with known codes; expected at least half.`,
  );
}

/** The trading markets of a list whose codes are known. */
function wantedMarkets(
  { codeOf }: Pick<ExchangeDialect, 'codeOf'>,
  markets: ReadonlyMap<string, ExchangeMarket>,
  at: Date,
): readonly ExchangeMarket[] {
  const isKnown = (asset: string) => codeOf(asset, at) !== null;
  return [...markets.values()].filter(
    ({ isTrading, baseAsset, quoteAsset }) => isTrading && isKnown(baseAsset) && isKnown(quoteAsset),
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
 * Kept are the markets of the list that are trading, have a price of now, and whose two codes are known. Those that the
 * prices lack, or have in a form that cannot be read, are named. Pure; never an empty list.
 */
export function parseExchangeTicks(
  dialect: Pick<ExchangeDialect, 'facts' | 'read' | 'codeOf'>,
  documents: readonly SourceDocument[],
): Result<readonly DocumentTicks[], LayoutError> {
  let list: (ExchangeDocument & { readonly kind: 'markets' }) | null = null;
  const quoted: (ExchangeDocument & { readonly kind: 'tickers'; readonly document: SourceDocument })[] = [];
  for (const document of documents) {
    const read = dialect.read(document);
    if (!read.ok) return read;
    if (read.value.kind === 'markets') list = read.value;
    else quoted.push({ ...read.value, document });
  }
  const { name } = dialect.facts;
  if (list === null || quoted.length === 0) {
    const missing = list === null ? 'the list of markets' : 'the prices of the markets';
    return unknownLayout(`${name}: ${missing} is not among the documents; expected both.`);
  }
  const polled: DocumentTicks[] = [];
  for (const { document, tickers, symbols, leftOut } of quoted) {
    const read = ticksOf(tickers, list.markets, dialect.codeOf, document.fetchedAt);
    if (read.figures.length === 0) {
      return unknownLayout(
        `${name}: none of ${symbols.size} prices is of a listed market that is trading, has a price of now, and has two known codes.`,
      );
    }
    const missing = wantedMarkets(dialect, list.markets, document.fetchedAt)
      .filter(({ symbol }) => !symbols.has(symbol))
      .map(({ symbol }) => ({
        rule: 'missing_series' as const,
        series: symbol,
        reason: 'listed, without a price',
      }));
    const named = [...list.leftOut, ...leftOut, ...missing, ...read.leftOut];
    polled.push({ document, ticks: read.figures, leftOut: named });
  }
  return ok(polled);
}

/** A market's quote, and what it is weighed by. */
interface Quoted {
  readonly symbol: string;
  readonly tick: PublishedTick;
  readonly volume: number;
}

/** One quote a pair: where two markets are of the same pair, in either direction, the one with more volume; the other is named. */
function ticksOf(
  tickers: readonly ExchangeTicker[],
  markets: ReadonlyMap<string, ExchangeMarket>,
  codeOf: AssetCode,
  fetchedAt: Date,
): Stated<PublishedTick> {
  const kept = new Map<string, Quoted>();
  const leftOut: LeftOut[] = [];
  for (const { symbol, price, volume, observedAt } of tickers) {
    const market = markets.get(symbol);
    if (market?.isTrading !== true) continue;
    const base = codeOf(market.baseAsset, observedAt ?? fetchedAt);
    const quote = codeOf(market.quoteAsset, observedAt ?? fetchedAt);
    if (base === null || quote === null || base === quote) continue;
    const own: Quoted = { symbol, volume, tick: { base, quote, rate: price, observedAt } };
    const pair = base < quote ? `${base}/${quote}` : `${quote}/${base}`;
    const rival = kept.get(pair);
    const [winner, loser] = rival === undefined || outweighs(own, rival) ? [own, rival] : [rival, own];
    kept.set(pair, winner);
    if (loser !== undefined) {
      const { base: from, quote: to, rate } = loser.tick;
      const reason = `${rate} at ${loser.symbol} gives way to ${winner.tick.rate} at ${winner.symbol}, which has more volume`;
      leftOut.push({ rule: 'second_market', series: `${from}/${to}`, reason });
    }
  }
  return { figures: [...kept.values()].map(({ tick }) => tick), leftOut };
}

/** By volume in the same currency; by name where that is equal. */
function outweighs(one: Quoted, other: Quoted): boolean {
  const inBaseOfOne =
    one.tick.base === other.tick.base ? other.volume : other.volume * Number(other.tick.rate);
  return one.volume === inBaseOfOne ? one.symbol < other.symbol : one.volume > inBaseOfOne;
}
