import { fc } from '#lib/testing/seeded-fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  conversion,
  historicalSeries,
  pairRate,
  pairSources,
  ratesTable,
} from '#lib/testing/wire/answer-schemas';
import { describeRegulation } from './endpoint-regulation.ts';
import { ask, askFor, errorOf, type RunningBench } from '#lib/testing/worlds/endpoint-bench';
import { propertyRuns, seeded } from '#lib/testing/property-runs';

const MIDNIGHT = '2026-04-14T00:00:00.000Z';
const FIXING = '2026-04-13T12:10:00.000Z';

/** What a service with `ecb` and `fixed` answers on 14 April 2026. */
export function describePegs(bench: RunningBench): void {
  describeRegulation(bench);
  describe('a rate that law fixes', () => {
    it.each([
      ['XOF', 'EUR', '655.957', 1],
      ['XPF', 'EUR', '1000', 8.38],
      ['HRK', 'EUR', '7.5345', 1],
      ['KYD', 'USD', '1', 1.2],
      ['DEM', 'FRF', '1.95583', 6.55957],
      ['SZL', 'LSL', '100', 100],
      ['TRL', 'TRY', '1', 0.000_001],
      ['TRL', 'TRY', '2500000', 2.5],
      ['RON', 'ROL', '1', 10_000],
      ['ANG', 'XCG', '1', 1],
      ['ANG', 'USD', '179', 100],
      ['SVC', 'USD', '8.75', 1],
      ['BYB', 'BYN', '10000000', 1],
    ])(
      'turns %s into %s by division or product of the legal figure: %s is exactly %d',
      async (from, to, amount, result) => {
        const answer = await askFor(
          bench(),
          `/v1/convert?from=${from}&to=${to}&amount=${amount}`,
          conversion,
        );
        expect(answer).toMatchObject({ result, source: 'fixed', timestamp: MIDNIGHT });
      },
    );

    it('stays for ever after the currency has ended', async () => {
      const answer = await askFor(bench(), '/v1/rates/pair?from=EUR&to=HRK&source=fixed', pairRate);
      expect(answer).toEqual({ from: 'EUR', to: 'HRK', rate: 7.5345, source: 'fixed', timestamp: MIDNIGHT });
    });

    it.each([
      ['MYR', 'USD', /MYR to USD is in force from 1998-09-02 to 2005-07-21 only/],
      ['ARS', 'USD', /ARS to USD is in force from 1992-01-01 to 2002-01-06 only/],
      ['EUR', 'USD', /no law fixes the pair/],
      ['BGN', 'USD', /no law fixes the pair/],
    ])('is 404 for %s to %s outside its validity, with the dates', async (from, to, sentence) => {
      const error = await errorOf(await ask(bench(), `/v1/rates/pair?from=${from}&to=${to}&source=fixed`));
      expect(error).toMatchObject({ status: 404, code: 'pair_unavailable' });
      expect(error.message).toMatch(sentence);
    });
  });

  describeHistory(bench);
  describePegsAlone(bench);
  describeAnchored(bench);
  describeCrosses(bench);
  describeReach(bench);
}

function describeHistory(bench: RunningBench): void {
  describe('the history of a rate that law fixes', () => {
    it('has one point a calendar day in force', async () => {
      const path = '/v1/historical?from=ARS&to=USD&startDate=2002-01-03&endDate=2002-01-09';
      const pegged = await askFor(bench(), `${path}&source=fixed`, historicalSeries);
      expect(pegged.points.map(({ timestamp }) => timestamp.slice(0, 10))).toEqual([
        '2002-01-03',
        '2002-01-04',
        '2002-01-05',
        '2002-01-06',
      ]);
      expect(
        (await askFor(bench(), '/v1/historical?from=EUR&to=XOF&source=fixed&limit=2', historicalSeries))
          .points,
      ).toEqual([
        { rate: 655.957, source: 'fixed', timestamp: '2026-04-13T00:00:00.000Z' },
        { rate: 655.957, source: 'fixed', timestamp: MIDNIGHT },
      ]);
    });

    it.each([
      ['ARS', 'USD', '1991-12-30', ['1992-01-01 1', '1992-01-02 1']],
      [
        'ARA',
        'USD',
        '1991-12-30',
        ['1991-12-30 0.0001', '1991-12-31 0.0001', '1992-01-01 0.0001', '1992-01-02 0.0001'],
      ],
      ['ANG', 'XCG', '2025-06-29', ['2025-06-29 1', '2025-06-30 1', '2025-07-01 1', '2025-07-02 1']],
      [
        'VEF',
        'VES',
        '2021-09-29',
        ['2021-09-29 0.00001', '2021-09-30 0.00001', '2021-10-01 1e-11', '2021-10-02 1e-11'],
      ],
      ['TRL', 'TRY', '2004-12-30', ['2005-01-01 0.000001', '2005-01-02 0.000001']],
      [
        'KMF',
        'FRF',
        '1994-01-10',
        [
          '1994-01-10 0.02',
          '1994-01-11 0.02',
          '1994-01-12 0.0133333333333333',
          '1994-01-13 0.0133333333333333',
        ],
      ],
    ])('of %s to %s follows the law of each day from %s on', async (from, to, first, expected) => {
      const last = new Date(Date.parse(first) + 3 * 86_400_000).toISOString().slice(0, 10);
      const path = `/v1/historical?from=${from}&to=${to}&source=fixed&startDate=${first}&endDate=${last}`;
      const { points } = await askFor(bench(), path, historicalSeries);
      expect(points.map(({ timestamp, rate }) => [timestamp.slice(0, 10), rate])).toEqual(
        expected.map((text) => [text.slice(0, 10), Number(text.slice(11))]),
      );
    });
  });
}

