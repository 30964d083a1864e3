import { z } from 'zod';
import { TICK_AHEAD_MAX_MS } from '#lib/domain/validation/check-market';
import { figureRate } from '#lib/domain/validation/figure-rules';
import { findCurrency } from '#lib/domain/currencies/currency';
import { DAY_MS } from '#lib/domain/durations';
import { addDays, startOfDay } from '#lib/domain/iso-day';
import { ok, type Result } from '#lib/domain/result';
import { readCsvCells } from '#lib/sources/csv-cells';
import { readJson } from '#lib/sources/document-text';
import {
  type LayoutError,
  type LeftOut,
  type SourceDocument,
  unknownLayout,
  unreadable,
} from '#lib/sources/source';
import { isZip, unpackZipMember } from '#lib/sources/zip-member';
import {
  type ExchangeDialect,
  type ExchangeDocument,
  type ExchangeTicker,
  type MarketDays,
  TRADED_WITHIN_MS,
} from './exchange-dialect.ts';
import { type Candle, daysOfCandles, fileNameOf, nameMarket, readCandles } from './exchange-history.ts';
import { BINANCE_FACTS } from './facts.ts';

const EXPECTED_POLL = 'the JSON of Binance’s exchangeInfo or ticker/24hr';

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
function readBinance(document: SourceDocument): Result<ExchangeDocument, LayoutError> {
  const json = readBinanceJson(document.body, EXPECTED_POLL);
  if (!json.ok) return json;
  const list = List.safeParse(json.value);
  if (list.success) return readMarkets(list.data.symbols);
  if (Array.isArray(json.value)) return readTickers(json.value, document.fetchedAt);
  return unknownLayout(`The JSON has no list of symbols or prices; expected ${EXPECTED_POLL}.`);
}

/** Any of Binance's answers; its refusals are an object with `code` and `msg`. */
function readBinanceJson(body: Uint8Array, expected: string): Result<unknown, LayoutError> {
  const json = readJson(body, expected);
  if (!json.ok) return json;
  const refusal = Refusal.safeParse(json.value);
  if (!refusal.success) return json;
  const { code, msg } = refusal.data;
  return unknownLayout(`Binance refused with ${code} "${msg.slice(0, 200)}"; expected ${expected}.`);
}

/** The rows that fit a schema, and the others by name; fewer than half are an unknown layout. */
function readEntries<Row>(
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
    : unknownLayout(`Only ${read.length} of ${rows.length} ${names}; expected ${EXPECTED_POLL}.`);
}

function readMarkets(rows: readonly unknown[]): Result<ExchangeDocument, LayoutError> {
  const listed = readEntries(rows, ListedSymbol, 'symbols have a status and two assets');
  if (!listed.ok) return listed;
  const { read, leftOut } = listed.value;
  const markets = read.map(({ symbol, status, baseAsset, quoteAsset }) => {
    return [symbol, { symbol, baseAsset, quoteAsset, isTrading: status === 'TRADING' }] as const;
  });
  return ok({ kind: 'markets', markets: new Map(markets), leftOut });
}

function readTickers(rows: readonly unknown[], fetchedAt: Date): Result<ExchangeDocument, LayoutError> {
  const priced = readEntries(rows, Ticker, 'entries have symbol, lastPrice, closeTime and count');
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
function binanceAssetCode(asset: string, at: Date): string | null {
  const meaning = USED_AGAIN.get(asset);
  if (meaning !== undefined && at < meaning.since) return meaning.before;
  const currency = findCurrency(asset);
  if (currency === null) return null;
  return currency.kind === 'crypto' || FIAT.has(asset) ? asset : null;
}

const EXPECTED_HISTORY =
  'the JSON of Binance’s klines, or a CSV or ZIP of its archive (files of Kraken are read with CRYPTO_EXCHANGE=kraken)';

/** The most bars that Binance gives in one answer. */
const PAGE_BARS = 1000;

/** A number of JSON, or a cell of the archive. */
const Whole = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]);

/** Open time, open, high, low, close, volume, close time, quote volume, trades, and three more. */
const Kline = z
  .tuple([Whole, z.string(), z.string(), z.string(), z.string(), z.string(), Whole, z.string(), Whole])
  .rest(z.unknown());

interface Klines {
  readonly candles: readonly Candle[];
  readonly leftOut: readonly LeftOut[];
}

