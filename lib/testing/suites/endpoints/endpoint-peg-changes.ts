import { describe, expect, it } from 'vitest';
import { historicalSeries, pairRate, ratesTable } from '#lib/testing/wire/answer-schemas';
import { ask, askFor, type RunningBench } from '#lib/testing/worlds/endpoint-bench';

/** Histories over changes of the law: a service with `ecb` and `fixed` on 14 April 2026. */
export function describePegChanges(bench: RunningBench): void {
  describe('the history of a pair that law tied to others in other ways before', () => {
    it.each([
      // 179 guilders were 100 dollars until 30 June 2025; then 100 guilders of 2025 are, at par with the older ones.
      ['EUR', 'ANG', '2020-01-01', '2025-06-30', '2022-12-30', 1.0666 * 1.79],
      ['EUR', 'ANG', '2025-07-01', '2025-12-31', '2025-12-31', 1.175 * 1.79],
      ['ANG', 'JPY', '2020-01-01', '2025-06-30', '2022-12-30', 140.66 / 1.0666 / 1.79],
      // 4 litas were a dollar until 1 February 2002, 3.4528 litas a euro since.
      ['JPY', 'LTT', '1999-01-01', '1999-12-31', '1999-01-04', (1.1789 / 133.73) * 400],
      ['JPY', 'LTT', '2022-01-01', '2022-12-31', '2022-12-30', 345.28 / 140.66],
      // A peso was a dollar until 6 January 2002.
      ['EUR', 'ARS', '1999-01-01', '2026-04-14', '1999-01-04', 1.1789],
      // No law tied the kuna before 2023; the bank published it.
      ['HRK', 'AED', '2022-01-01', '2022-12-31', '2022-12-30', (1.0666 / 7.5365) * 3.6725],
    ])(
      'follows what law tied the ends to then: %s to %s from %s to %s',
      async (from, to, startDate, endDate, day, rate) => {
        const path = `/v1/historical?from=${from}&to=${to}&startDate=${startDate}&endDate=${endDate}`;
        const { points } = await askFor(bench(), path, historicalSeries);
        expect(points.map(({ timestamp, source }) => `${timestamp.slice(0, 10)} ${source}`)).toEqual([
          `${day} fixed`,
        ]);
        expect((points[0]?.rate ?? 0) / rate).toBeCloseTo(1, 14);
      },
    );
  });

  describeWalks(bench);
}

function describeWalks(bench: RunningBench): void {
  describe('a history over a change of the law', () => {
    it('goes on in fixings after the days on which law fixed the pair itself', async () => {
      const path = '/v1/historical?from=LTL&to=AED&startDate=2002-01-31&endDate=2022-12-31';
      const { points } = await askFor(bench(), path, historicalSeries);
      expect(points).toEqual([
        { rate: 0.918_125, source: 'fixed', timestamp: '2002-01-31T00:00:00.000Z' },
        { rate: 0.918_125, source: 'fixed', timestamp: '2002-02-01T00:00:00.000Z' },
        {
          rate: expect.closeTo((1.0666 / 3.4528) * 3.6725, 13),
          source: 'fixed',
          timestamp: '2022-12-30T13:10:00.000Z',
        },
      ]);
    });

    it('is that of law alone on both sides, by however many acts', async () => {
      const path = '/v1/historical?from=ANG&to=AED&startDate=2025-06-29&endDate=2025-07-02';
      const { points } = await askFor(bench(), path, historicalSeries);
      expect(points.map(({ rate, source, timestamp }) => [timestamp.slice(0, 10), rate, source])).toEqual(
        ['2025-06-29', '2025-06-30', '2025-07-01', '2025-07-02'].map((day) => [
          day,
          2.051_675_977_653_63,
          'fixed',
        ]),
      );
    });

    it.each([
      ['EUR', 'ANG', '2020-01-01', 15],
      ['JPY', 'LTT', '1999-01-01', 16],
      ['LTL', 'AED', '2002-01-25', 23],
    ])(
      'is walked back by its links over a change of the law: %s to %s since %s',
      async (from, to, startDate, count) => {
        const path = `/v1/historical?from=${from}&to=${to}&startDate=${startDate}`;
        const whole = await askFor(bench(), path, historicalSeries);
        expect(whole.count).toBe(count);
        for (const limit of [1, 3, count - 1]) {
          const walked: unknown[] = [];
          let next: string | undefined = `${path}&limit=${limit}`;
          while (next !== undefined) {
            const response: Response = await ask(bench(), next);
            const link: string = response.headers.get('link') ?? '';
            expect(response.headers.has('x-truncated')).toBe(link.includes('rel="prev"'));
            next = /<([^>]+)>; rel="prev"/.exec(link)?.[1];
            walked.unshift(...historicalSeries.parse(await response.json()).points);
          }
          expect(walked, `limit ${limit}`).toEqual(whole.points);
        }
      },
    );
  });
}

