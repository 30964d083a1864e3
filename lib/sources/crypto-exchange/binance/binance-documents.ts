import { z } from 'zod';
import { figureRate, TICK_AHEAD_MAX_MS } from '#lib/domain/validation/figure-rules';
import { ok, type Result } from '#lib/domain/result';
import {
  type ExchangeDocument,
  type ExchangeTicker,
  TRADED_WITHIN_MS,
} from '#lib/sources/crypto-exchange/crypto-exchange-dialect';
import { readJson } from '#lib/sources/read-text';
import {
  type LayoutError,
  type LeftOut,
  type SourceDocument,
  unknownLayout,
  unreadable,
} from '#lib/sources/source';
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

/** `closeTime` is the last trade's, in milliseconds since 1970; `volume` and `count` are of the last 24 hours. */
const Ticker = z.object({
  symbol: z.string(),
  lastPrice: z.string(),
  volume: z.string().optional(),
  closeTime: z.number(),
  count: z.number(),
});

const Named = ListedSymbol.pick({ symbol: true });

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

/** The rows that fit a schema, and the others by name; fewer than half are an unknown layout. */
function readRows<Row>(
  rows: readonly unknown[],
  schema: z.ZodType<Row>,
  names: string,
): Result<{ readonly read: readonly Row[]; readonly leftOut: readonly LeftOut[] }, LayoutError> {
  const read: Row[] = [];
  const leftOut: LeftOut[] = [];
  for (const [place, value] of rows.entries()) {
    const row = schema.safeParse(value);
    const { symbol } = Named.safeParse(value).data ?? { symbol: `entry ${place}` };
    if (row.success) read.push(row.data);
    else leftOut.push(unreadable(symbol, `not Binance’s at ${row.error.issues[0]?.path.join('/')}`));
  }
  return read.length > rows.length / 2
    ? ok({ read, leftOut })
    : unknownLayout(`Only ${read.length} of ${rows.length} ${names}; expected ${EXPECTED}.`);
}

function readMarkets(rows: readonly unknown[]): Result<ExchangeDocument, LayoutError> {
  const listed = readRows(rows, ListedSymbol, 'symbols have a status and two assets');
  if (!listed.ok) return listed;
  const { read, leftOut } = listed.value;
  const markets = read.map(({ symbol, status, baseAsset, quoteAsset }) => {
    return [symbol, { symbol, baseAsset, quoteAsset, isTrading: status === 'TRADING' }] as const;
  });
  return ok({ kind: 'markets', markets: new Map(markets), leftOut });
}

function readTickers(rows: readonly unknown[], fetchedAt: Date): Result<ExchangeDocument, LayoutError> {
  const priced = readRows(rows, Ticker, 'entries have symbol, lastPrice, closeTime and count');
  if (!priced.ok) return priced;
  const { read, leftOut } = priced.value;
  const symbols = new Set(rows.map((row) => Named.safeParse(row).data?.symbol ?? ''));
  return ok({ kind: 'tickers', tickers: read.flatMap((row) => tickerOf(row, fetchedAt)), symbols, leftOut });
}

/** Dead symbols stay in Binance's list: with price 0 and count 0, or with a closing time in the past. */
function tickerOf(
  { symbol, lastPrice: price, volume, closeTime, count }: z.infer<typeof Ticker>,
  fetchedAt: Date,
): readonly ExchangeTicker[] {
  const aheadMs = closeTime - fetchedAt.getTime();
  // A price that is no number is for the validation to refuse.
  if (figureRate(price) <= 0 || count === 0 || aheadMs <= -TRADED_WITHIN_MS) return [];
  // Their clock may be a little ahead of ours; what is further ahead is for the validation to refuse.
  const isAhead = aheadMs > 0 && aheadMs <= TICK_AHEAD_MAX_MS;
  const observedAt = isAhead ? fetchedAt : new Date(closeTime);
  return [{ symbol, price, volume: Number(volume ?? 0), observedAt }];
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
