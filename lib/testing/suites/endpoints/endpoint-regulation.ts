import { describe, expect, it } from 'vitest';
import { payloadIn } from '#lib/testing/builders/receipts';
import { ask, errorOf, type RunningBench } from '#lib/testing/worlds/endpoint-bench';

const RULE = 'rule=eu-1103-97';

/** Sums that Regulation (EC) No 1103/97 rounds, at a service with `ecb` and `fixed` on 14 April 2026. */
export function describeRegulation(bench: RunningBench): void {
  describe('a sum by Regulation (EC) No 1103/97', () => {
    it.each([
      ['DEM', 'FRF', '100', 335.38, 51.129],
      ['DEM', 'EUR', '100', 51.13, null],
      ['EUR', 'ITL', '100', 193_627, null],
      ['HRK', 'BGN', '1000', 259.58, 132.723],
    ])('turns %s into %s, %s of them into %d', async (from, to, amount, result, euro) => {
      const path = `/v1/convert?from=${from}&to=${to}&amount=${amount}&${RULE}`;
      expect(await (await ask(bench(), path)).json()).toMatchObject({
        result,
        source: 'fixed',
        regulation: { rule: 'eu-1103-97', euro },
      });
    });

    it('is that of a day on which the euro had replaced both, and leaves a sum against itself', async () => {
      const lev = `/v1/convert?from=BGN&to=EUR&amount=100&${RULE}`;
      expect((await ask(bench(), lev)).status).toBe(200);
      const tied = await errorOf(await ask(bench(), `${lev}&date=2025-06-01`));
      expect(tied).toMatchObject({ status: 404, message: expect.stringContaining('BGN is not one of them') });
      const known = await ask(bench(), `${lev}&knownAt=2026-04-13`);
      expect(await known.json()).toMatchObject({ result: 51.13, source: 'fixed' });
      const lira = await ask(bench(), `/v1/convert?from=ITL&to=ITL&amount=1&${RULE}`);
      expect(await lira.json()).toMatchObject({ result: 1, rate: 1, regulation: { euro: null } });
    });

    it.each([
      `from=DEM&to=ITL&amount=999999999999&${RULE}`,
      `from=EUR&to=ITL&amount=1000000000000000&${RULE}`,
      `from=DEM&to=DEM&amount=0.1&${RULE}`,
      'from=GIP&to=GBP&amount=1&date=1969-01-01&source=fixed',
    ])('and any rate of law has a receipt, which says the same: %s', async (query) => {
      const answer = await (await ask(bench(), `/v1/convert?${query}`)).json();
      const text = await (await ask(bench(), `/v1/convert?${query}&include=receipt`)).text();
      const [, jws = ''] = /"receipt":"([^"]+)"/.exec(text) ?? [];
      expect(payloadIn(jws).answer).toEqual(answer);
    });
  });
  describeRefusals(bench);
}

function describeRefusals(bench: RunningBench): void {
  describe('a sum by Regulation (EC) No 1103/97', () => {
    it.each([
      ['EUR', 'ITL', '999999999999999'],
      ['DEM', 'ITL', '999999999999999'],
      ['EUR', 'DEM', '99999999999999.8'],
      ['DEM', 'EUR', '99999999999999.8'],
    ])(
      'is refused in one sentence where it needs more than 15 digits: %s in %s of %s',
      async (from, to, amount) => {
        const path = `/v1/convert?from=${from}&to=${to}&amount=${amount}&${RULE}`;
        expect(await errorOf(await ask(bench(), path))).toMatchObject({
          status: 400,
          code: 'invalid_parameter',
          message: 'amount is too large for rule=eu-1103-97: the result would have more than 15 digits.',
        });
      },
    );

    it('is not that of other currencies, nor of another source', async () => {
      const other = await ask(bench(), `/v1/convert?from=XOF&to=EUR&amount=1&${RULE}`);
      expect(await errorOf(other)).toMatchObject({
        status: 404,
        code: 'pair_unavailable',
        message:
          'rule=eu-1103-97 is for the euro and the currencies that it replaced; XOF is not one of them.',
      });
      const source = await ask(bench(), `/v1/convert?from=DEM&to=EUR&amount=1&source=ecb&${RULE}`);
      expect(await errorOf(source)).toMatchObject({
        status: 400,
        message: 'rule uses legal rates only: leave source out or give source=fixed.',
      });
      const rule = await ask(bench(), '/v1/convert?from=DEM&to=EUR&amount=1&rule=banker');
      expect(await errorOf(rule)).toMatchObject({ status: 400, message: 'rule must be eu-1103-97.' });
    });
  });
}
