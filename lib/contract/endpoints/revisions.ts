import { z } from 'zod';
import { code, document, instant, rate, source } from '#lib/contract/answer-fields';
import { defineContract } from '#lib/contract/endpoint-contract';
import { countParameter, instantParameter, PARAMETERS, requiredSource } from '#lib/contract/parameters';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;

/** More corrections at one instant than any publisher's whole history has figures. */
const SKIP_MAX = 9_999_999;

const skip = z
  .string()
  .regex(/^\d{1,7}$/, { error: `skip must be a whole number from 0 to ${SKIP_MAX}.` })
  .transform(Number)
  .optional()
  .transform((value) => value ?? 0)
  .register(PARAMETERS, {
    kind: 'whole number',
    description: 'How many of the first to pass over, 0 when left out; the `Link` to the next ones has it.',
    schema: { type: 'integer', minimum: 0, maximum: SKIP_MAX, default: 0 },
  });

const query = z.object({
  source: requiredSource('Whose corrections.'),
  since: instantParameter(
    'since',
    'start',
    'The first day, in UTC, or the instant from which on corrections are given; from the first one when left out.',
  ),
  limit: countParameter({
    name: 'limit',
    digits: 6,
    max: LIMIT_MAX,
    otherwise: LIMIT_DEFAULT,
    description: `How many at most, 1 to ${LIMIT_MAX}; ${LIMIT_DEFAULT} when left out. The oldest of the range are given.`,
  }),
  skip,
});

/** `since` in epoch milliseconds. */
export type RevisionsQuery = z.infer<typeof query>;

const revision = z
  .strictObject({
    base: code.meta({ description: 'The currency that one unit is of, as published.' }),
    quote: code.meta({ description: 'The currency that the figure is in, as published.' }),
    day: z.iso.date().meta({ description: 'The UTC day that the figure is of.' }),
    figure: rate.meta({
      description: 'What was published first: one `base` costs `figure` units of `quote`.',
    }),
    firstSeenAt: instant.nullable().meta({ description: 'When this service first had it.' }),
    document: document.nullable().meta({ description: 'Where it was read.' }),
    replacedBy: rate
      .nullable()
      .meta({ description: 'The figure in its place; null where that was taken back.' }),
    replacedAt: instant.meta({ description: 'When this service first had the newer one.' }),
  })
  .meta({ id: 'Revision', description: 'A published figure that its publisher corrected.' });

/** GET /v1/revisions: figures of a source that were replaced, with what they were before. */
export const revisionsContract = defineContract({
  id: 'revisions',
  access: 'keyed',
  tag: 'History',
  name: 'Corrections',
  title: 'What a source corrected',
  description:
    'Gives the published figures that a source replaced by others for the same day, as this service saw it happen: the older figure with its document, the newer one, and when. Nothing that was stored is overwritten. In the order in which they were replaced.',
  query,
  answer: z
    .strictObject({
      source: source.meta({ description: 'The source that was asked for.' }),
      count: z.int().nonnegative().meta({ description: 'How many there are in this answer.' }),
      revisions: z.array(revision).meta({ description: 'By the instant at which they were replaced.' }),
    })
    .meta({ id: 'Revisions', description: 'Figures that a source corrected, oldest correction first.' }),
  ownHeaders: ['X-Truncated', 'Link'],
  examples: [
    {
      id: 'revisions',
      summary: 'Corrections of the ECB: none was seen',
      query: { source: 'ecb' },
      body: { source: 'ecb', count: 0, revisions: [] },
    },
  ],
  printed: { name: 'revisions', type: '{ day: string; figure: number; replacedBy: number | null }[]' },
});
