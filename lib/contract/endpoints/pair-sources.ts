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
    'Lists the sources that have a rate of the pair by themselves. An empty list is an answer, not an error.',
  query: z.object(pairParameters),
  answer: z
    .strictObject({
      ...pairFields,
      sources: z.array(source).meta({
        description:
          'In the order of priority: each source for which this pair with that `source` answers 200. Empty if no source has the pair by itself; without `source`, a cross between sources may still give a rate.',
      }),
    })
    .meta({ id: 'PairSources', description: 'The sources that have a rate for a pair by themselves.' }),
  ownHeaders: [],
  examples: [
    {
      id: 'sources',
      summary: 'The sources that have yen for one US dollar',
      query: { from: 'USD', to: 'JPY' },
      body: { from: 'USD', to: 'JPY', sources: ['ecb'] },
    },
  ],
  printed: { name: 'sources', type: 'string[]' },
});
