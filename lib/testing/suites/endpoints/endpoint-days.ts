import { describe, expect, it } from 'vitest';
import {
  conversion,
  historicalSeries,
  pairComparison,
  pairComparisonWithReasons,
  pairRate,
  pairRateWithProvenance,
  ratesTable,
} from '#lib/testing/wire/answer-schemas';
import { ask, askFor, errorOf, type RunningBench } from '#lib/testing/worlds/endpoint-bench';

const PAIR = '/v1/rates/pair?from=EUR&to=USD&source=ecb';

/** The rates of days that are over; the service's day is 2026-04-14. */
export function describeDays(bench: RunningBench): void {
  describeDay(bench);
  describeSides(bench);
  describeTables(bench);
  describeRefusals(bench);
  describeSymbols(bench);
}

function describeDay(bench: RunningBench): void {
  describe('the rate of a day', () => {
    it.each([
      ['a day with a figure', '2026-04-09', 1.1685, '2026-04-09T12:10:00.000Z', null],
      ['a Sunday, which has Friday’s', '2026-04-12', 1.1711, '2026-04-10T12:10:00.000Z', '2026-04-10'],
      ['Easter Monday, which has Thursday’s', '2026-04-06', 1.1525, '2026-04-02T12:10:00.000Z', '2026-04-02'],
      ['today before the day’s fixing', '2026-04-14', 1.1684, '2026-04-13T12:10:00.000Z', '2026-04-13'],
    ])('is that of %s', async (_name, day, rate, timestamp, earlier) => {
      const response = await ask(bench(), `${PAIR}&date=${day}`);
      expect(response.headers.get('X-Rate-Date')).toBe(earlier);
      expect(pairRate.parse(await response.json())).toEqual({
        from: 'EUR',
        to: 'USD',
        rate,
        source: 'ecb',
        timestamp,
      });
    });

    it('says with provenance of which day it is, and from which document', async () => {
      const path = `${PAIR}&date=2026-04-12&include=provenance`;
      const { provenance } = await askFor(bench(), path, pairRateWithProvenance);
      expect(provenance.note).toBe(
        'There is no rate for 2026-04-12; the latest earlier one, of 2026-04-10, was used.',
      );
      expect(provenance.legs[0]?.document?.sha256).toMatch(/^[0-9a-f]{64}$/);
      const today = await askFor(bench(), `${PAIR}&include=provenance`, pairRateWithProvenance);
      expect(today.provenance).not.toHaveProperty('note');
    });
  });
}

function describeSides(bench: RunningBench): void {
  describe('the rate of a day', () => {
    it('is that of each source side by side', async () => {
      const path = '/v1/rates/compare?from=EUR&to=USD&date=2026-04-12';
      const { rates } = await askFor(bench(), path, pairComparison);
      expect(rates).toMatchObject([
        { source: 'ecb', rate: 1.1711, provenance: { note: expect.stringContaining('2026-04-10') } },
      ]);
      const ended = await askFor(
        bench(),
        '/v1/rates/compare?from=EUR&to=HRK&date=2026-04-09&include=reasons',
        pairComparisonWithReasons,
      );
      expect(ended).toMatchObject({
        rates: [],
        without: [{ source: 'ecb', code: 'pair_unavailable', reason: { kind: 'ended' } }],
      });
    });

    it('is, for a cross too, the point that history has for that day', async () => {
      const query = 'from=USD&to=JPY&source=ecb';
      const { points } = await askFor(
        bench(),
        `/v1/historical?${query}&startDate=2026-03-13&endDate=2026-04-10`,
        historicalSeries,
      );
      expect(points.length).toBeGreaterThan(5);
      for (const { rate, timestamp } of points) {
        const path = `/v1/rates/pair?${query}&date=${timestamp.slice(0, 10)}`;
        expect(await askFor(bench(), path, pairRate)).toMatchObject({ rate, timestamp });
      }
    });

    it('has currencies that have ended since, on days on which they were in use', async () => {
      const path = '/v1/convert?from=EUR&to=HRK&amount=100&date=2022-12-31';
      expect(await askFor(bench(), path, conversion)).toMatchObject({ result: 753.65, rate: 7.5365 });
      const ended = await ask(bench(), '/v1/rates/pair?from=EUR&to=HRK&source=ecb&date=2026-04-09');
      expect(await errorOf(ended)).toMatchObject({
        status: 404,
        code: 'pair_unavailable',
        message: expect.stringMatching(
          /^No rate for EUR to HRK on 2026-04-09\. Tried ecb: HRK ended on 202[23]/,
        ),
      });
    });
  });
}

