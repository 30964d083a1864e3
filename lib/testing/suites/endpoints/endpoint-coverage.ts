import { describe, expect, it } from 'vitest';
import { coverageResponse } from '#lib/testing/wire/answer-schemas';
import { ask, askFor, errorOf, type RunningBench } from '#lib/testing/worlds/endpoint-bench';
import { recordedEcbHistory } from '#lib/testing/builders/ecb-sample';
import { recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

const COVERAGE = '/v1/coverage?source=ecb&base=EUR';

/** Which days of the ECB are there; the service's day is 2026-04-14. */
export function describeCoverage(bench: RunningBench): void {
  describe('the coverage of a series', () => {
    it('of 27 years has every day of the bank’s calendar and no gap', async ({ skip }) => {
      skip(recordedEcbHistory() === null, recordedBodiesMissing('ecb'));
      const usd = await askFor(bench(), `${COVERAGE}&quote=USD`, coverageResponse);
      expect(usd).toMatchObject({
        firstDay: '1999-01-04',
        lastDay: '2026-04-13',
        count: 6983,
        missing: [],
      });
      const isk = await askFor(bench(), `${COVERAGE}&quote=ISK`, coverageResponse);
      expect(isk.missing, 'the krona was not quoted in the crisis').toMatchObject([
        { firstDay: '2008-12-10', reason: 'pair' },
      ]);
    });

    it('of some days leaves out days off, and names what is missing', async () => {
      const april = `${COVERAGE}&quote=USD&startDate=2026-04-01&endDate=2026-04-13`;
      expect(await askFor(bench(), april, coverageResponse)).toMatchObject({
        count: 7,
        expected: 7,
        missing: [],
      });
    });

    it('ends with a currency that ended', async () => {
      const kuna = await askFor(bench(), `${COVERAGE}&quote=HRK&startDate=2022-12-28`, coverageResponse);
      expect(kuna).toMatchObject({ lastDay: '2022-12-30', missing: [] });
    });

    it.each([
      [
        `${COVERAGE.replace('EUR', 'USD')}&quote=EUR`,
        404,
        'ecb does not publish USD/EUR; it publishes EUR/USD.',
      ],
      [`${COVERAGE}&quote=BTC`, 404, 'ecb publishes no series of EUR/BTC.'],
      ['/v1/coverage?base=EUR&quote=USD', 400, 'source is missing.'],
      ['/v1/coverage?source=boe&base=GBP&quote=USD', 404, 'boe is not enabled on this server; enabled: ecb.'],
      [
        `${COVERAGE}&quote=USD&startDate=2026-04-02&endDate=2026-04-01`,
        400,
        'startDate must not be after endDate.',
      ],
      [
        `${COVERAGE}&quote=USD&startDate=soon`,
        400,
        'startDate must be a day that exists, such as 2026-04-13.',
      ],
    ])('is refused in one sentence: %s', async (path, status, message) => {
      expect(await errorOf(await ask(bench(), path))).toMatchObject({ status, message });
    });
  });
}
