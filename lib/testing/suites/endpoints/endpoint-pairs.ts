import { fc } from '#lib/testing/seeded-fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { historicalSeries, pairRate, ratesTable } from '#lib/testing/wire/answer-schemas';
import { ask, askFor, type RunningBench } from '#lib/testing/worlds/endpoint-bench';
import {
  distanceFromOne,
  type ExactFraction,
  fractionOf,
  timesFractions,
} from '#lib/testing/oracles/exact-fraction';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { someOf } from '#lib/testing/long-count';

/** The 29 quotes and the euro of 2026-04-13. */
const CODES_OF_THE_DAY =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR'.split(
    ' ',
  );

/** All pairs of one publication, asked one by one. */
export function describePairsOfOneDay(bench: RunningBench): void {
  describeClosure(bench);
  describeTables(bench);
}

function describeClosure(bench: RunningBench): void {
  describe('all pairs of 2026-04-13, as printed', () => {
    const codes = someOf(CODES_OF_THE_DAY, 10);
    const printed = new Map<string, number>();
    const rateOf = (from: string, to: string): ExactFraction => fractionOf(printed.get(from + to) ?? 0);
    const code = fc.constantFrom(...codes);

    beforeAll(async () => {
      for (const from of codes) {
        for (const to of codes) {
          const path = `/v1/rates/pair?from=${from}&to=${to}&source=ecb`;
          printed.set(from + to, (await askFor(bench(), path, pairRate)).rate);
        }
      }
    });

    it('are exactly 1 from a currency to itself', () => {
      for (const one of codes) expect(printed.get(one + one)).toBe(1);
    });

    it('give 1 within 1e-14 times their inverse', () => {
      for (const from of codes) {
        for (const to of codes) {
          const thereAndBack = timesFractions(rateOf(from, to), rateOf(to, from));
          expect(distanceFromOne(thereAndBack), `${from} ${to}`).toBeLessThanOrEqual(1e-14);
        }
      }
    });

    it(seeded('give 1 within 2e-14 around a triangle'), () => {
      fc.assert(
        fc.property(code, code, code, (one, two, three) => {
          const around = timesFractions(rateOf(one, two), rateOf(two, three), rateOf(three, one));
          expect(distanceFromOne(around)).toBeLessThanOrEqual(2e-14);
        }),
        propertyRuns(5000),
      );
    });
  });
}

function describeTables(bench: RunningBench): void {
  describe('the table of a base', () => {
    it.each(['EUR', 'USD', 'IDR'])(
      'is, for %s and one source, the strict pair and the last point of its history, code by code',
      async (base) => {
        const table = await askFor(bench(), `/v1/rates?base=${base}&source=ecb`, ratesTable);
        expect(Object.keys(table.rates)).toEqual(CODES_OF_THE_DAY);
        for (const [code, rate] of someOf(Object.entries(table.rates), 10)) {
          const query = `from=${base}&to=${code}&source=ecb`;
          const pair = await askFor(bench(), `/v1/rates/pair?${query}`, pairRate);
          const { points } = await askFor(bench(), `/v1/historical?${query}&limit=1`, historicalSeries);
          const point = { rate, source: 'ecb', timestamp: table.timestamp };
          expect({ pair, points }).toEqual({ pair: { from: base, to: code, ...point }, points: [point] });
        }
        expect(table.rates[base]).toBe(1);
      },
    );

    it('is in default mode the pair in default mode, code by code', async () => {
      const table = await askFor(bench(), '/v1/rates?base=USD', ratesTable);
      for (const [code, rate] of Object.entries(table.rates)) {
        const pair = await askFor(bench(), `/v1/rates/pair?from=USD&to=${code}`, pairRate);
        expect(pair.rate, code).toBe(rate);
      }
    });

    it('is that of USD when no base is given', async () => {
      const table = await askFor(bench(), '/v1/rates', ratesTable);
      expect(table).toEqual(await askFor(bench(), '/v1/rates?base=usd', ratesTable));
      expect(table).toMatchObject({ base: 'USD', success: true, timestamp: '2026-04-13T12:10:00.000Z' });
    });

    it('does not exist for a base that nobody has', async () => {
      for (const base of ['HRK', 'BTC']) {
        expect((await ask(bench(), `/v1/rates?base=${base}`)).status).toBe(404);
        expect((await ask(bench(), `/v1/rates?base=${base}&source=ecb`)).status).toBe(404);
      }
    });
  });
}
