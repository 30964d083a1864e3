import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';
import { findCurrency } from '#lib/domain/currencies/currency';
import { startOfDay } from '#lib/domain/iso-day';
import { add, divide, exactNumber, roundedText } from '#lib/domain/rates/exact-number';
import { ok, type Result } from '#lib/domain/result';
import { figureRate } from '#lib/domain/validation/figure-rules';
import { readJson } from '#lib/sources/document-text';
import {
  type LayoutError,
  type LeftOut,
  type SourceDocument,
  unknownLayout,
  unreadable,
} from '#lib/sources/source';
import {
  type ExchangeDialect,
  type ExchangeDocument,
  type ExchangeMarket,
  type ExchangeTicker,
  type MarketDays,
  TRADED_WITHIN_MS,
} from './exchange-dialect.ts';
import { daysOfCandles, nameMarket, readCandles } from './exchange-history.ts';
import { KRAKEN_FACTS } from './facts.ts';

const EXPECTED_POLL = 'the JSON of Kraken’s AssetPairs or Ticker';

const Envelope = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.unknown()).optional(),
});

/** Without `wsname` it is a dark pool: its orders and prices are not public. Documents before 2021 have no `status`. */
const Pair = z.object({ altname: z.string(), wsname: z.string().optional(), status: z.string().optional() });

/** Begins with a price. */
const Priced = z.tuple([z.string()]).rest(z.unknown());

/** `a`, `b`: ask and bid; `c`: the last trade; `v`, `t`: volume and number of trades, today and in the last 24 hours. */
const Ticker = z.object({
  a: Priced.optional(),
  b: Priced.optional(),
  c: Priced,
  v: z.tuple([z.string(), z.string()]).optional(),
  t: z.tuple([z.number(), z.number()]),
});

/** Reads a document of a poll of Kraken: AssetPairs or Ticker, told apart by content. Pure; a non-empty `error` is a failure. */
function readKraken(document: SourceDocument): Result<ExchangeDocument, LayoutError> {
  const result = readKrakenResult(document.body, EXPECTED_POLL);
  if (!result.ok) return result;
  const rows = Object.entries(result.value);
  const isList = rows.some(([, row]) => Pair.safeParse(row).success);
  const leftOut: LeftOut[] = [];
  const markets: ExchangeMarket[] = [];
  const tickers: ExchangeTicker[] = [];
  for (const [symbol, row] of rows) {
    const read = (isList ? Pair : Ticker).safeParse(row);
    if (!read.success)
      leftOut.push(unreadable(symbol, `not Kraken’s at ${read.error.issues[0]?.path.join('/')}`));
    else if ('c' in read.data) tickers.push(...tickerOf(symbol, read.data, document.fetchedAt));
    else markets.push(...marketOf(symbol, read.data));
  }
  if (markets.length > 0) {
    return ok({
      kind: 'markets',
      markets: new Map(markets.map((market) => [market.symbol, market])),
      leftOut,
    });
  }
  if (isList)
    return unknownLayout(`Kraken’s list has ${rows.length} markets and not one with a name like XBT/EUR.`);
  const readable = rows.length - leftOut.length;
  return readable > rows.length / 2
    ? ok({ kind: 'tickers', tickers, symbols: new Set(rows.map(([symbol]) => symbol)), leftOut })
    : unknownLayout(
        `Only ${readable} of ${rows.length} entries are prices of Kraken’s Ticker; expected ${EXPECTED_POLL}.`,
      );
}

/** The `result` of any of Kraken's answers. Kraken answers with status 200 and a text in `error` when it refuses. */
function readKrakenResult(
  body: Uint8Array,
  expected: string,
): Result<Readonly<Record<string, unknown>>, LayoutError> {
  const json = readJson(body, expected);
  if (!json.ok) return json;
  const envelope = Envelope.safeParse(json.value);
  if (!envelope.success)
    return unknownLayout(`The JSON has no "error" and "result" of Kraken; expected ${expected}.`);
  const { error, result } = envelope.data;
  if (error.length > 0) {
    return unknownLayout(`Kraken refused with "${error.join(', ').slice(0, 200)}"; expected ${expected}.`);
  }
  return result === undefined
    ? unknownLayout(`Kraken’s answer has no result; expected ${expected}.`)
    : ok(result);
}