function describePegsAlone(bench: RunningBench): void {
  describe('the history without a source of a pair that no publisher has', () => {
    it.each([
      ['EUR', 'XOF', '2026-04-11', [655.957, 655.957, 655.957, 655.957]],
      ['NPR', 'INR', '2026-04-12', [0.625, 0.625, 0.625]],
      ['XOF', 'XOF', '2026-04-13', [1, 1]],
    ])('is that of law: %s to %s', async (from, to, startDate, rates) => {
      const query = `/v1/historical?from=${from}&to=${to}&startDate=${startDate}`;
      const { source, points } = await askFor(bench(), query, historicalSeries);
      expect(source).toBe('all');
      expect(points.map(({ rate }) => rate)).toEqual(rates);
      const strict = await askFor(bench(), `${query}&source=fixed`, historicalSeries);
      expect(points).toEqual(strict.points);
    });

    it('is walked back by its links, day by day', async () => {
      const first = await ask(bench(), '/v1/historical?from=TRL&to=TRY&limit=1');
      const next = /<([^>]+)>; rel="prev"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      const days = [
        ...(await askFor(bench(), '/v1/historical?from=TRL&to=TRY&limit=1', historicalSeries)).points,
        ...(await askFor(bench(), next, historicalSeries)).points,
      ].map(({ rate, timestamp }) => `${timestamp} ${rate}`);
      expect(days).toEqual([`${MIDNIGHT} 0.000001`, '2026-04-13T00:00:00.000Z 0.000001']);
      const dated = '/v1/historical?from=ROL&to=RON&startDate=2026-04-13&endDate=2026-04-13';
      expect(await askFor(bench(), dated, historicalSeries)).toMatchObject({ count: 1 });
    });

    it('begins on the day on which the currency has ended at its publisher, and not before', async () => {
      const asked = '/v1/historical?from=EUR&to=HRK&startDate=2022-12-30&endDate=2023-01-02';
      expect((await askFor(bench(), asked, historicalSeries)).points).toEqual([
        { rate: 7.5365, source: 'ecb', timestamp: '2022-12-30T13:10:00.000Z' },
        { rate: 7.5345, source: 'fixed', timestamp: '2023-01-01T00:00:00.000Z' },
        { rate: 7.5345, source: 'fixed', timestamp: '2023-01-02T00:00:00.000Z' },
      ]);
    });
  });
}

