import { z } from 'zod';
import {
  instant,
  lawProvenance,
  pairFields,
  provenance,
  rateField,
  source,
} from '#lib/contract/answer-fields';
import { defineContract, EXAMPLE_TIMES } from '#lib/contract/endpoint-contract';
import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { pairParameters } from '#lib/contract/parameters';

/** What `/v1/rates/pair` answers with this `source` and `include=provenance`. */
const comparedRate = z
  .strictObject({
    source: source.meta({ description: 'Who supplied the rate.' }),
    rate: rateField,
    timestamp: instant.meta({
      description:
        'When the source observed the rate; of a cross the oldest figure. Not the instant of the request.',
    }),
    provenance: provenance.meta({ description: 'How the rate was made.' }),
  })
  .meta({ id: 'ComparedRate', description: 'The rate of a pair at one source.' });

const sourceWithout = z
  .strictObject({
    source: source.meta({ description: 'Who was asked.' }),
    code: z.enum(['pair_unavailable', 'source_unavailable']).meta({
      description: `The code of the error that \`${ENDPOINT_PATHS.pair}\` gives for this source.`,
    }),
    message: z.string().meta({ description: 'Its message.' }),
  })
  .meta({ id: 'SourceWithout', description: 'Why a source has no rate of a pair.' });

/** GET /v1/rates/compare: what every source alone says of the pair, both lists in priority order. */
export const compareContract = defineContract({
  id: 'compare',
  access: 'keyed',
  tag: 'Rates',
  name: 'Side by side',
  title: 'What each source says of a pair',
  description:
    'Gives the rate of a pair at every source that has it alone, each with how it was made, and for every other enabled source why it has none. Both lists are in the order of priority, and both may be empty.',
  query: z.object(pairParameters),
  answer: z
    .strictObject({
      ...pairFields,
      rates: z.array(comparedRate).meta({ description: 'Who has the pair alone, in the order of priority.' }),
      without: z.array(sourceWithout).meta({ description: 'Who has it not, in the order of priority.' }),
    })
    .meta({ id: 'PairComparison', description: 'What every enabled source alone says of one pair.' }),
  ownHeaders: ['X-Rate-Stale'],
  examples: [
    {
      id: 'comparison',
      summary: 'CFA francs for one euro at every source',
      query: { from: 'EUR', to: 'XOF' },
      body: {
        from: 'EUR',
        to: 'XOF',
        rates: [
          {
            source: 'fixed',
            rate: 655.957,
            timestamp: EXAMPLE_TIMES.law,
            provenance: lawProvenance({
              base: 'EUR',
              quote: 'XOF',
              figure: 655.957,
              act: 'Council Decision 98/683/EC',
            }),
          },
        ],
        without: [
          {
            source: 'ecb',
            code: 'pair_unavailable',
            message: 'No rate for EUR to XOF. Tried ecb: it publishes no current figure for the pair.',
          },
        ],
      },
    },
  ],
  printed: { name: 'rates', type: '{ source: string; rate: number; timestamp: string }[]' },
});