function marketOf(
  symbol: string,
  { wsname, status = 'online' }: z.infer<typeof Pair>,
): readonly ExchangeMarket[] {
  const [baseAsset, quoteAsset] = wsname?.split('/') ?? [];
  if (baseAsset === undefined || quoteAsset === undefined) return [];
  return [{ symbol, baseAsset, quoteAsset, isTrading: status === 'online' }];
}

/** Kraken gives no time with a price: `observedAt` is null. None where the market has no price of now. */
function tickerOf(
  symbol: string,
  ticker: z.infer<typeof Ticker>,
  fetchedAt: Date,
): readonly ExchangeTicker[] {
  const { a, b, c, t, v } = ticker;
  const price = tradesNow(t, fetchedAt) ? c[0] : t[1] > 0 ? middleOf(b?.[0], a?.[0]) : null;
  // A price that is no number is for the validation to refuse.
  if (price === null || figureRate(price) <= 0) return [];
  return [{ symbol, price, volume: Number(v?.[1] ?? 0), observedAt: null }];
}

/**
 * So many trades in 24 hours that an hour without one is next to impossible: ten an hour on average, and with chance
 * alone one hour in 20,000 has none.
 */
const BUSY_TRADES_MIN = 240;

/**
 * Whether the last trade is surely one of the last hour, which Kraken does not state: the market is busy, and has traded since
 * midnight UTC unless that was less than an hour ago.
 */
function tradesNow([today, lastDay]: readonly [number, number], fetchedAt: Date): boolean {
  return lastDay >= BUSY_TRADES_MIN && (today > 0 || fetchedAt.getTime() % DAY_MS < TRADED_WITHIN_MS);
}

/** Between bid and ask that are further apart than this share of the bid, the middle says nothing. */
const SPREAD_MAX = 0.02;

/** The exact middle of bid and ask; null where one is missing or they are too far apart. 0.84339 and 0.84373 give 0.84356. */
function middleOf(bid = '', ask = ''): string | null {
  const [low, high] = [figureRate(bid), figureRate(ask)];
  if (!(low > 0 && high >= low && high <= low * (1 + SPREAD_MAX))) return null;
  return roundedText(divide(add(exactNumber(bid), exactNumber(ask)), exactNumber(2)));
}

/** The money that Kraken has markets in. Every other ticker that equals an ISO 4217 code is an asset of that name, and dropped. */
const FIAT: ReadonlySet<string> = new Set(['AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'JPY', 'USD']);

/** Kraken's oldest assets bear an X or Z in front in the names of markets: `XXBTZEUR`. Source: Kraken's /0/public/Assets. */
const PREFIXED: ReadonlySet<string> = new Set(
  'XETC XETH XLTC XMLN XREP XXBT XXDG XXLM XXMR XXRP XZEC ZAUD ZCAD ZEUR ZGBP ZJPY ZUSD'.split(' '),
);

/**
 * What Kraken calls otherwise than everybody else. LUNA and UST stayed with the old chain there when it began anew
 * (https://github.com/ccxt/ccxt/pull/13581).
 */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['XBT', 'BTC'],
  ['XDG', 'DOGE'],
  ['LUNA', 'LUNC'],
  ['LUNA2', 'LUNA'],
  ['UST', 'USTC'],
]);

/** Our code for an asset under any of Kraken's names (`XXBT`, `XBT`, `ZEUR`, `EUR`); null for what we do not know. */
function krakenAssetCode(asset: string): string | null {
  const name = PREFIXED.has(asset) ? asset.slice(1) : asset;
  const code = RENAMED.get(name) ?? name;
  const currency = findCurrency(code);
  if (currency === null) return null;
  return currency.kind === 'crypto' || FIAT.has(code) ? code : null;
}

const EXPECTED_HISTORY =
  'the JSON of Kraken’s OHLC for one market; files of Binance are read with CRYPTO_EXCHANGE=binance';

/** An answer has at most 720 bars, the last of them unfinished. */
const DAYS_MAX = 719;
const MINUTES_A_DAY = 1440;