function describeTables(bench: RunningBench): void {
  describe('the rate of a day', () => {
    it('is that of a whole table, code by code', async () => {
      const table = await askFor(bench(), '/v1/rates?base=EUR&source=ecb&date=2022-12-31', ratesTable);
      expect(table).toMatchObject({ timestamp: '2022-12-30T13:10:00.000Z' });
      expect(table.rates).toMatchObject({ EUR: 1, HRK: 7.5365, USD: 1.0666 });
      for (const [code, rate] of Object.entries(table.rates).slice(0, 8)) {
        const path = `/v1/rates/pair?from=EUR&to=${code}&source=ecb&date=2022-12-31`;
        expect((await askFor(bench(), path, pairRate)).rate, code).toBe(rate);
      }
    });
  });
}

function describeRefusals(bench: RunningBench): void {
  describe('the rate of a day', () => {
    it('is 404 before the first figure', async () => {
      const error = await errorOf(await ask(bench(), `${PAIR}&date=1998-12-31`));
      expect(error).toMatchObject({
        status: 404,
        code: 'pair_unavailable',
        message: 'ecb has no rate for 1998-12-31: it has no figures for that day or earlier.',
      });
    });

    it.each([
      ['2026-02-30', 'date must be a day that exists, such as 2026-04-13.'],
      ['13.04.2026', 'date must be a day that exists, such as 2026-04-13.'],
      ['2026-04-15', 'date must not be after today, which is 2026-04-14 in UTC.'],
    ])('is 400 for %s', async (day, message) => {
      for (const path of [PAIR, '/v1/convert?from=EUR&to=USD&amount=1', '/v1/rates?base=EUR']) {
        const error = await errorOf(await ask(bench(), `${path}&date=${day}`));
        expect(error).toMatchObject({ status: 400, code: 'invalid_parameter', message });
      }
    });
  });
}

function describeSymbols(bench: RunningBench): void {
  describe('a table of some symbols', () => {
    it('has those alone, and is dated by them', async () => {
      const path = '/v1/rates?base=USD&source=ecb';
      const all = await askFor(bench(), path, ratesTable);
      const some = await askFor(bench(), `${path}&symbols=gbp,EUR&symbols=JPY,JPY`, ratesTable);
      expect(some).toEqual({
        ...all,
        rates: { EUR: all.rates['EUR'], GBP: all.rates['GBP'], JPY: all.rates['JPY'] },
      });
      expect(Object.keys(some.rates)).toEqual(['EUR', 'GBP', 'JPY']);
    });

    it('says with provenance how each was made, as the pair does', async () => {
      const query = 'source=ecb&date=2026-04-12&include=provenance';
      const table = await askFor(bench(), `/v1/rates?base=USD&symbols=EUR,JPY&${query}`, ratesTable);
      expect(Object.keys(table.provenance ?? {})).toEqual(['EUR', 'JPY']);
      for (const code of ['EUR', 'JPY']) {
        const path = `/v1/rates/pair?from=USD&to=${code}&${query}`;
        const { provenance } = await askFor(bench(), path, pairRateWithProvenance);
        expect(table.provenance?.[code]).toEqual(provenance);
      }
      expect(await askFor(bench(), '/v1/rates?base=USD', ratesTable)).not.toHaveProperty('provenance');
    });

    it('leaves out what the base does not reach, and refuses what is no code', async () => {
      const path = '/v1/rates?base=USD&source=ecb&symbols=';
      expect((await askFor(bench(), `${path}HRK,EUR`, ratesTable)).rates).toEqual({
        EUR: 0.855_871_276_959_945,
      });
      expect(await errorOf(await ask(bench(), `${path}EUR,XXQ`))).toMatchObject({
        status: 400,
        code: 'unknown_currency',
        message: 'symbols: XXQ is not a currency this service knows.',
      });
    });
  });
}