/** The bars of any document; none where Binance has none. */
function readKlines({ url, body }: SourceDocument): Result<Klines, LayoutError> {
  const unpacked = isZip(body)
    ? unpackZipMember(body, [fileNameOf(url).replace(/\.zip$/i, '.csv')])
    : ok(body);
  if (!unpacked.ok) return unpacked;
  if (/^\s*(open_time|\d+),/.test(new TextDecoder().decode(unpacked.value.subarray(0, 40)))) {
    return readArchive(unpacked.value);
  }
  const json = readBinanceJson(unpacked.value, EXPECTED_HISTORY);
  if (!json.ok) return json;
  const rows = z.array(z.unknown()).safeParse(json.value);
  if (!rows.success) return unknownLayout(`The JSON is no list of bars; expected ${EXPECTED_HISTORY}.`);
  // An answer ends with the bar that was still open, and a file does not tell when it was asked for.
  return klinesOf(rows.data, url.startsWith('file:') ? rows.data.length - 1 : null);
}

/** The archive's files have no header, or one that begins with open_time; their bars are all finished. */
function readArchive(body: Uint8Array): Result<Klines, LayoutError> {
  const cells = readCsvCells(new TextDecoder().decode(body));
  if (!cells.ok) return cells;
  const { header, rows } = cells.value;
  const read = klinesOf(header[0]?.startsWith('open_time') === true ? rows : [header, ...rows], null);
  return read.ok ? ok({ ...read.value, leftOut: [...cells.value.leftOut, ...read.value.leftOut] }) : read;
}

function klinesOf(rows: readonly unknown[], openPlace: number | null): Result<Klines, LayoutError> {
  const read = readCandles(rows, Kline, (kline, place): Candle => {
    const [openTime, , high, low, close, , closeTime, , trades] = kline;
    const candle = { openAtMs: toMs(openTime), lastAtMs: toMs(closeTime), low, high, close, trades };
    return place === openPlace ? { ...candle, isOpen: true } : candle;
  });
  return read
    ? ok(read)
    : unknownLayout(`Most entries are no bars of Binance; expected ${EXPECTED_HISTORY}.`);
}

/** In milliseconds 1e14 is the year 5138: above it are microseconds, which the archive has since 2025. */
const MICROSECONDS_FROM = 1e14;

function toMs(time: number): number {
  return time >= MICROSECONDS_FROM ? Math.floor(time / 1000) : time;
}

/** The days of one market's document. */
function readDays(document: SourceDocument): Result<MarketDays, LayoutError> {
  const read = readKlines(document);
  if (!read.ok) return read;
  const { candles, leftOut } = read.value;
  const longestMs = candles.reduce(
    (most, { openAtMs, lastAtMs }) => Math.max(most, lastAtMs - openAtMs + 1),
    0,
  );
  // The last bar of a market that was closed within a day is shorter than the others.
  const stepMs = longestMs <= DAY_MS && STATES_DAYS.test(document.url) ? DAY_MS : longestMs;
  const days = daysOfCandles(candles, stepMs, document.fetchedAt);
  return days.ok ? ok({ days: days.value, leftOut }) : days;
}

/** An address or an archive's name that says that the bars are days. */
const STATES_DAYS = /[?&]interval=1d(&|#|$)|-1d-[\d-]+\.(csv|zip)$/;

/** Binance's public spot market, settled in tether. Page: https://developers.binance.com/docs/binance-spot-api-docs/rest-api */
export const BINANCE: ExchangeDialect = {
  facts: BINANCE_FACTS,
  hosts: [new URL('https://data-api.binance.vision'), new URL('https://api.binance.com')],
  marketsRequest: { path: '/api/v3/exchangeInfo', slimQuery: 'showPermissionSets=false' },
  tickersRequest: { path: '/api/v3/ticker/24hr', slimQuery: 'type=MINI' },
  codeOf: binanceAssetCode,
  read: readBinance,
  // Pages of 1,000 days of a market, and the files of https://data.binance.vision.
  history: {
    firstDay: '2017-07-14',
    daysMax: null,
    pauseMs: 100,
    partPrefix: 'binance:',
    fetch: async (ask, market, { from, to }) => {
      const endMs = startOfDay(addDays(to, 1)).getTime() - 1;
      const documents: SourceDocument[] = [];
      let startMs = startOfDay(from).getTime();
      while (startMs <= endMs) {
        const symbol = encodeURIComponent(market.symbol);
        const answer = await ask({
          path: `/api/v3/klines?symbol=${symbol}&interval=1d&startTime=${startMs}&endTime=${endMs}&limit=${PAGE_BARS}`,
        });
        if (!answer.ok) return answer;
        const page = { ...answer.value, url: nameMarket(answer.value.url, market) };
        const read = readKlines(page);
        if (!read.ok) return read;
        documents.push(page);
        const { candles, leftOut } = read.value;
        const nextMs = (candles.at(-1)?.openAtMs ?? 0) + DAY_MS;
        if (candles.length + leftOut.length < PAGE_BARS || nextMs <= startMs) break;
        startMs = nextMs;
      }
      return ok(documents);
    },
    read: readDays,
  },
};
