import { z } from 'zod';
import {
  code,
  instant,
  lawProvenance,
  NO_RATE_KINDS,
  pairFields,
  provenance,
  rateField,
  source,
} from '#lib/contract/answer-fields';
import { CSV_COLUMNS } from '#lib/contract/csv-columns';
import { defineContract, EXAMPLE_TIMES } from '#lib/contract/endpoint-contract';
import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import {
  dateParameter,
  formatParameter,
  includeParameter,
  pairParameters,
  refuseIncludeInCsv,
} from '#lib/contract/parameters';

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

const sourceWithoutFields = {
  source: source.meta({ description: 'Who was asked.' }),
  code: z.enum(['pair_unavailable', 'source_unavailable']).meta({
    description: `The code of the error that \`${ENDPOINT_PATHS.pair}\` gives for this source.`,
  }),
  message: z.string().meta({ description: 'Its message.' }),
};

/** Why a source alone has no rate of a pair, for programs. */
export const noRateReason = z
  .strictObject({
    kind: z.enum(NO_RATE_KINDS).meta({
      description:
        '`not_published`: it does not publish the pair; `no_law`: no law fixes the pair; `ended`: a currency of the pair has ended; `too_old`: its newest figure is too old to serve; `held`: that is held for review; `nothing_yet`: it has no figures here yet.',
    }),
    observedAt: instant
      .nullable()
      .meta({ description: 'When the figure that is `too_old` was observed; else null.' }),
    ended: z
      .strictObject({
        code: code.meta({ description: 'Its code.' }),
        lastDay: z.iso.date().meta({ description: 'The last day on which a figure in it can be true.' }),
      })
      .meta({ id: 'EndedCurrency', description: 'A currency that is no longer in use.' })
      .nullable()
      .meta({ description: 'The currency that has `ended`; else null.' }),
    legalRates: z
      .array(
        z
          .strictObject({
            code: code.meta({ description: 'The currency whose rate is fixed.' }),
            anchor: code.meta({ description: 'The currency that it is fixed to.' }),
            firstDay: z.iso.date().meta({ description: 'The first day.' }),
            lastDay: z.iso
              .date()
              .nullable()
              .meta({ description: 'The last day; null while no end is known.' }),
          })
          .meta({ id: 'LegalRateDays', description: 'The days on which law fixes a rate.' }),
      )
      .meta({
        description: 'Of `no_law`: rates of these currencies that law fixes on other days; else empty.',
      }),
  })
  .meta({ id: 'NoRateReason', description: 'Why a source has no rate of a pair, for programs.' });

const sourceWithout = z
  .strictObject({
    ...sourceWithoutFields,
    reason: noRateReason
      .optional()
      .meta({ description: 'The same for programs. Only with `include=reasons`.' }),
  })
  .meta({ id: 'SourceWithout', description: 'Why a source has no rate of a pair.' });

const comparedFields = {
  ...pairFields,
  rates: z
    .array(comparedRate)
    .meta({ description: 'The sources that have the pair by themselves, in the order of priority.' }),
};

/** What is answered without `include`. */
export const comparison = z.strictObject({
  ...comparedFields,
  without: z.array(z.strictObject(sourceWithoutFields)),
});

/** GET /v1/rates/compare: what every source alone says of the pair, both lists in priority order. */
export const compareContract = defineContract({
  id: 'compare',
  access: 'keyed',
  tag: 'Rates',
  name: 'Side by side',
  title: 'What each source says of a pair',
  description:
    'Gives the rate of a pair at every source that has it by itself, each with how it was made, and for every other enabled source why it has none. Both lists are in the order of priority, and both may be empty.',
  query: z
    .object({
      ...pairParameters,
      date: dateParameter,
      include: includeParameter(
        'reasons',
        '`reasons` adds why each source in `without` has no rate, for programs.',
      ),
      format: formatParameter(CSV_COLUMNS.compare),
    })
    .superRefine(refuseIncludeInCsv),
  answer: z
    .strictObject({
      ...comparedFields,
      without: z
        .array(sourceWithout)
        .meta({ description: 'The sources that do not have it, in the order of priority.' }),
    })
    .meta({ id: 'PairComparison', description: 'What each enabled source by itself says of one pair.' }),
  csvExample: {
    id: 'csv',
    summary: 'CFA francs for one euro at every source, as CSV',
    query: { from: 'EUR', to: 'XOF' },
    lines: [
      CSV_COLUMNS.compare.join(','),
      `fixed,EUR,XOF,655.957,${EXAMPLE_TIMES.law},law,,`,
      'ecb,EUR,XOF,,,,pair_unavailable,No rate for EUR to XOF. Tried ecb: it publishes no current figure for the pair.',
    ],
  },
  ownHeaders: ['Content-Disposition', 'X-Rate-Credit', 'X-Rate-Stale'],
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
            provenance: lawProvenance(
              { base: 'EUR', quote: 'XOF', figure: 655.957, act: 'Council Decision 98/683/EC' },
              { rule: 'asked', passedOver: [] },
            ),
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
