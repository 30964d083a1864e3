import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { readRecordedHistory } from '#lib/testing/oracles/publishers-record';
import {
  historicalSeries,
  pairComparison,
  ratesTable,
  rateSeriesResponse,
} from '#lib/testing/wire/answer-schemas';
import {
  ask,
  askFor,
  type EndpointBench,
  errorOf,
  type RunningBench,
} from '#lib/testing/worlds/endpoint-bench';

const TABLES = [
  ['/v1/rates?base=EUR', 'crossrate-rates-EUR-default.csv'],
  ['/v1/rates?base=USD&symbols=EUR,JPY&source=ecb&date=2026-04-12', 'crossrate-rates-USD-ecb.csv'],
  ['/v1/historical?from=USD&to=JPY&limit=5', 'crossrate-history-USD-JPY-all.csv'],
  [
    '/v1/historical?from=EUR&to=USD&source=ecb&group=month&stat=average&limit=2',
    'crossrate-history-EUR-USD-ecb.csv',
  ],
  ['/v1/rates/series?base=EUR&codes=USD,HRK&days=5', 'crossrate-series-EUR-default.csv'],
  ['/v1/rates/compare?from=EUR&to=USD', 'crossrate-compare-EUR-USD.csv'],
] as const;

const HISTORY = '/v1/historical?from=USD&to=JPY&limit=5';

/** The answers that are also given as CSV. */
export function describeCsv(bench: RunningBench): void {
  describeTables(bench);
  describeChoice(bench);
  describeSending(bench);
  describePages(bench);
}

