import { expect, it } from 'vitest';
import { pairRateWithProvenance, ratesTable } from '#lib/testing/wire/answer-schemas';
import { openServiceWithEcb } from '#lib/testing/worlds/service-with-ecb';

const PAIR = '/v1/rates/pair?from=EUR&to=XOF&include=provenance';
const TABLE = '/v1/rates?base=EUR&symbols=XOF&include=provenance';

it('says of a source of higher priority that the key may not read it, else that it has no such rate', async () => {
  const { ask } = await openServiceWithEcb('ecb,fixed');
  const lawOnly = new Set(['fixed']);
  for (const date of ['', '&date=2026-04-10']) {
    for (const [allowed, reason] of [
      [null, 'not_published'],
      [lawOnly, 'not_allowed'],
    ] as const) {
      const pair = pairRateWithProvenance.parse(await (await ask(PAIR + date, allowed)).json());
      const { provenance } = ratesTable.parse(await (await ask(TABLE + date, allowed)).json());
      for (const made of [pair.provenance, provenance?.['XOF']])
        expect(made).toMatchObject({ rule: 'current', passedOver: [{ source: 'ecb', reason }] });
    }
  }
});

it('says nothing of others where a source was asked for', async () => {
  const { ask } = await openServiceWithEcb('ecb,fixed');
  const { provenance } = pairRateWithProvenance.parse(await (await ask(`${PAIR}&source=fixed`, null)).json());
  expect(provenance).toMatchObject({ rule: 'asked', passedOver: [] });
});