function describeAnchored(bench: RunningBench): void {
  describe('the history of a pair that law ties to another', () => {
    it.each([
      ['USD', 'MOP', (usd: number, hkd: number) => (hkd * 1.03) / usd],
      ['XOF', 'AED', (usd: number) => (usd * 3.6725) / 655.957],
      ['USD', 'XOF', (usd: number) => 655.957 / usd],
    ])('is the other’s, by the law of each day: %s to %s', async (from, to, rateOf) => {
      const span = 'startDate=2026-04-09&endDate=2026-04-13';
      const historyOf = (path: string) => askFor(bench(), `/v1/historical?${path}&${span}`, historicalSeries);
      const { points } = await historyOf(`from=${from}&to=${to}`);
      const dollars = await historyOf('from=EUR&to=USD&source=ecb');
      const hongKong = await historyOf('from=EUR&to=HKD&source=ecb');
      expect(points).toEqual(
        dollars.points.map(({ rate, timestamp }, index) => ({
          rate: expect.closeTo(rateOf(rate, hongKong.points[index]?.rate ?? 0), 12),
          source: 'fixed',
          timestamp,
        })),
      );
      const { rate, source, timestamp } = await askFor(
        bench(),
        `/v1/rates/pair?from=${from}&to=${to}`,
        pairRate,
      );
      expect(points.at(-1)).toEqual({ rate, source, timestamp });
    });

    it('is not there for a source alone, which has no such figures', async () => {
      for (const source of ['ecb', 'fixed']) {
        const error = await errorOf(await ask(bench(), `/v1/historical?from=USD&to=MOP&source=${source}`));
        expect(error).toMatchObject({ status: 404, code: 'pair_unavailable' });
        expect(error.message).toMatch(/^No history for USD to MOP\. Tried (ecb|fixed): [^;]+\.$/);
        expect(error.message).not.toContain('current');
      }
    });
  });

  describe('the history of a pair that nobody has', () => {
    it('is 404 with a reason for each source, none of them about current figures', async () => {
      const error = await errorOf(await ask(bench(), '/v1/historical?from=USD&to=KPW'));
      expect(error).toMatchObject({
        status: 404,
        code: 'pair_unavailable',
        message:
          'No history for USD to KPW. Tried ecb: it publishes no figures of the pair; fixed: no law ever fixed the pair.',
      });
      const one = await errorOf(await ask(bench(), '/v1/historical?from=KPW&to=KPW&source=ecb'));
      expect(one.message).toBe('No history of KPW. Tried ecb: it publishes no figures of KPW.');
    });
  });
}

function describeCrosses(bench: RunningBench): void {
  describe('a cross of law and a fixing', () => {
    it.each([
      ['XOF', 'AED'],
      ['NPR', 'XPF'],
      ['BGN', 'USD'],
      ['SZL', 'USD'],
      ['SZL', 'GIP'],
      ['MOP', 'JPY'],
      ['TRL', 'EUR'],
      ['USD', 'ROL'],
      ['BRN', 'JPY'],
    ])('of %s to %s names its lowest-priority leg and the time of the fixing', async (from, to) => {
      const answer = await askFor(bench(), `/v1/rates/pair?from=${from}&to=${to}`, pairRate);
      expect(answer).toMatchObject({ source: 'fixed', timestamp: FIXING });
    });

    it('is the exact quotient of the published figures', async () => {
      const { rate } = await askFor(bench(), '/v1/rates/pair?from=XOF&to=AED', pairRate);
      expect(rate).toBe(0.006_541_509_580_658_49);
    });

    it('is no source’s own, so nobody is listed for it', async () => {
      expect(await askFor(bench(), '/v1/rates/sources?from=XOF&to=AED', pairSources)).toMatchObject({
        sources: [],
      });
      expect(await askFor(bench(), '/v1/rates/sources?from=XOF&to=EUR', pairSources)).toMatchObject({
        sources: ['fixed'],
      });
    });

    it('never makes a fiat rate out of a code that no source of this kind has', async () => {
      expect(await errorOf(await ask(bench(), '/v1/rates/pair?from=USD&to=ERN'))).toMatchObject({
        code: 'pair_unavailable',
      });
    });
  });
}

function describeReach(bench: RunningBench): void {
  describe('two reachable currencies', () => {
    let codes: readonly string[] = [];
    beforeAll(async () => {
      codes = Object.keys((await askFor(bench(), '/v1/rates?base=EUR', ratesTable)).rates);
    });

    it(seeded('always have a rate, the same as in the table, and a history'), async () => {
      expect(codes.length).toBeGreaterThan(80);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...codes), async (base) => {
          const { rates } = await askFor(bench(), `/v1/rates?base=${base}`, ratesTable);
          expect(Object.keys(rates)).toEqual(codes);
          const quote = codes[codes.length - 1 - codes.indexOf(base)] ?? base;
          const history = `/v1/historical?from=${base}&to=${quote}&limit=1`;
          expect((await askFor(bench(), history, historicalSeries)).count, history).toBe(1);
          for (const quote of codes) {
            const { rate } = await askFor(bench(), `/v1/rates/pair?from=${base}&to=${quote}`, pairRate);
            expect(rate, `${base} to ${quote}`).toBe(rates[quote]);
          }
        }),
        propertyRuns(25, 5),
      );
    });
  });
}
