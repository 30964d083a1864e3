import { unzipSync } from 'fflate';
import type { PolledSourceId } from './faults/faults.ts';

/** What a test reads off a document, without the adapters: figures and dates in the document's own order and text. */
export interface DocumentReading {
  readonly figures: readonly string[];
  readonly dates: readonly string[];
}

/** One document of a publisher and how to ask for it. */
export interface SampleDocument {
  readonly source: PolledSourceId;
  readonly name: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly read: (body: Uint8Array) => DocumentReading;
  /** How many pairs a sound one has, where a document has many. */
  readonly pairsOf?: (body: Uint8Array) => number;
}

const BROWSER = { 'user-agent': 'Mozilla/5.0' };
const BOE_PATH = '/boeapps/database/_iadb-fromshowcolumns.asp?csv.x=yes&UsingCodes=Y&CSVF=TN';
const DDP_PATH =
  '/datadownload/Output.aspx?rel=H10&series=60f32914ab61dfab590e0e470153e3ae&lastobs=10&from=&to=&filetype=csv&label=include&layout=seriescolumn&type=package';
const BOJ_PATH =
  '/api/v1/getDataCode?format=json&lang=en&db=FM08&code=FXERD04,FXERD34&startDate=202610&endDate=202612';
const FRED_IDS = 'DEXUSEU,DEXUSUK,DEXJPUS,DEXCAUS,DEXSZUS';
const PAIRS = 'EUR GBP JPY CHF CAD AUD NZD SEK NOK DKK PLN CZK HUF TRY ZAR MXN BRL INR CNY KRW'.split(' ');
const BTC_BARS = 'pair=XBTUSD&interval=1440';

/** At least one of every kind that a publisher gives out. */
export const SAMPLE_DOCUMENTS: readonly SampleDocument[] = [
  bank(
    'ecb',
    'daily XML',
    '/stats/eurofxref/eurofxref-daily.xml',
    byPattern(/rate='([^']+)'/g, /time='([^']+)'/g),
  ),
  bank(
    'ecb',
    '90-day XML',
    '/stats/eurofxref/eurofxref-hist-90d.xml',
    byPattern(/rate="([^"]+)"/g, /time="([^"]+)"/g),
  ),
  bank('ecb', 'history ZIP', '/stats/eurofxref/eurofxref-hist.zip', (body) => byCells(unzipped(body), 1)),
  bank('ecb', 'latest ZIP', '/stats/eurofxref/eurofxref.zip', (body) => byCells(unzipped(body), 1)),
  {
    source: 'ecb',
    name: 'SDMX CSV',
    path: '/service/data/EXR/D..EUR.SP00.A?format=csvdata&detail=dataonly&startPeriod=2026-11-02&endPeriod=2026-12-31',
    read: byPattern(/,([^,\n]+)\n/g, /,A,(\d[\d-]+),/g, 'OBS_VALUE\n'),
  },
  bank(
    'boe',
    'CSV',
    `${BOE_PATH}&SeriesCodes=XUDLUSS,XUDLERS,XUDLJYS,XUDLCDS,XUDLSFS&Datefrom=02/Nov/2026&Dateto=now`,
    (body) => byCells(textOf(body), 1),
  ),
  bank('fed', 'FRED CSV', `/graph/fredgraph.csv?id=${FRED_IDS}&cosd=2026-10-01&coed=2026-12-31`, (body) =>
    byCells(textOf(body), 1),
  ),
  bank('fed', 'DDP CSV', DDP_PATH, (body) => byCells(textOf(body), 6)),
  {
    source: 'boj',
    name: 'JSON',
    path: BOJ_PATH,
    read: byPattern(/(?<="VALUES":\[[^\]]*)("NaN"|[\d.]+)(?=[,\]])/g, /(?<="SURVEY_DATES":\[[^\]]*)(\d{8})/g),
    pairsOf: (body) => count(body, /"SERIES_CODE"/g),
  },
  exchange('Kraken AssetPairs', '/0/public/AssetPairs', byPattern(/(?!)/g, /(?!)/g), /"altname"/g),
  exchange('Kraken Ticker', '/0/public/Ticker', byPattern(/"c":\["([^"]+)"/g, /(?!)/g), /"c":/g),
  exchange(
    'Kraken OHLC',
    `/0/public/OHLC?${BTC_BARS}`,
    byPattern(/\["?\d+,(?:"[^"]*",){3}"([^"]+)"/g, /\[(\d{10}),/g),
  ),
  exchange(
    'Binance exchangeInfo',
    '/api/v3/exchangeInfo',
    byPattern(/(?!)/g, /"serverTime":(\d+)/g),
    /"baseAsset"/g,
  ),
  exchange(
    'Binance 24hr',
    '/api/v3/ticker/24hr',
    byPattern(/"lastPrice":"((?!0\.00000000)[^"]+)"/g, /"closeTime":(\d+)/g),
    /"symbol"/g,
  ),
  exchange('Binance price', '/api/v3/ticker/price', byPattern(/"price":"([^"]+)"/g, /(?!)/g), /"symbol"/g),
  exchange(
    'Binance klines',
    '/api/v3/klines?symbol=BTCUSDT&interval=1d&limit=90',
    byPattern(/\[\d{13},(?:"[^"]*",){3}"([^"]+)"/g, /\[(\d{13}),/g),
  ),
  {
    source: 'web-finance',
    name: 'spark',
    path: `/v8/finance/spark?symbols=${PAIRS.map((code) => `USD${code}%3DX`).join(',')}&range=1d&interval=15m`,
    headers: BROWSER,
    read: byPattern(/(?<="close":\[[^\]]*)("NaN"|[\d.]+)(?=[,\]])/g, /(?<="timestamp":\[[^\]]*)(\d{10})/g),
    pairsOf: (body) => count(body, /"fulldayPrice"/g),
  },
  {
    source: 'web-finance',
    name: 'chart',
    path: '/v8/finance/chart/EURUSD%3DX?range=3mo&interval=1d',
    headers: BROWSER,
    read: byPattern(/(?<="close":\[[^\]]*)("NaN"|[\d.]+)(?=[,\]])/g, /(?<="timestamp":\[[^\]]*)(\d{10})/g),
  },
  {
    source: 'charting-platform',
    name: 'scan',
    path: '/forex/scan',
    body: JSON.stringify({
      symbols: { tickers: PAIRS.map((code) => `FX_IDC:USD${code}`), query: { types: [] } },
      columns: ['close'],
    }),
    read: byPattern(/"d":\[([^\]]+)\]/g, /(?!)/g),
    pairsOf: (body) => count(body, /"s":/g),
  },
  {
    source: 'charting-platform',
    name: 'symbol',
    path: '/symbol?symbol=FX_IDC:EURUSD&fields=close&no_404=true',
    read: byPattern(/"close":([^}]+)/g, /(?!)/g),
  },
  {
    source: 'web-search',
    name: 'quote page',
    path: '/finance/beta/quote/EUR-USD',
    headers: BROWSER,
    read: byPattern(/3,null,\[([^,]+),/g, /\[(\d{10})\]/g, "key: 'ds:2'", "key: 'ds:8'"),
  },
];

