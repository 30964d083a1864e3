import { describe, expect, it } from 'vitest';
import {
  conversion,
  historicalSeries,
  pairRate,
  pairSources,
  ratesTable,
  statusReport,
} from '#lib/testing/wire/answer-schemas';
import { ask, askFor, errorOf, type RunningBench } from '#lib/testing/worlds/endpoint-bench';
import { describePairsOfOneDay } from './endpoint-pairs.ts';

/** Figures of 2026-04-13, the fields of each answer, and what holds between answers. */
export function describeFigures(bench: RunningBench): void {
  describePairFigures(bench);
  describeConversions(bench);
  describeFields(bench);
  describeSources(bench);
  describePairsOfOneDay(bench);
}

function describePairFigures(bench: RunningBench): void {
  describe('the rate of a pair', () => {
    it.each([
      ['as published', 'EUR', 'USD', 1.1684],
      ['a cross inside the source', 'USD', 'JPY', 159.833_960_972_27],
      ['a small one with all its digits', 'IDR', 'RON', 0.000_253_559_771_039_311],
      ['exactly 1 for a currency against itself', 'JPY', 'JPY', 1],
    ])('is %s, strict and by default', async (_name, from, to, rate) => {
      const expected = { from, to, rate, source: 'ecb', timestamp: '2026-04-13T12:10:00.000Z' };
      const path = `/v1/rates/pair?from=${from}&to=${to}`;
      expect(await askFor(bench(), path, pairRate)).toEqual(expected);
      expect(await askFor(bench(), `${path}&source=ecb`, pairRate)).toEqual(expected);
    });

    it('is found by codes in any case, and answered in capitals', async () => {
      const answer = await askFor(bench(), '/v1/rates/pair?from=eur&to=uSd', pairRate);
      expect(answer).toMatchObject({ from: 'EUR', to: 'USD', rate: 1.1684 });
    });

    it('is 404 pair_unavailable for a currency that has ended, though history has it', async () => {
      const response = await ask(bench(), '/v1/rates/pair?from=EUR&to=HRK&source=ecb');
      const error = await errorOf(response);
      expect(error).toMatchObject({ status: 404, code: 'pair_unavailable', type: 'not_found_error' });
      expect(error.message).toMatch(/EUR to HRK.*ecb: HRK ended on 202[23]/);
    });
  });
}

function describeConversions(bench: RunningBench): void {
  describe('a conversion', () => {
    it.each([
      ['EUR', 'USD', '123.45', 123.45, 144.238_98, 1.1684],
      ['USD', 'JPY', '1000000000000', 1e12, 159_833_960_972_270, 159.833_960_972_27],
      ['USD', 'JPY', '1', 1, 159.833_960_972_27, 159.833_960_972_27],
      ['USD', 'JPY', '1e-12', 1e-12, 1.598_339_609_722_7e-10, 159.833_960_972_27],
      ['USD', 'JPY', '0', 0, 0, 159.833_960_972_27],
      ['USD', 'USD', '0.1', 0.1, 0.1, 1],
      ['USD', 'EUR', '1.1684', 1.1684, 1, 0.855_871_276_959_945],
    ])('of %s to %s, amount %s, is amount times the unrounded rate', async (from, to, text, ...expected) => {
      const [amount, result, rate] = expected;
      const path = `/v1/convert?from=${from}&to=${to}&amount=${text}`;
      const timestamp = '2026-04-13T12:10:00.000Z';
      const body = { from, to, amount, result, rate, source: 'ecb', timestamp };
      expect(await askFor(bench(), path, conversion)).toEqual(body);
      expect(await askFor(bench(), `${path}&source=ecb`, conversion)).toEqual(body);
    });
  });
}

/** The interface's fields, in its order. */
const FIELDS = [
  ['/v1/convert?from=EUR&to=USD&amount=2', 'from to amount result rate source timestamp', conversion],
  ['/v1/rates', 'base source timestamp rates success', ratesTable],
  ['/v1/rates/pair?from=EUR&to=USD', 'from to rate source timestamp', pairRate],
  ['/v1/rates/sources?from=EUR&to=USD', 'from to sources', pairSources],
  ['/v1/historical?from=EUR&to=USD&limit=2', 'from to source count points', historicalSeries],
  ['/v1/status', 'overall sources services', statusReport],
] as const;

function describeFields(bench: RunningBench): void {
  describe('the fields of an answer', () => {
    it.each(FIELDS)('of %s are the interface’s, in its order, and valid', async (path, fields, schema) => {
      const response = await ask(bench(), path);
      const body: unknown = await response.json();
      expect(Object.keys(Object(body)).join(' ')).toBe(fields);
      expect(schema.safeParse(body).error).toBeUndefined();
    });

    it('of a point and of a source’s status too', async () => {
      const series = await (await ask(bench(), '/v1/historical?from=EUR&to=USD&limit=1')).text();
      expect(series).toContain(
        '"points":[{"rate":1.1684,"source":"ecb","timestamp":"2026-04-13T12:10:00.000Z"}]',
      );
      const status = await (await ask(bench(), '/v1/status')).text();
      expect(status).toMatch(
        /"sources":\[\{"source":"ecb","status":"[a-z]+","latencyMs":\d+,"lastCheckedAt":"/,
      );
    });

    it('say `default` and `all` where no source was asked for, and the source where one was', async () => {
      const sourceOfTable = async (query: string) =>
        (await askFor(bench(), `/v1/rates?base=EUR${query}`, ratesTable)).source;
      const sourceOfSeries = async (query: string) =>
        (await askFor(bench(), `/v1/historical?from=EUR&to=USD&limit=1${query}`, historicalSeries)).source;
      expect([await sourceOfTable(''), await sourceOfTable('&source=ecb')]).toEqual(['default', 'ecb']);
      expect([await sourceOfSeries(''), await sourceOfSeries('&source=ecb')]).toEqual(['all', 'ecb']);
    });
  });
}

function describeSources(bench: RunningBench): void {
  describe('the sources of a pair', () => {
    it.each([
      ['those that answer alone', 'USD', 'JPY', ['ecb']],
      ['none for a currency that has ended', 'EUR', 'HRK', []],
      ['none for a currency that nobody here carries', 'EUR', 'BTC', []],
    ])('are %s', async (_name, from, to, sources) => {
      const path = `/v1/rates/sources?from=${from}&to=${to}`;
      expect(await askFor(bench(), path, pairSources)).toEqual({ from, to, sources });
      const strict = await ask(bench(), `/v1/rates/pair?from=${from}&to=${to}&source=ecb`);
      expect(strict.status).toBe(sources.length === 0 ? 404 : 200);
    });
  });
}
