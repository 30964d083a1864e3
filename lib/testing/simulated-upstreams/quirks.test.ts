import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '#lib/testing/builders/fixed-clock';
import { blockOf, bodyText, inside, keysOf } from './document-parts.ts';
import type { PolledSourceId } from './faults/faults.ts';
import { requestRaw } from './raw-request.ts';
import { type SimulatedUpstreams, startSimulatedUpstreams } from './start.ts';

const START = '2026-11-20T15:30:00Z';
const BOJ = '/api/v1/getDataCode?format=json&lang=en&db=FM08';
const clock = fixedClock(START);
let upstreams: SimulatedUpstreams;

beforeAll(async () => {
  upstreams = await startSimulatedUpstreams({ now: clock.service });
});
beforeEach(() => clock.moveTo(new Date(START)));
afterAll(() => upstreams.close());

describe('the quirks of banks', () => {
  it('ecb and fred answer 304 to the version they gave, and to it alone', async () => {
    for (const [source, path] of [
      ['ecb', '/stats/eurofxref/eurofxref-daily.xml'],
      ['ecb', '/stats/eurofxref/eurofxref-hist.zip'],
      ['fed', '/graph/fredgraph.csv?id=DEXUSEU'],
    ] as const) {
      const { headers } = await ask(source, path);
      const etag = headers.etag ?? '';
      const since = headers['last-modified'] ?? '';
      const again = (conditions: Readonly<Record<string, string>>) =>
        ask(source, path, { headers: conditions });
      expect(etag).toMatch(/^".+"$/);
      const same = [await again({ 'if-none-match': etag }), await again({ 'if-modified-since': since })];
      expect(same.map(({ status, body }) => [status, body.length])).toEqual([
        [304, 0],
        [304, 0],
      ]);
      const other = await again({ 'if-none-match': '"other"', 'if-modified-since': since });
      expect(other.status).toBe(200);
    }
  });

  it('boj pads every calendar day, the days that are not out yet included, and pages by series', async () => {
    const paged = await startSimulatedUpstreams({ now: clock.service, bojValuesPerPage: 40 });
    const path = `${BOJ}&code=FXERD04,FXERD34&startDate=202611&endDate=202611`;
    const url = `${paged.addressOf('boj')}${path}`;
    const pages = await Promise.all([url, `${url}&startPosition=2`].map((page) => requestRaw({ url: page })));
    await paged.close();
    const read = pages.map(({ body }) => [
      inside(body.toString(), 'NEXTPOSITION'),
      inside(body.toString(), 'RESULTSET', '0', 'SERIES_CODE'),
    ]);
    expect(read).toEqual([
      [2, 'FXERD04'],
      [null, 'FXERD34'],
    ]);
    const values = inside(pages[0]?.body.toString() ?? '', 'RESULTSET', '0', 'VALUES', 'VALUES');
    // Wednesday 18 November is out on Friday morning in Tokyo; Thursday comes on Monday, whose morning is not yet.
    const known = Array.isArray(values) ? values.map((value) => value !== null) : [];
    expect(known.length).toBe(30);
    expect(known.lastIndexOf(true)).toBe(17);
  });
});

