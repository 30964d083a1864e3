import { z } from 'zod';
import { code, document, instant, pairFields, rate, source } from '#lib/contract/answer-fields';
import { CSV_COLUMNS, PERIOD_COLUMNS } from '#lib/contract/csv-columns';
import { defineContract, EXAMPLE_TIMES } from '#lib/contract/endpoint-contract';
import {
  countParameter,
  formatParameter,
  includeParameter,
  instantParameter,
  historyKnownAtParameter,
  pairParameters,
  PARAMETERS,
  refuseIncludeInCsv,
  sourceParameter,
} from '#lib/contract/parameters';
import { PERIOD_LENGTHS, PERIOD_STATS } from '#lib/domain/series/periods';

/** Points of a series when the caller asks for no number, and the most it may ask for. */
const LIMIT_DEFAULT = 1000;
const LIMIT_MAX = 5000;

/** One of some words; `error` says which there are. */
function word<const T extends readonly [string, ...string[]]>(name: string, words: T, description: string) {
  return z
    .enum(words, { error: `${name} must be one of ${words.join(', ')}.` })
    .optional()
    .register(PARAMETERS, { kind: 'word', description, schema: { type: 'string', enum: [...words] } });
}

const query = z
  .object({
    ...pairParameters,
    source: sourceParameter(
      'Points of this source alone. `fixed` has one for each calendar day on which the rate is in force. Without `source`, legal rates are decided day by day: where the rate of a day rests on one, the same rate is a point, alone or applied to the figures of the currency that the law names.',
    ),
    startDate: instantParameter(
      'startDate',
      'start',
      'The first day, inclusive, in UTC (`2026-04-13`), or an ISO instant. The beginning of the history if omitted.',
    ),
    endDate: instantParameter(
      'endDate',
      'end',
      'The last day, inclusive, in UTC, or an ISO instant. Now if omitted.',
    ),
    knownAt: historyKnownAtParameter,
    limit: countParameter({
      name: 'limit',
      digits: 6,
      max: LIMIT_MAX,
      otherwise: LIMIT_DEFAULT,
      description: `How many points at most, 1 to ${LIMIT_MAX}; ${LIMIT_DEFAULT} if omitted. Of a longer range the newest are given.`,
    }),
    group: word(
      'group',
      PERIOD_LENGTHS,
      'One point for each period that has an observation instead of one for each observation: days, weeks from Monday (ISO 8601), months, quarters or years of the UTC calendar. Needs `source`.',
    ),
    stat: word(
      'stat',
      PERIOD_STATS,
      'What stands for a period: its `last` observation (if omitted), its `first`, the `low` or the `high` one, or the `average` of its days, whose exact rates are added and rounded once. For a cross, the daily cross rates are averaged, not the legs. `low` and `high` compare one figure per day, which for a market is its last quote, and of equal ones take the earliest; they are not intraday extremes. Needs `group`.',
    ),
    include: includeParameter(
      'provenance',
      '`provenance` adds how each point was made: the published figures with their direction, documents and SHA-256, and the acts of law. Not with `group`.',
    ),
    format: formatParameter(
      CSV_COLUMNS.historical,
      `; with \`group\` also ${PERIOD_COLUMNS.map((name) => `\`${name}\``).join(', ')}`,
    ),
  })
  .superRefine(refuseIncludeInCsv)
  .superRefine(({ startDate, endDate, knownAt, source, group, stat, include }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (knownAt !== undefined && source.kind === 'default')
      refuse('knownAt', 'knownAt needs source: what was known then can be told for one source only.');
    if (stat !== undefined && group === undefined)
      refuse('stat', 'stat needs group, which says how long the periods are, such as month.');
    if (group !== undefined && source.kind === 'default')
      refuse('group', 'group needs source: a period is made from one source only.');
    if (include && group !== undefined)
      refuse('include', 'include=provenance cannot be combined with group: leave one of them out.');
    if (startDate === undefined || endDate === undefined || startDate <= endDate) return;
    context.addIssue({
      code: 'custom',
      path: ['startDate'],
      message: 'startDate must not be after endDate.',
    });
  });

/** The bounds in epoch milliseconds, inclusive. */
export type HistoricalQuery = z.infer<typeof query>;

const point = z
  .strictObject({
    rate: rate.meta({ description: 'One unit of `from` cost `rate` units of `to`.' }),
    source: source.meta({ description: 'Who observed it.' }),
    timestamp: instant.meta({
      description: 'When it was observed; of an average, the last of its observations.',
    }),
    period: z.string().optional().meta({
      description:
        'With `group`: the period, such as `2026-04-13`, `2026-W16`, `2026-04`, `2026-Q2` or `2026`. Else absent.',
    }),
    days: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'With `group`: how many of its days have an observation. Else absent.' }),
    complete: z.boolean().optional().meta({
      description:
        'With `group`: whether the period has ended and lies entirely within the range; figures of its last days may still be unpublished. Else absent.',
    }),
  })
  .meta({ id: 'HistoricalPoint', description: 'One observation, or with `group` one period.' });

const pointLeg = z
  .strictObject({
    source: source.meta({ description: 'Who published it.' }),
    base: code.meta({ description: 'The base currency, as published.' }),
    quote: code.meta({ description: 'The quote currency, as published.' }),
    figure: rate.meta({ description: 'As published: one `base` costs `figure` units of `quote`.' }),
    inverted: z
      .boolean()
      .meta({ description: 'Whether the rate divides by the figure instead of multiplying.' }),
    document: z
      .int()
      .nonnegative()
      .nullable()
      .meta({ description: 'Its place among `documents`, from 0; null for a legal rate.' }),
    revision: z.int().min(2).optional().meta({
      description:
        'How many figures there have been, this one included. Absent if it is the first that this service had.',
    }),
    observedAt: instant
      .optional()
      .meta({ description: 'When it was observed. Absent if that is the timestamp of the point.' }),
    act: z
      .string()
      .optional()
      .meta({ description: 'The act or authority of a rate that law fixes. Else absent.' }),
  })
  .meta({ id: 'PointLeg', description: 'One published figure that a point was made of.' });

const historyProvenance = z
  .strictObject({
    documents: z
      .array(
        document
          .extend({ firstSeenAt: instant.meta({ description: 'When this service first had it.' }) })
          .meta({ id: 'SeenDocument', description: 'Where figures were read, and when they came.' }),
      )
      .meta({ description: 'Every document that a figure was read from, once.' }),
    points: z
      .array(
        z
          .strictObject({
            legs: z.array(pointLeg).meta({
              description:
                'The figures that were multiplied or divided by, in order; none for a currency against itself.',
            }),
          })
          .meta({ id: 'PointProvenance', description: 'How one point was made.' }),
      )
      .meta({ description: 'One for each of the points, in their order.' }),
  })
  .meta({ id: 'HistoryProvenance', description: 'How the points were made.' });

/** GET /v1/historical: real observations, ascending in time; `source` is `all` when none was asked for. */
export const historicalContract = defineContract({
  id: 'historical',
  access: 'keyed',
  tag: 'History',
  name: 'History',
  title: 'The history of a pair',
  description:
    'Gives real observations unless `group` is asked for, oldest first: nothing is carried forward over weekends, averaged, or crossed between publishers. Without `source` the points of all sources are in one series, each with its own source. If the range has more points than `limit`, the newest are given, with `X-Truncated` and a `Link` to those before. A range without points is an empty series.',
  query,
  answer: z
    .strictObject({
      ...pairFields,
      source: z
        .union([source, z.literal('all')])
        .meta({ description: 'The source that was asked for, or `all`.' }),
      count: z.int().nonnegative().meta({ description: 'How many points there are.' }),
      points: z.array(point).meta({
        description: 'Real observations, oldest first; at the same instant in the order of priority.',
      }),
      provenance: historyProvenance
        .optional()
        .meta({ description: 'How the points were made. Only with `include=provenance`.' }),
    })
    .meta({ id: 'HistoricalSeries', description: 'Observations of one pair, oldest first.' }),
  csvExample: {
    id: 'csv',
    summary: 'The newest three observations of the euro in US dollars as CSV',
    query: { from: 'EUR', to: 'USD', limit: '3' },
    lines: [
      CSV_COLUMNS.historical.join(','),
      '2026-04-09T12:10:00.000Z,EUR,USD,1.1685,ecb',
      '2026-04-10T12:10:00.000Z,EUR,USD,1.1711,ecb',
      `${EXAMPLE_TIMES.ecb},EUR,USD,1.1684,ecb`,
    ],
  },
  ownHeaders: ['Content-Disposition', 'X-Rate-Credit', 'X-Truncated', 'Link'],
  examples: [
    {
      id: 'historical',
      summary: 'The newest three observations of the euro in US dollars',
      query: { from: 'EUR', to: 'USD', limit: '3' },
      body: {
        from: 'EUR',
        to: 'USD',
        source: 'all',
        count: 3,
        points: [
          { rate: 1.1685, source: 'ecb', timestamp: '2026-04-09T12:10:00.000Z' },
          { rate: 1.1711, source: 'ecb', timestamp: '2026-04-10T12:10:00.000Z' },
          { rate: 1.1684, source: 'ecb', timestamp: EXAMPLE_TIMES.ecb },
        ],
      },
    },
    {
      id: 'by-law',
      summary: 'CFA francs for one euro, with how each point was made',
      query: { from: 'EUR', to: 'XOF', limit: '1', include: 'provenance' },
      body: {
        from: 'EUR',
        to: 'XOF',
        source: 'all',
        count: 1,
        points: [{ rate: 655.957, source: 'fixed', timestamp: EXAMPLE_TIMES.law }],
        provenance: {
          documents: [],
          points: [
            {
              legs: [
                {
                  source: 'fixed',
                  base: 'EUR',
                  quote: 'XOF',
                  figure: 655.957,
                  inverted: false,
                  document: null,
                  act: 'Council Decision 98/683/EC',
                },
              ],
            },
          ],
        },
      },
    },
  ],
  printed: { name: 'points', type: '{ rate: number; source: string; timestamp: string }[]' },
});