function describeTables(bench: RunningBench): void {
  describe('an answer as CSV', () => {
    it.each(TABLES)('is RFC 4180 with what headers say of the JSON: %s', async (path, name) => {
      const json = await ask(bench(), path);
      const csv = await ask(bench(), `${path}&format=csv`);
      const text = await csv.text();
      expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
      expect(csv.headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`);
      expect(csv.headers.get('X-Rate-Credit')).toBe('ecb="Source: European Central Bank"');
      expect(text).toMatch(/^([^\r\n]*\r\n)+$/);
      expect(json.headers.get('X-Rate-Credit')).toBeNull();
      for (const header of ['X-Data-Version', 'X-Rate-Date', 'X-Rate-Stale', 'X-Truncated', 'Vary']) {
        expect(csv.headers.get(header), header).toBe(json.headers.get(header));
      }
    });

    it('has the digits and instants of the table of rates', async () => {
      const { rates, timestamp } = await askFor(bench(), '/v1/rates?base=USD', ratesTable);
      const rows = await rowsOf(bench(), '/v1/rates?base=USD&format=csv');
      expect(rows.map(({ code, rate }) => [code, rate])).toEqual(textsOf(Object.entries(rates)));
      expect(rows.map((row) => row['timestamp']).toSorted()[0]).toBe(timestamp);
      expect(rows.every(({ base, source }) => base === 'USD' && source === 'ecb')).toBe(true);
    });

    it('has the points of a history, and of periods what they are made of', async () => {
      const { points } = await askFor(bench(), HISTORY, historicalSeries);
      const wanted = points.map(({ timestamp, rate, source }) => [timestamp, 'USD', 'JPY', rate, source]);
      expect(cellsOf(await rowsOf(bench(), `${HISTORY}&format=csv`))).toEqual(textsOf(wanted));
      const grouped = '/v1/historical?from=EUR&to=USD&source=ecb&group=month&limit=2';
      const months = (await askFor(bench(), grouped, historicalSeries)).points;
      const rows = await rowsOf(bench(), `${grouped}&format=csv`);
      expect(rows.map(({ period, days, complete }) => [period, days, complete])).toEqual(
        textsOf(months.map(({ period, days, complete }) => [period, days, complete])),
      );
    });

    it('has each of the last days of each code, empty where there is no figure', async () => {
      const path = '/v1/rates/series?base=EUR&codes=USD,HRK&days=5';
      const { days, series } = await askFor(bench(), path, rateSeriesResponse);
      const wanted = ['USD', 'HRK'].flatMap((code) =>
        days.map((day, place) => [
          day,
          code,
          'EUR',
          series[code]?.points[place] ?? '',
          series[code]?.source ?? '',
        ]),
      );
      expect(cellsOf(await rowsOf(bench(), `${path}&format=csv`))).toEqual(textsOf(wanted));
      expect(wanted.filter(([, , , rate]) => rate === '')).not.toEqual([]);
    });

    it('has the sources of a pair, and why the others have none', async () => {
      const path = '/v1/rates/compare?from=EUR&to=USD';
      const { rates, without } = await askFor(bench(), path, pairComparison);
      const rows = await rowsOf(bench(), `${path}&format=csv`);
      expect(rows.map(({ source, rate, code, message }) => [source, rate, code, message])).toEqual([
        ...textsOf(rates.map(({ source, rate }) => [source, rate, '', ''])),
        ...textsOf(without.map(({ source, code, message }) => [source, '', code, message])),
      ]);
    });
  });
}

function describeChoice(bench: RunningBench): void {
  describe('the form of an answer', () => {
    it.each([
      ['text/csv', 'csv'],
      ['application/json;q=0.5, text/csv', 'csv'],
      ['text/csv;q=0.5, application/json', 'json'],
      ['text/*', 'csv'],
      ['text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
      ['*/*', 'json'],
      ['image/png', 'json'],
    ])('follows Accept: %s', async (accept, form) => {
      // Asked in turns, so that neither form is kept for the other.
      for (const path of [HISTORY, HISTORY]) {
        const response = await ask(bench(), path, { Accept: accept });
        expect(response.headers.get('Content-Type')).toContain(form);
        expect(response.headers.get('Vary')).toContain('Accept,');
        const plain = await ask(bench(), path);
        expect(plain.headers.get('Content-Type')).toBe('application/json');
      }
    });

    it('is what format says, whatever Accept says, to the byte', async () => {
      const json = await ask(bench(), `${HISTORY}&format=json`, { Accept: 'text/csv' });
      expect(await json.text()).toBe(await (await ask(bench(), HISTORY)).text());
      const csv = await ask(bench(), `${HISTORY}&format=csv`, { Accept: 'application/json' });
      expect(await csv.text()).toBe(await (await ask(bench(), HISTORY, { Accept: 'text/csv' })).text());
    });

    it.each([
      ['/v1/rates?format=xml', 'format must be json or csv.'],
      [
        '/v1/rates?format=csv&include=provenance',
        'include cannot be combined with CSV: leave include out, or ask for JSON.',
      ],
      ['/v1/convert?from=EUR&to=USD&amount=1&format=csv', 'format is not a parameter of /v1/convert'],
      ['/v1/rates?base=US$&format=csv', 'base must be a currency code such as USD.'],
    ])('is refused as JSON in %s', async (path, message) => {
      const error = await errorOf(await ask(bench(), path, { Accept: 'text/csv' }));
      expect(error).toMatchObject({ status: 400, code: 'invalid_parameter' });
      expect(error.message).toContain(message);
    });

    it('is JSON of an answer that is no table', async () => {
      const path = '/v1/rates/pair?from=EUR&to=USD';
      const response = await ask(bench(), path, { Accept: 'text/csv' });
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json']);
    });
  });
}

function describeSending(bench: RunningBench): void {
  describe('CSV', () => {
    const path = '/v1/rates?base=EUR&format=csv';

    it('is not sent again to somebody who has it, and JSON has another tag', async () => {
      const etag = (await ask(bench(), path)).headers.get('ETag') ?? '';
      const again = await ask(bench(), path, { 'If-None-Match': etag });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const json = await ask(bench(), '/v1/rates?base=EUR', { 'If-None-Match': etag });
      expect(json.status).toBe(200);
    });

    it('answers HEAD with the headers alone', async () => {
      const whole = await ask(bench(), path);
      const head = await bench().send(path, { method: 'HEAD', headers: [['X-API-Key', bench().key]] });
      expect(await head.text()).toBe('');
      for (const name of ['Content-Type', 'Content-Length', 'Content-Disposition', 'ETag']) {
        expect(head.headers.get(name), name).toBe(whole.headers.get(name));
      }
    });

    it('is compressed for those who take that', async () => {
      const packed = await ask(bench(), path, { 'Accept-Encoding': 'gzip' });
      expect(packed.headers.get('Content-Encoding')).toBe('gzip');
      const stream = packed.body?.pipeThrough(new DecompressionStream('gzip'));
      expect(await new Response(stream).text()).toBe(await (await ask(bench(), path)).text());
    });
  });
}

function describePages(bench: RunningBench): void {
  it('CSV of a whole history, page by page, is the publisher’s file', async ({ skip }) => {
    const recorded = readRecordedHistory('ecb');
    if (recorded === null) return skip(recordedBodiesMissing('ecb'));
    const published = [...recorded.record].flatMap(([day, figures]) => {
      const figure = figures.get('EUR/USD');
      return figure === undefined ? [] : [`${day} ${figure}`];
    });
    const pages: (readonly string[])[] = [];
    let path = '/v1/historical?from=EUR&to=USD&source=ecb&limit=5000';
    while (path !== '') {
      const response = await ask(bench(), path, { Accept: 'text/csv' });
      const rows = readRows(await response.text());
      pages.unshift(rows.map((row) => `${row['timestamp']?.slice(0, 10)} ${row['rate']}`));
      path = /^<(.+)>; rel="prev"$/.exec(response.headers.get('Link') ?? '')?.[1] ?? '';
    }
    expect(pages.length).toBe(2);
    expect(pages.flat()).toEqual(published.toSorted());
  });
}

type Row = Readonly<Record<string, string>>;

async function rowsOf(bench: EndpointBench, path: string): Promise<readonly Row[]> {
  return readRows(await (await ask(bench, path)).text());
}

function readRows(text: string): readonly Row[] {
  return parse<Row>(text, { columns: true, record_delimiter: '\r\n' });
}

function cellsOf(rows: readonly Row[]): readonly (readonly string[])[] {
  return rows.map((row) => Object.values(row));
}

/** Values as JSON writes them, texts without quotes. */
function textsOf(rows: readonly (readonly unknown[])[]): readonly (readonly string[])[] {
  return rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell))));
}