describe('the quirks of exchanges', () => {
  it('kraken has dark pools without wsname in its list and not in its ticker, an idle market, and 720 bars at most', async () => {
    const list = Object.entries(
      Object(inside(bodyText((await ask('crypto-exchange', '/0/public/AssetPairs')).body), 'result')),
    );
    const dark = list.filter(([key]) => key.endsWith('.d'));
    expect(dark.length).toBe(5);
    expect(dark.every(([, market]) => !keysOf(market).includes('wsname'))).toBe(true);
    expect(list.length - dark.length).toBeGreaterThan(60);
    const ticker = bodyText((await ask('crypto-exchange', '/0/public/Ticker')).body);
    expect(keysOf(inside(ticker, 'result')).length).toBe(list.length - dark.length);
    expect(inside(ticker, 'result', 'REPETH', 't')).toBeUndefined();
    expect(inside(ticker, 'result', 'XREPXETH', 't')).toEqual([0, 0]);
    const bars = bodyText((await ask('crypto-exchange', '/0/public/OHLC?pair=XBTUSD&interval=1440')).body);
    expect(inside(bars, 'result', 'XXBTZUSD')).toHaveLength(720);
  });

  it('binance keeps dead markets: price 0, count 0, a time in the past, status BREAK', async () => {
    const statistics = inside(bodyText((await ask('crypto-exchange', '/api/v3/ticker/24hr')).body));
    expect(statistics).toContainEqual(
      expect.objectContaining({ symbol: 'BCCBTC', lastPrice: '0.00000000', count: 0, firstId: -1 }),
    );
    const list = inside(bodyText((await ask('crypto-exchange', '/api/v3/exchangeInfo')).body), 'symbols');
    expect(list).toContainEqual(expect.objectContaining({ symbol: 'BCCBTC', status: 'BREAK' }));
    expect(list).toContainEqual(expect.objectContaining({ symbol: 'BTCUSDT', status: 'TRADING' }));
  });
});

describe('the quirks of market pages', () => {
  it('the charting platform leaves unknown symbols out, in an order of its own, and has codes that are no currency', async () => {
    const tickers = ['EURUSD', 'USDJPY', 'USDXAF', 'USDGBX', 'USDQQQ', 'GBPUSD'].map(
      (pair) => `FX_IDC:${pair}`,
    );
    const body = JSON.stringify({ symbols: { tickers }, columns: ['close', 'bid', 'currency_code'] });
    const text = bodyText((await ask('charting-platform', '/forex/scan', { body })).body);
    const symbols = [...text.matchAll(/"s":"([^"]+)"/g)].map(([, symbol]) => symbol);
    expect(inside(text, 'totalCount')).toBe(5);
    expect(symbols).not.toEqual(tickers.filter((symbol) => !symbol.endsWith('QQQ')));
    expect(symbols.toSorted()).toEqual(tickers.filter((symbol) => !symbol.endsWith('QQQ')).toSorted());
    expect(text).toMatch(/"s":"FX_IDC:USDXAF","d":\[[\d.]+,null,"XAF"\]/);
  });

  it('the page of web-search has the previous close where a careless reader looks', async () => {
    const { headers } = await ask('web-search', '/finance/quote/EUR-USD?hl=en');
    expect(headers.location).toBe('/finance/beta/quote/EUR-USD?hl=en');
    const text = bodyText((await ask('web-search', '/finance/beta/quote/EUR-USD')).body);
    const price = inside(JSON.stringify(blockOf(text, 'ds:2')), '0', '0', '0', '5', '0');
    const trapped = Number(/"EUR-USD","EUR \/ USD",([\d.]+)/.exec(text)?.[1]);
    expect(price).not.toBe(trapped);
    expect(Number(price) / trapped).toBeCloseTo(1, 1);
    expect(text.match(/"(BTC|USD) \/ (JPY|USD)"/g)?.length).toBeGreaterThan(1);
  });

  it('weekend pages bear a fresh stamp with the closing figure', async () => {
    const path = '/finance/beta/quote/EUR-USD';
    clock.moveTo(new Date('2026-11-21T12:00:00Z'));
    const saturday = blockOf(bodyText((await ask('web-search', path)).body), 'ds:2');
    clock.moveTo(new Date('2026-11-22T12:00:00Z'));
    const sunday = blockOf(bodyText((await ask('web-search', path)).body), 'ds:2');
    const read = (block: unknown, ...place: readonly string[]) =>
      inside(JSON.stringify(block), '0', '0', '0', ...place);
    expect(read(sunday, '5', '0')).toBe(read(saturday, '5', '0'));
    expect(Number(read(sunday, '11', '0')) - Number(read(saturday, '11', '0'))).toBe(86_400);
  });

  it('keeps a list of what was asked', async () => {
    await ask('fed', '/graph/fredgraph.csv?id=DEXUSEU');
    expect(upstreams.requests('fed').at(-1)).toBe('/graph/fredgraph.csv?id=DEXUSEU');
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
