import { ok, type Result } from '#lib/domain/result';
import {
  type DocumentTicks,
  type LayoutError,
  type LeftOut,
  type SourceDocument,
  type Stated,
  unknownLayout,
} from '#lib/sources/source';
import type { PublishedTick } from '#lib/domain/rates/observation';
import type {
  ExchangeDialect,
  ExchangeDocument,
  ExchangeMarket,
  ExchangeTicker,
} from './exchange-dialect.ts';

/**
 * Reads the documents of one poll of an exchange, in any order: its list of markets, and the prices of all markets.
 * Kept are the markets of the list that are trading, have a price of now, and whose two codes are known. Those that the
 * prices lack, or have in a form that cannot be read, are named; an answer that lacks half of them is broken, however many others it has. Pure;
 * never an empty list.
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
    const wanted = marketsByCode(dialect, list.markets, document.fetchedAt);
    const missing = wanted.filter(({ symbol }) => !symbols.has(symbol));
    if (2 * missing.length > wanted.length && !document.url.startsWith('file:')) {
      return unknownLayout(
        `${name} gives prices of ${wanted.length - missing.length} of its ${wanted.length} trading markets with known codes; expected at least half.`,
      );
    }
    const { figures, leftOut: outweighed } = ticksOf(dialect, tickers, { list, document });
    if (figures.length === 0) {
      return unknownLayout(
        `${name}: none of ${symbols.size} prices is of a listed market that is trading, has a price of now, and has two known codes.`,
      );
    }
    const absent = missing.map(({ symbol }): LeftOut => {
      return { rule: 'missing_series', series: symbol, reason: 'listed, without a price' };
    });
    polled.push({
      document,
      ticks: figures,
      leftOut: [...list.leftOut, ...leftOut, ...absent, ...outweighed],
    });
  }
  return ok(polled);
}

/** The trading markets of a list whose codes are known. */
function marketsByCode(
  { codeOf }: Pick<ExchangeDialect, 'codeOf'>,
  markets: ReadonlyMap<string, ExchangeMarket>,
  at: Date,
): readonly ExchangeMarket[] {
  return [...markets.values()].filter(
    ({ isTrading, baseAsset, quoteAsset }) =>
      isTrading && codeOf(baseAsset, at) !== null && codeOf(quoteAsset, at) !== null,
  );
}

/** A market's quote, and what it is weighed by. */
interface Quoted {
  readonly symbol: string;
  readonly tick: PublishedTick;
  readonly volume: number;
}

interface Poll {
  readonly list: { readonly markets: ReadonlyMap<string, ExchangeMarket> };
  readonly document: SourceDocument;
}

/** One quote a pair: where two markets are of the same pair, in either direction, the one with more volume; the other is named. */
function ticksOf(
  { codeOf }: Pick<ExchangeDialect, 'codeOf'>,
  tickers: readonly ExchangeTicker[],
  { list, document }: Poll,
): Stated<PublishedTick> {
  const kept = new Map<string, Quoted>();
  const leftOut: LeftOut[] = [];
  for (const { symbol, price, volume, observedAt } of tickers) {
    const market = list.markets.get(symbol);
    if (market?.isTrading !== true) continue;
    const base = codeOf(market.baseAsset, observedAt ?? document.fetchedAt);
    const quote = codeOf(market.quoteAsset, observedAt ?? document.fetchedAt);
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
