import { z } from 'zod';
import { pairFields, source } from '#lib/contract/answer-fields';
import { defineContract } from '#lib/contract/endpoint-contract';
import { pairParameters } from '#lib/contract/parameters';

/** GET /v1/rates/sources: who has a rate for the pair on its own, in priority order. */
export const pairSourcesContract = defineContract({
  id: 'pair-sources',
  access: 'keyed',
  tag: 'Rates',
  name: 'Who has a pair',
  title: 'Who has a pair',
  description:
    'Lists the sources that answer for a pair when they are asked for it alone. An empty list is an answer, not an error.',
  query: z.object(pairParameters),
  answer: z
    .strictObject({
      ...pairFields,
      sources: z.array(source).meta({
        description:
          'In the order of priority. Listed is whoever answers with 200 when asked for this pair alone. Empty where nobody has it alone; a cross between sources may still answer without `source`.',
      }),
    })
    .meta({ id: 'PairSources', description: 'Who has a rate for a pair alone.' }),
  ownHeaders: [],
  examples: [
    {
      id: 'sources',
      summary: 'Who has yen for one US dollar',
      query: { from: 'USD', to: 'JPY' },
      body: { from: 'USD', to: 'JPY', sources: ['ecb'] },
    },
  ],
  printed: { name: 'sources', type: 'string[]' },
});
