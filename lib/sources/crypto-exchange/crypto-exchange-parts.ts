import { CRYPTO_ASSETS } from '#lib/domain/currencies/crypto-assets';
import { findCurrency } from '#lib/domain/currencies/currency';
import { addDays, type IsoDay, isoDayOf, parseIsoDay } from '#lib/domain/iso-day';
import type { HistoryPart, HistorySpan } from '#lib/sources/source';

import type { ExchangeDialect, ExchangeMarket } from './crypto-exchange-dialect.ts';

/**
 * One part a market of the list whose codes are known, halted ones last: bitcoin, ether, money against money, then by
 * name. `at` is when the list was fetched. Days that the exchange does not answer for are cut off the span.
 */
export function exchangeHistoryParts(
  { codeOf, history }: Pick<ExchangeDialect, 'codeOf' | 'history'>,
  markets: Iterable<ExchangeMarket>,
  span: HistorySpan,
  at: Date,
): readonly HistoryPart[] {
  const from = newest(
    span.from,
    parseIsoDay(history.firstDay),
    history.daysMax === null ? null : addDays(isoDayOf(at), -history.daysMax),
  );
  if (from > span.to) return [];
  const ranked = [...markets].flatMap((market) => {
    const base = codeOf(market.baseAsset, at);
    const quote = codeOf(market.quoteAsset, at);
    if (base === null || quote === null || base === quote) return [];
    return [{ market, pair: `${base}/${quote}`, rank: rankOf(market, base, quote) }];
  });
  ranked.sort((one, other) => one.rank - other.rank || (one.market.symbol < other.market.symbol ? -1 : 1));
  const pairs = new Set<string>();
  return ranked.flatMap(({ market, pair }) => {
    if (pairs.has(pair)) return [];
    pairs.add(pair);
    return [{ id: `${history.partPrefix}${market.symbol}`, from, to: span.to }];
  });
}

const STABLECOINS: ReadonlySet<string> = new Set(
  CRYPTO_ASSETS.filter(({ stablecoinOf }) => stablecoinOf !== undefined).map(({ code }) => code),
);

const MAIN_ASSETS = ['BTC', 'ETH'];
const MAIN_QUOTES = ['USD', 'EUR', 'USDT', 'USDC'];
const HALTED_RANK = 1000;

/** Lower comes first. */
function rankOf(market: ExchangeMarket, base: string, quote: string): number {
  return (market.isTrading ? 0 : HALTED_RANK) + kindRank(base, quote) * 10 + placeIn(MAIN_QUOTES, quote);
}

function kindRank(base: string, quote: string): number {
  const main = placeIn(MAIN_ASSETS, base);
  if (main < MAIN_ASSETS.length) return main;
  if (isFiat(base) && isFiat(quote)) return MAIN_ASSETS.length;
  if (isMoney(base) && isMoney(quote)) return MAIN_ASSETS.length + 1;
  return MAIN_ASSETS.length + 2;
}

function placeIn(list: readonly string[], code: string): number {
  const place = list.indexOf(code);
  return place === -1 ? list.length : place;
}

function isFiat(code: string): boolean {
  return findCurrency(code)?.kind === 'fiat';
}

function isMoney(code: string): boolean {
  return isFiat(code) || STABLECOINS.has(code);
}

function newest(first: IsoDay, ...others: readonly (IsoDay | null)[]): IsoDay {
  return others.reduce<IsoDay>((latest, day) => (day !== null && day > latest ? day : latest), first);
}