/** Seconds since 1970 at which the bar begins, open, high, low, close, average price, volume, trades. */
const OhlcRow = z.tuple([
  z.number().int(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.number().int(),
]);

/** Reads the days of one market. */
function readOhlc({ url, body, fetchedAt }: SourceDocument): Result<MarketDays, LayoutError> {
  const result = readKrakenResult(body, EXPECTED_HISTORY);
  if (!result.ok) return result;
  const { last, ...markets } = result.value;
  const [entry, ...others] = Object.entries(markets);
  if (entry === undefined || others.length > 0 || typeof last !== 'number') {
    return unknownLayout(
      `The result has the entries ${Object.keys(result.value).slice(0, 5).join(', ') || '(none)'}; expected ${EXPECTED_HISTORY}.`,
    );
  }
  const [name, bars] = entry;
  const rows = z.array(z.unknown()).min(1).safeParse(bars);
  if (!rows.success) return unknownLayout(`${name} has no bars; expected ${EXPECTED_HISTORY}.`);
  const lastPlace = rows.data.length - 1;
  const read = readCandles(rows.data, OhlcRow, ([time, , high, low, close, , , trades], place) => {
    const candle = { openAtMs: time * 1000, low, high, close, trades };
    // Kraken ends every answer with the bar that is still open.
    return place === lastPlace ? { ...candle, isOpen: true as const } : candle;
  });
  if (!read) return unknownLayout(`Most bars of ${name} are none of Kraken; expected ${EXPECTED_HISTORY}.`);
  const { candles, leftOut } = read;
  const stepMs = stepOf(
    url,
    candles.map(({ openAtMs }) => openAtMs),
  );
  if (stepMs === null) {
    return unknownLayout(
      'The history has one bar and no interval in its address, so the length of the bar is unknown.',
    );
  }
  const closed = candles.map((candle) => ({ ...candle, lastAtMs: candle.openAtMs + stepMs - 1 }));
  const days = daysOfCandles(closed, stepMs, fetchedAt);
  return days.ok ? ok({ days: days.value, leftOut, name }) : days;
}

/** The length of the bars: `interval=1440` of an address, but the smallest distance of two where that is more, as answers have every bar. */
function stepOf(url: string, openAtMs: readonly number[]): number | null {
  const asked = /[?&]interval=(\d+)/.exec(url.split('#', 1)[0] ?? '')?.[1];
  const sorted = openAtMs.toSorted((one, other) => one - other);
  const distances = sorted.flatMap((openAt, place) => openAt - (sorted[place - 1] ?? Infinity));
  const smallest = Math.min(...distances.filter((distance) => distance > 0));
  const stepMs = Math.max(Number(asked ?? 0) * MINUTE_MS, Number.isFinite(smallest) ? smallest : 0);
  return stepMs > 0 ? stepMs : null;
}

/** Kraken's public spot market: real USD and EUR markets. Page: https://docs.kraken.com/api/ */
export const KRAKEN: ExchangeDialect = {
  facts: KRAKEN_FACTS,
  hosts: [new URL('https://api.kraken.com')],
  marketsRequest: { path: '/0/public/AssetPairs' },
  tickersRequest: { path: '/0/public/Ticker' },
  codeOf: krakenAssetCode,
  read: readKraken,
  history: {
    // Kraken opened to the public in September 2013.
    firstDay: '2013-09-10',
    daysMax: DAYS_MAX,
    // Kraken counts about one public call a second and address.
    pauseMs: 1100,
    partPrefix: 'kraken:',
    fetch: async (ask, market, { from }) => {
      // `since` leaves out the bar that begins at that very second.
      const since = startOfDay(from).getTime() / 1000 - 1;
      const path = `/0/public/OHLC?pair=${encodeURIComponent(market.symbol)}&interval=${MINUTES_A_DAY}&since=${since}`;
      const answer = await ask({ path });
      if (!answer.ok) return answer;
      const document = { ...answer.value, url: nameMarket(answer.value.url, market) };
      const days = readOhlc(document);
      return days.ok ? ok([document]) : days;
    },
    read: readOhlc,
  },
};
