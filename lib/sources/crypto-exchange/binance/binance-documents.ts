import { z } from 'zod';
import { TICK_AHEAD_MAX_MS } from '#lib/domain/validation/figure-rules';
import { DAY_MS } from '#lib/domain/durations';
import { ok, type Result } from '#lib/domain/result';
import type { ExchangeDocument, ExchangeTicker } from '#lib/sources/crypto-exchange/crypto-exchange-dialect';
import { readJson } from '#lib/sources/read-json';
import { type LayoutError, type SourceDocument, unknownLayout } from '#lib/sources/source';
import { findCurrency } from '#lib/domain/currencies/currency';

const EXPECTED = 'the JSON of Binance’s exchangeInfo or ticker/24hr';

const Refusal = z.object({ code: z.number(), msg: z.string() });

const ListedSymbol = z.object({
  symbol: z.string(),
  status: z.string(),
  baseAsset: z.string(),
  quoteAsset: z.string(),
});

const List = z.object({ symbols: z.array(z.unknown()) });

/** `closeTime` is in milliseconds since 1970, `count` the trades of the last 24 hours. */
const Ticker = z.object({
  symbol: z.string(),
  lastPrice: z.string(),
  closeTime: z.number(),
  count: z.number(),
});

/** Reads a document of a poll of Binance: exchangeInfo or ticker/24hr, told apart by content. Pure. */
export function readBinance(document: SourceDocument): Result<ExchangeDocument, LayoutError> {
  const json = readBinanceJson(document.body, EXPECTED);
  if (!json.ok) return json;
  const list = List.safeParse(json.value);
  if (list.success) return readMarkets(list.data.symbols);
  if (Array.isArray(json.value)) return readTickers(json.value, document.fetchedAt);
  return unknownLayout(`The JSON has no list of symbols or prices; expected ${EXPECTED}.`);
}

/** Any of Binance's answers; its refusals are an object with `code` and `msg`. */
export function readBinanceJson(body: Uint8Array, expected: string): Result<unknown, LayoutError> {
  const json = readJson(body, expected);
  if (!json.ok) return json;
  const refusal = Refusal.safeParse(json.value);
  if (!refusal.success) return json;
  const { code, msg } = refusal.data;
  return unknownLayout(`Binance refused with ${code} "${msg.slice(0, 200)}"; expected ${expected}.`);
}

function readMarkets(rows: readonly unknown[]): Result<ExchangeDocument, LayoutError> {
  const listed = rows.flatMap((row) => ListedSymbol.safeParse(row).data ?? []);
  if (listed.length <= rows.length / 2) {
    return unknownLayout(
      `Only ${listed.length} of ${rows.length} symbols have a status and two assets; expected ${EXPECTED}.`,
    );
  }
  const markets = listed.map(({ symbol, status, baseAsset, quoteAsset }) => {
    return [symbol, { symbol, baseAsset, quoteAsset, isTrading: status === 'TRADING' }] as const;
  });
  return ok({ kind: 'markets', markets: new Map(markets) });
}

function readTickers(rows: readonly unknown[], fetchedAt: Date): Result<ExchangeDocument, LayoutError> {
  const tickers = rows.flatMap((row) => tickerOf(row, fetchedAt));
  if (tickers.length > rows.length / 2) return ok({ kind: 'tickers', tickers });
  return unknownLayout(
    `Only ${tickers.length} of ${rows.length} entries have symbol, lastPrice, closeTime and count; expected ${EXPECTED}.`,
  );
}

/** Dead symbols stay in Binance's list: with price 0 and count 0, or with a closing time in the past. */
function tickerOf(row: unknown, fetchedAt: Date): readonly ExchangeTicker[] {
  const ticker = Ticker.safeParse(row);
  if (!ticker.success) return [];
  const { symbol, lastPrice, closeTime, count } = ticker.data;
  const fetchedAtMs = fetchedAt.getTime();
  const isTraded = Number(lastPrice) > 0 && count > 0 && closeTime > fetchedAtMs - DAY_MS;
  // Their clock may be a little ahead of ours; what is further ahead is for the validation to refuse.
  const aheadMs = closeTime - fetchedAtMs;
  const isAhead = aheadMs > 0 && aheadMs <= TICK_AHEAD_MAX_MS;
  return [{ symbol, price: lastPrice, isTraded, observedAt: isAhead ? fetchedAt : new Date(closeTime) }];
}

/**
 * The money that Binance has or had markets in. Every other ticker that equals an ISO 4217 code (BEL, MTL, ERN) is an
 * asset of that name, and dropped.
 */
const FIAT: ReadonlySet<string> = new Set(
  'ARS AUD BRL COP CZK EUR GBP JPY MXN NGN PLN RON RUB TRY UAH ZAR'.split(' '),
);

/**
 * Tickers that Binance gave to another asset later: from which instant on the ticker means what our code means, and
 * our code for what it meant before, if we have one. LUNA: the new chain began on 2022-05-28. SKY was Skycoin and USDS
 * StableUSD; the assets that we know under these codes began on 2024-09-18.
 */
const USED_AGAIN: ReadonlyMap<string, { readonly since: Date; readonly before: string | null }> = new Map([
  ['LUNA', { since: new Date('2022-05-28T00:00:00Z'), before: 'LUNC' }],
  ['SKY', { since: new Date('2024-09-18T00:00:00Z'), before: null }],
  ['USDS', { since: new Date('2024-09-18T00:00:00Z'), before: null }],
]);

/** Our code for what Binance called `asset` at an instant; null for what we do not know. */
export function binanceAssetCode(asset: string, at: Date): string | null {
  const meaning = USED_AGAIN.get(asset);
  if (meaning !== undefined && at < meaning.since) return meaning.before;
  const currency = findCurrency(asset);
  if (currency === null) return null;
  return currency.kind === 'crypto' || FIAT.has(asset) ? asset : null;
}
