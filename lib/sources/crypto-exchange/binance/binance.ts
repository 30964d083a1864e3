import { z } from 'zod';
import type { ExchangeDialect, ExchangeHistory } from '#lib/sources/crypto-exchange/crypto-exchange-dialect';
import { BINANCE_FACTS } from '#lib/sources/crypto-exchange/facts';
import { addDays, startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { ok, type Result } from '#lib/domain/result';
import {
  barsOfDays,
  type Candle,
  daysOfCandles,
  type MarketAssets,
  marketOfDocument,
  nameMarket,
  type ReadCandles,
  readCandles,
  tooLongForDays,
} from '#lib/sources/crypto-exchange/crypto-exchange-days';
import { readCsvCells } from '#lib/sources/csv-cells';
import { type LayoutError, type SourceDocument, unknownLayout } from '#lib/sources/source';
import { isZip, unpackZipMember } from '#lib/sources/zip-member';
import { binanceAssetCode, readBinance, readBinanceJson } from './binance-documents.ts';

const EXPECTED =
  'the JSON of Binance’s klines, or a CSV or ZIP of its archive (files of Kraken are read with CRYPTO_EXCHANGE=kraken)';

/** The most bars that Binance gives in one answer. */
const PAGE_BARS = 1000;

/** Open time, open, high, low, close, volume, close time, quote volume, trades, and three more. */
const Kline = z
  .tuple([
    z.number().int(),
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    z.number().int(),
    z.string(),
    z.number().int(),
  ])
  .rest(z.unknown());

/** Binance's daily history: pages of 1,000 days of a market, and the files of https://data.binance.vision. */
const BINANCE_HISTORY: ExchangeHistory = {
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
      const candles = readKlines(page);
      if (!candles.ok) return candles;
      if (barsOf(page, candles.value, market).ok) documents.push(page);
      const { candles: bars, leftOut } = candles.value;
      const nextMs = (bars.at(-1)?.openAtMs ?? 0) + DAY_MS;
      if (bars.length + leftOut.length < PAGE_BARS || nextMs <= startMs) break;
      startMs = nextMs;
    }
    return ok(documents);
  },
  parse: (document) => {
    const candles = readKlines(document);
    if (!candles.ok) return candles;
    const assets = marketOfDocument(document, binanceAssetCode);
    return assets.ok ? barsOf(document, candles.value, assets.value) : assets;
  },
};

function barsOf(
  { url, fetchedAt }: SourceDocument,
  { candles, leftOut }: ReadCandles,
  assets: MarketAssets,
): ReturnType<ExchangeHistory['parse']> {
  // The last bar of a market that was closed within a day is shorter than the others.
  const days = daysOfCandles(candles, statedStepMs(url) ?? longestMsOf(candles), fetchedAt);
  return barsOfDays({ url }, days, assets, binanceAssetCode, leftOut);
}

/** The bars of any document; an empty list where Binance has none. */
function readKlines(document: SourceDocument): Result<ReadCandles, LayoutError> {
  const isArchive = isZip(document.body);
  const unpacked = isArchive ? unpackZipMember(document.body, [memberName(document.url)]) : ok(document.body);
  if (!unpacked.ok) return unpacked;
  const isCsv = /^\s*(open_time|\d+),/.test(new TextDecoder().decode(unpacked.value.subarray(0, 40)));
  if (isCsv) return readCsv(unpacked.value);
  const json = readBinanceJson(unpacked.value, EXPECTED);
  if (!json.ok) return json;
  const read = readRows(json.value);
  if (!read.ok || !document.url.startsWith('file:')) return read;
  // An answer ends with the bar that was still open, and a file does not tell when it was asked for.
  const { candles, leftOut } = read.value;
  const last = candles.length - 1;
  const marked = candles.map((candle, place) =>
    place === last ? { ...candle, isOpen: true as const } : candle,
  );
  return ok({ candles: marked, leftOut });
}

function readRows(rows: unknown): Result<ReadCandles, LayoutError> {
  const list = z.array(z.unknown()).safeParse(rows);
  if (!list.success) return unknownLayout(`The JSON is no list of bars; expected ${EXPECTED}.`);
  const read = readCandles(list.data, Kline, ([openTime, , high, low, close, , closeTime, , trades]) => {
    return { openAtMs: toMs(openTime), lastAtMs: toMs(closeTime), low, high, close, trades };
  });
  if (!read) return unknownLayout(`Most entries are no bars of Binance; expected ${EXPECTED}.`);
  const tooLong = tooLongForDays(longestMsOf(read.candles));
  return tooLong === null ? ok(read) : unknownLayout(tooLong);
}

function longestMsOf(candles: readonly Candle[]): number {
  return candles.reduce((longest, { openAtMs, lastAtMs }) => Math.max(longest, lastAtMs - openAtMs + 1), 0);
}

/** The archive's files have no header, or one that begins with open_time; their bars are all finished. */
function readCsv(body: Uint8Array): Result<ReadCandles, LayoutError> {
  const cells = readCsvCells(new TextDecoder().decode(body));
  if (!cells.ok) return cells;
  const { header, rows } = cells.value;
  const texts = header[0]?.startsWith('open_time') === true ? rows : [header, ...rows];
  const isNumber = (_cell: string, column: number) => column === 0 || column === 6 || column === 8;
  const read = readRows(
    texts.map((row) => row.map((cell, column) => (isNumber(cell, column) ? Number(cell) : cell))),
  );
  return read.ok ? ok({ ...read.value, leftOut: [...cells.value.leftOut, ...read.value.leftOut] }) : read;
}

/** In milliseconds 1e14 is the year 5138: above it are microseconds, which the archive has since 2025. */
const MICROSECONDS_FROM = 1e14;

function toMs(time: number): number {
  return time >= MICROSECONDS_FROM ? Math.floor(time / 1000) : time;
}

/** An archive holds a CSV of its own name. */
function memberName(url: string): string {
  const name =
    url
      .split('#', 1)[0]
      ?.split('/')
      .at(-1)
      ?.replace(/^file:/, '') ?? '';
  return name.replace(/\.zip$/i, '.csv');
}

/** Only a day is asked for; the length of other bars is that of the longest. */
function statedStepMs(url: string): number | null {
  return /[?&]interval=1d(&|#|$)/.test(url) || /-1d-[\d-]+\.(csv|zip)$/.test(url) ? DAY_MS : null;
}

/** Binance's public spot market, settled in tether. Page: https://developers.binance.com/docs/binance-spot-api-docs/rest-api */
export const BINANCE: ExchangeDialect = {
  facts: BINANCE_FACTS,
  hosts: [new URL('https://data-api.binance.vision'), new URL('https://api.binance.com')],
  marketsRequest: { path: '/api/v3/exchangeInfo', slimQuery: 'showPermissionSets=false' },
  tickersRequest: { path: '/api/v3/ticker/24hr', slimQuery: 'type=MINI' },
  codeOf: binanceAssetCode,
  read: readBinance,
  history: BINANCE_HISTORY,
};
