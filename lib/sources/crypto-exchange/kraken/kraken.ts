import { z } from 'zod';
import type {
  ExchangeDay,
  ExchangeDialect,
  ExchangeHistory,
} from '#lib/sources/crypto-exchange/crypto-exchange-dialect';
import { KRAKEN_FACTS } from '#lib/sources/crypto-exchange/facts';
import { startOfDay } from '#lib/domain/iso-day';
import { ok, type Result } from '#lib/domain/result';
import {
  barsOfDays,
  type Candle,
  daysOfCandles,
  type MarketAssets,
  marketOfDocument,
  type ReadCandles,
  readCandles,
  nameMarket,
  stepOfCandles,
  tooLongForDays,
} from '#lib/sources/crypto-exchange/crypto-exchange-days';
import { readCsvCells } from '#lib/sources/csv-cells';
import { type LayoutError, type LeftOut, type SourceDocument, unknownLayout } from '#lib/sources/source';
import { MINUTE_MS } from '#lib/domain/durations';
import { krakenAssetCode, readKraken, readKrakenResult } from './kraken-documents.ts';

const EXPECTED =
  'the JSON of Kraken’s OHLC for one market, or a CSV of its downloads (time, open, high, low, close, volume, trades); files of Binance are read with CRYPTO_EXCHANGE=binance';

/** An answer has at most 720 bars, the last of them unfinished; older ones are only in Kraken's downloads. */
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

/** Kraken's daily history: the last 719 days of a market, older ones from its downloads as files. */
const KRAKEN_HISTORY: ExchangeHistory = {
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
    const history = readHistory(document);
    if (!history.ok) return history;
    return ok(barsOf(document, history.value).ok ? [document] : []);
  },
  parse: (document) => {
    const history = readHistory(document);
    return history.ok ? barsOf(document, history.value) : history;
  },
};

function barsOf(document: SourceDocument, { days, assets, leftOut }: MarketHistory) {
  return barsOfDays(document, days, assets, krakenAssetCode, leftOut);
}

interface MarketHistory {
  readonly assets: MarketAssets;
  readonly days: readonly ExchangeDay[];
  readonly leftOut: readonly LeftOut[];
}

/** A candle whose length is not known yet. */
type OpenCandle = Omit<Candle, 'lastAtMs'>;

function readHistory(document: SourceDocument): Result<MarketHistory, LayoutError> {
  const isCsv = /^\s*\d+,/.test(new TextDecoder().decode(document.body.subarray(0, 40)));
  const read = isCsv ? readCsv(document) : readOhlc(document);
  if (!read.ok) return read;
  const { name, candles, leftOut } = read.value;
  const statedMs = statedStepMs(document.url);
  const distanceMs = stepOfCandles(candles.map(({ openAtMs }) => openAtMs));
  const stepMs = statedMs ?? distanceMs;
  // Answers have every bar; downloads leave out bars without a trade, so that their bars may lie apart.
  const tooLong = tooLongForDays(isCsv ? (stepMs ?? 0) : Math.max(statedMs ?? 0, distanceMs ?? 0));
  if (tooLong !== null) return unknownLayout(tooLong);
  if (stepMs === null) {
    return unknownLayout(
      'The history has one bar and no interval in its address, so the length of the bar is unknown.',
    );
  }
  const assets = marketOfDocument(document, krakenAssetCode, name);
  if (!assets.ok) return assets;
  const closed = candles.map((candle) => ({ ...candle, lastAtMs: candle.openAtMs + stepMs - 1 }));
  return ok({ assets: assets.value, days: daysOfCandles(closed, stepMs, document.fetchedAt), leftOut });
}

interface OpenHistory extends ReadCandles<OpenCandle> {
  /** The market's name where the document states it. */
  readonly name?: string;
}

function readOhlc(document: SourceDocument): Result<OpenHistory, LayoutError> {
  const result = readKrakenResult(document.body, EXPECTED);
  if (!result.ok) return result;
  const { last, ...markets } = result.value;
  const [entry, ...others] = Object.entries(markets);
  if (entry === undefined || others.length > 0 || typeof last !== 'number') {
    return unknownLayout(
      `The result has the entries ${Object.keys(result.value).slice(0, 5).join(', ') || '(none)'}; expected ${EXPECTED}.`,
    );
  }
  const [name, bars] = entry;
  const rows = z.array(z.unknown()).min(1).safeParse(bars);
  if (!rows.success) return unknownLayout(`${name} has no bars; expected ${EXPECTED}.`);
  const lastPlace = rows.data.length - 1;
  const read = readCandles(rows.data, OhlcRow, ([time, , high, low, close, , , trades], place) => {
    const candle = { openAtMs: time * 1000, low, high, close, trades };
    // Kraken ends every answer with the bar that is still open.
    return place === lastPlace ? { ...candle, isOpen: true as const } : candle;
  });
  return read
    ? ok({ name, ...read })
    : unknownLayout(`Most bars of ${name} are none of Kraken; expected ${EXPECTED}.`);
}

/** A row of the downloads has neither a header nor an average price, and only bars with trades. */
const CSV_COLUMNS = 7;

function readCsv(document: SourceDocument): Result<OpenHistory, LayoutError> {
  const cells = readCsvCells(new TextDecoder().decode(document.body));
  if (!cells.ok) return cells;
  const rows = [cells.value.header, ...cells.value.rows];
  const columns = cells.value.header.length;
  if (columns !== CSV_COLUMNS) {
    return unknownLayout(`The rows of the CSV have ${columns} columns; expected ${EXPECTED}.`);
  }
  const read = readCandles(rows, CsvRow, ([time, , high, low, close, , trades]) => {
    return { openAtMs: Number(time) * 1000, low, high, close, trades: Number(trades) };
  });
  return read
    ? ok({ candles: read.candles, leftOut: [...cells.value.leftOut, ...read.leftOut] })
    : unknownLayout(
        `The CSV has a row that begins with "${rows[0]?.[0]?.slice(0, 40)}"; expected ${EXPECTED}.`,
      );
}

const CsvRow = z.tuple([
  z.string().regex(/^\d{9,11}$/),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string().regex(/^\d+$/),
]);

/** `interval=1440` of an address, or the minutes at the end of a download's name: `XBTUSD_1440.csv`. */
function statedStepMs(url: string): number | null {
  const [, asked, named] = /[?&]interval=(\d+)|_(\d+)\.csv$/.exec(url.split('#', 1)[0] ?? '') ?? [];
  const minutes = Number(asked ?? named ?? Number.NaN);
  return minutes > 0 ? minutes * MINUTE_MS : null;
}

/** Kraken's public spot market: real USD and EUR markets. Page: https://docs.kraken.com/api/ */
export const KRAKEN: ExchangeDialect = {
  facts: KRAKEN_FACTS,
  hosts: [new URL('https://api.kraken.com')],
  marketsRequest: { path: '/0/public/AssetPairs' },
  tickersRequest: { path: '/0/public/Ticker' },
  codeOf: krakenAssetCode,
  read: readKraken,
  history: KRAKEN_HISTORY,
};