function bank(
  source: PolledSourceId,
  name: string,
  path: string,
  read: SampleDocument['read'],
): SampleDocument {
  return { source, name, path, read };
}

function exchange(name: string, path: string, read: SampleDocument['read'], pairs?: RegExp): SampleDocument {
  const sample = { source: 'crypto-exchange', name, path, read } as const;
  return pairs === undefined ? sample : { ...sample, pairsOf: (body) => count(body, pairs) };
}

/** The first group of every match, between two marks where they are given. */
function byPattern(figure: RegExp, date: RegExp, after = '', before = ''): SampleDocument['read'] {
  return (body) => {
    const text = textOf(body);
    const start = text.indexOf(after);
    const end = before === '' ? text.length : text.indexOf(before);
    // The line end stays, because a figure may be anchored at it.
    const part = start === -1 ? '' : text.slice(start, end);
    const all = (pattern: RegExp): readonly string[] =>
      [...part.matchAll(pattern)].map(([, group = '']) => group);
    return { figures: all(figure).map((quoted) => quoted.replaceAll('"', '')), dates: all(date) };
  };
}

/** The cells of a CSV behind its header lines: a date and figures. */
function byCells(text: string, headerLines: number): DocumentReading {
  const rows = text
    .split(/\r?\n/)
    .slice(headerLines)
    .filter((line) => line !== '')
    .map((line) => line.split(',').map((cell) => cell.trim()));
  const missing = new Set(['', 'N/A', 'ND']);
  return {
    figures: rows.flatMap((cells) => cells.slice(1).filter((cell) => !missing.has(cell))),
    dates: rows.map(([date = '']) => date),
  };
}

function unzipped(body: Uint8Array): string {
  return body.length === 0 ? '' : Object.values(unzipSync(body)).map(textOf).join('');
}

function count(body: Uint8Array, pattern: RegExp): number {
  return [...textOf(body).matchAll(pattern)].length;
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
