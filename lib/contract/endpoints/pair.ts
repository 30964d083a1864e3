import { z } from 'zod';
import {
  includedProvenance,
  includedReceipt,
  lawProvenance,
  pairFields,
  rateFields,
} from '#lib/contract/answer-fields';
import { defineContract, EXAMPLE_TIMES } from '#lib/contract/endpoint-contract';
import {
  dateParameter,
  includeRateParts,
  pairParameters,
  sourceParameter,
  knownAtParameter,
  refuseMoments,
} from '#lib/contract/parameters';

/** One `from` costs `rate` units of `to`, without provenance. */
export const pairRate = z.strictObject({ ...pairFields, ...rateFields });

/** GET /v1/rates/pair: the rate of one pair. */
export const pairContract = defineContract({
  id: 'pair',
  access: 'keyed',
  tag: 'Rates',
  name: 'One pair',
  title: 'The rate of one pair',
  description:
    'Gives the price of one unit of a currency in another: as published if a source publishes the pair in this direction, else the exact quotient or product of published figures, rounded once.',
  query: z
    .object({
      ...pairParameters,
      source: sourceParameter(),
      date: dateParameter,
      knownAt: knownAtParameter,
      include: includeRateParts,
    })
    .superRefine(refuseMoments),
  answer: pairRate
    .extend({ provenance: includedProvenance, receipt: includedReceipt })
    .meta({ id: 'PairRate', description: 'The rate of one pair.' }),
  ownHeaders: ['X-Rate-Stale', 'X-Rate-Date'],
  examples: [
    {
      id: 'pair',
      summary: 'Yen for one US dollar',
      query: { from: 'USD', to: 'JPY' },
      body: {
        from: 'USD',
        to: 'JPY',
        rate: 159.833_960_972_27,
        source: 'ecb',
        timestamp: EXAMPLE_TIMES.ecb,
      },
    },
    {
      id: 'of-a-day',
      summary: 'US dollars for one euro on a Sunday: the figure of the Friday before',
      query: { from: 'EUR', to: 'USD', date: '2026-04-12' },
      body: {
        from: 'EUR',
        to: 'USD',
        rate: 1.1711,
        source: 'ecb',
        timestamp: '2026-04-10T12:10:00.000Z',
      },
    },
    {
      id: 'by-law',
      summary: 'CFA francs for one euro, with how the rate was made',
      query: { from: 'EUR', to: 'XOF', include: 'provenance' },
      body: {
        from: 'EUR',
        to: 'XOF',
        rate: 655.957,
        source: 'fixed',
        timestamp: EXAMPLE_TIMES.law,
        provenance: lawProvenance({
          base: 'EUR',
          quote: 'XOF',
          figure: 655.957,
          act: 'Council Decision 98/683/EC',
        }),
      },
    },
  ],
  printed: { name: 'rate', type: 'number' },
});
