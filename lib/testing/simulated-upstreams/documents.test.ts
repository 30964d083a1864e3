import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedClock } from '#lib/testing/builders/fixed-clock';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { blockOf, bodyText, inside, keysOf, kindsOf } from './document-parts.ts';
import type { PolledSourceId } from './faults/faults.ts';
import { requestRaw } from './raw-request.ts';
import { SAMPLE_DOCUMENTS } from './sample-documents.ts';
import { type SimulatedUpstreams, startSimulatedUpstreams } from './start.ts';

const START = '2026-11-20T15:30:00Z';
const BROWSER = { 'user-agent': 'Mozilla/5.0' };
const BOE = '/boeapps/database/_iadb-FromShowColumns.asp?csv.x=yes&UsingCodes=Y&CSVF=TN';
const BOJ = '/api/v1/getDataCode?format=json&lang=en&db=FM08';
const clock = fixedClock(START);
let upstreams: SimulatedUpstreams;

beforeAll(async () => {
  upstreams = await startSimulatedUpstreams({ now: clock.service });
});
afterAll(() => upstreams.close());

/** What a recorded body and a simulated one must share: the body with everything left out that changes from day to day. */
const SHAPES: readonly (readonly [PolledSourceId, RegExp, string, (text: string) => unknown])[] = [
  ['ecb', /^eurofxref-daily-2026/, 'daily XML', withoutFigures],
  [
    'ecb',
    /^eurofxref-hist-90d/,
    '90-day XML',
    (text) => withoutFigures(text.slice(0, text.indexOf('<Cube currency="JPY"'))),
  ],
  ['ecb', /^eurofxref-hist\.zip/, 'history ZIP', firstLine],
  ['ecb', /^eurofxref-latest/, 'latest ZIP', withoutFigures],
  ['boe', /^iadb/, 'CSV', (text) => withoutFigures(text.slice(0, 37))],
  ['fed', /^fredgraph-DEXUSEU/, 'FRED CSV', (text) => firstLine(text).slice(0, 24)],
  [
    'fed',
    /^ddp-FRB_H10-EUR/,
    'DDP CSV',
    (text) =>
      text
        .split('\r\n')
        .slice(0, 6)
        .map((line) => line.split(',')[0]),
  ],
  ['boj', /^getDataCode/, 'JSON', (text) => withoutFigures(text.slice(0, 620))],
  [
    'crypto-exchange',
    /^kraken-AssetPairs/,
    'Kraken AssetPairs',
    (text) => keysOf(inside(text, 'result', 'XXBTZEUR')),
  ],
  [
    'crypto-exchange',
    /^kraken-Ticker-XXBTZUSD/,
    'Kraken Ticker',
    (text) => keysOf(inside(text, 'result', 'XXBTZUSD')),
  ],
  [
    'crypto-exchange',
    /^binance-exchangeInfo/,
    'Binance exchangeInfo',
    (text) => keysOf(inside(text, 'symbols', '0')),
  ],
  ['crypto-exchange', /^binance-ticker-24hr-all-b/, 'Binance 24hr', (text) => keysOf(inside(text, '0'))],
  ['crypto-exchange', /^binance-klines-3d-BTCUSDT/, 'Binance klines', (text) => kindsOf(inside(text, '0'))],
  ['web-finance', /^spark/, 'spark', (text) => keysOf(Object.values(Object(inside(text)))[0])],
  [
    'web-finance',
    /^chart-v8-EURUSD/,
    'chart',
    (text) => keysOf(inside(text, 'chart', 'result', '0', 'meta')),
  ],
  ['web-finance', /^chart-v8-EURUSD/, 'chart', (text) => keysOf(inside(text, 'chart', 'result', '0'))],
  ['charting-platform', /^scan/, 'scan', (text) => keysOf(inside(text, 'data', '0'))],
  ['web-search', /beta-EUR-USD/, 'quote page', (text) => kindsOf(blockOf(text, 'ds:2'))],
  ['web-search', /beta-EUR-USD/, 'quote page', (text) => kindsOf(blockOf(text, 'ds:8'))],
];

describe('a simulated document', () => {
  it.for(SHAPES)(
    'of %s is like the recorded %s: the %s',
    async ([source, name, sampleName, shape], { skip }) => {
      const recorded = readRecordedBodies(source);
      if (recorded === null) return skip(recordedBodiesMissing(source));
      const real = recorded.find((body) => name.test(body.name));
      const sample = SAMPLE_DOCUMENTS.find((each) => each.source === source && each.name === sampleName);
      if (real === undefined || sample === undefined)
        throw new Error(`There is no ${name.source} or ${sampleName}.`);
      const { body } = await ask(source, sample.path, { body: sample.body, headers: sample.headers });
      expect(shape(bodyText(body))).toEqual(shape(bodyText(real.body)));
    },
  );
});