/** What a service with `fixed` and the whole recorded history of `ecb` answers on 14 April 2026. */
export function describePegHistory(bench: RunningBench): void {
  describe('the history of a pair that law ties to another', () => {
    it.each([
      ['EUR', 'ANG', '2020-01-01', '2020-12-31', 'EUR', 'USD', 1.79],
      ['EUR', 'ANG', '2025-01-01', '2025-12-31', 'EUR', 'USD', 1.79],
      ['JPY', 'ANG', '2025-01-01', '2025-12-31', 'JPY', 'USD', 1.79],
      ['ANG', 'GBP', '2025-06-27', '2025-07-03', 'USD', 'GBP', 1 / 1.79],
      // The bank published the litas itself.
      ['LTT', 'JPY', '2001-01-01', '2002-02-01', 'LTL', 'JPY', 1 / 100],
      ['LTT', 'JPY', '2015-01-02', '2016-12-31', 'EUR', 'JPY', 1 / 345.28],
    ])(
      'has every fixing of its anchors: %s to %s from %s to %s',
      async (from, to, startDate, endDate, base, quote, factor) => {
        const seriesOf = (one: string, other: string) =>
          askFor(
            bench(),
            `/v1/historical?from=${one}&to=${other}&startDate=${startDate}&endDate=${endDate}`,
            historicalSeries,
          );
        const { points } = await seriesOf(from, to);
        const anchors = await seriesOf(base, quote);
        expect(points.map(({ timestamp }) => timestamp)).toEqual(
          anchors.points.map(({ timestamp }) => timestamp),
        );
        expect(points.length).toBeGreaterThan(4);
        for (const [row, { rate }] of points.entries()) {
          expect(rate / ((anchors.points[row]?.rate ?? 0) * factor)).toBeCloseTo(1, 13);
        }
      },
    );
  });

  describe('the history of all that a currency has a rate with', () => {
    it.each(['EUR', 'JPY', 'XOF', 'ANG', 'TRL'])(
      'ends in the current rate, that of the pair and of the table, of %s to all',
      async (base) => {
        const { rates } = await askFor(bench(), `/v1/rates?base=${base}`, ratesTable);
        const others: string[] = [];
        for (const [quote, rate] of Object.entries(rates)) {
          const pair = `from=${base}&to=${quote}`;
          const current = await askFor(bench(), `/v1/rates/pair?${pair}`, pairRate);
          expect(current.rate, pair).toBe(rate);
          const { points } = await askFor(bench(), `/v1/historical?${pair}&limit=1`, historicalSeries);
          const [last] = points;
          const isCurrent = last?.rate === rate && last.timestamp === current.timestamp;
          if (!isCurrent || last.source !== current.source) others.push(quote);
        }
        expect(Object.keys(rates).length).toBeGreaterThan(80);
        expect(others).toEqual([]);
      },
    );
  });
}