/** What is asked, and how the publisher says no. */
const REFUSALS: readonly (readonly [PolledSourceId, string, number, RegExp])[] = [
  ['ecb', '/stats/eurofxref/nothing.xml', 404, /html/],
  ['ecb', '/service/data/EXR/D.XYZ.EUR.SP00.A?format=csvdata', 404, /No results/],
  [
    'ecb',
    '/service/data/EXR/D.USD.EUR.SP00.A?format=csvdata&startPeriod=2026-11-14&endPeriod=2026-11-15',
    200,
    /^$/,
  ],
  ['boe', `${BOE}&SeriesCodes=XUDLUSS&Datefrom=14/Nov/2026&Dateto=15/Nov/2026`, 200, /^DATE,XUDLUSS\r\n$/],
  ['boe', '/boeapps/database/ErrorPage.asp?ei=1131', 200, /html/],
  ['fed', '/graph/fredgraph.csv?id=DEXUSEU,NOPE', 404, /html/],
  ['fed', '/datadownload/Output.aspx?rel=H10&filetype=csv', 200, /^$/],
  [
    'boj',
    `${BOJ}&code=FXERD04,FXERD99`,
    200,
    /"STATUS":400,\n"MESSAGEID":"M181013E"[\s\S]*No\. 2[\s\S]*"PARAMETER":null/,
  ],
  ['boj', `${BOJ}&code=FXERD04&startDate=20261101`, 200, /"MESSAGEID":"M181015E"/],
  ['boj', `${BOJ}&code=FM08'FXERD04`, 200, /"MESSAGEID":"M181001E"/],
  [
    'boj',
    `${BOJ}&code=FXERD34&startDate=199801&endDate=199802`,
    200,
    /"STATUS":200,\n"MESSAGEID":"M181030I"/,
  ],
  ['crypto-exchange', '/0/public/Ticker?pair=NOPE', 200, /^\{"error":\["EQuery:Unknown asset pair"\]\}$/],
  ['crypto-exchange', '/0/public/OHLC?pair=XBTUSD&interval=7', 200, /EGeneral:Invalid arguments/],
  ['crypto-exchange', '/api/v3/klines?symbol=NOPE&interval=1d', 400, /"code":-1121/],
  [
    'web-finance',
    '/v8/finance/chart/NOPEXX%3DX?range=5d&interval=1d',
    404,
    /"result":null,"error":\{"code":"Not Found"/,
  ],
  ['web-finance', '/v7/finance/quote?symbols=EURUSD%3DX', 401, /Invalid Crumb/],
  [
    'charting-platform',
    '/symbol?symbol=FX_IDC:EURUSD&fields=closse',
    400,
    /"error":"Unknown field \\"closse\\"","data":null/,
  ],
  ['web-search', '/finance/beta/quote/EUR-QQQ', 200, /^(?![\s\S]*EUR-QQQ)/],
];

describe('a refusal', () => {
  it.each(REFUSALS)('of %s for %s is the publisher’s own', async (source, path, status, body) => {
    const answer = await ask(source, path, { headers: BROWSER });
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).toMatch(body);
  });

  it.each([
    ['before 1975', 'SeriesCodes=XUDLUSS&Datefrom=01/Jan/1960&Dateto=now', 905],
    [
      'of one unknown code among known ones',
      'SeriesCodes=XUDLUSS,NOPE&Datefrom=01/Jan/2026&Dateto=now',
      1131,
    ],
  ])('of boe %s is a redirect to a page', async (_name, query, reason) => {
    const { status, headers } = await ask('boe', `${BOE}&${query}`);
    expect([status, headers.location]).toEqual([302, `/boeapps/database/ErrorPage.asp?ei=${reason}`]);
  });

  it('of web-finance to a program that says so is 429 from the first call on', async () => {
    const { status, body } = await ask('web-finance', '/v8/finance/spark?symbols=EURUSD%3DX');
    expect([status, body.toString()]).toEqual([429, 'Too Many Requests\r\n']);
  });
});

function ask(
  source: PolledSourceId,
  path: string,
  rest: {
    readonly body?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  } = {},
) {
  return requestRaw({ url: `${upstreams.addressOf(source)}${path}`, ...rest });
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** Digits are made 9, so that figures of one length and dates are alike; months in English too. */
function withoutFigures(text: string): string {
  return text
    .replaceAll(/\d+(\.\d+)?/g, '9')
    .replaceAll(/(January|February|March|April|September|November|Mar|Nov)/g, 'Month');
}
