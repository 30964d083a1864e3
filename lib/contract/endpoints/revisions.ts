import { z } from 'zod';
import { code, document, instant, rate, source } from '#lib/contract/answer-fields';
import { defineContract } from '#lib/contract/endpoint-contract';
import {
  CODE_FORM,
  countParameter,
  currency,
  instantParameter,
  PARAMETERS,
  requiredSource,
} from '#lib/contract/parameters';

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
    description: 'How many corrections to skip, 0 if omitted; use the value in `Link`.',
    schema: { type: 'integer', minimum: 0, maximum: SKIP_MAX, default: 0 },
  });

const CODE_KIND = 'currency code';

/** Of a parameter that an answer needs only beside another one. */
function pairCode(name: 'base' | 'quote', description: string) {
  return currency(name)
    .optional()
    .register(PARAMETERS, {
      kind: CODE_KIND,
      description,
      schema: { type: 'string', pattern: CODE_FORM.source },
    });
}

const query = z
  .object({
    source: requiredSource('The source whose corrections to list.'),
    base: pairCode('base', 'With `quote`: only corrections of the pair that is published as `base`/`quote`.'),
    quote: pairCode('quote', 'The quote currency of that pair; given with `base` or not at all.'),
    since: instantParameter(
      'since',
      'start',
      'Only corrections made on or after this UTC day or instant; all if omitted.',
    ),
    limit: countParameter({
      name: 'limit',
      digits: 6,
      max: LIMIT_MAX,
      otherwise: LIMIT_DEFAULT,
      description: `How many at most, 1 to ${LIMIT_MAX}; ${LIMIT_DEFAULT} if omitted. The oldest of the range are given.`,
    }),
    skip,
  })
  .superRefine(({ base, quote }, context) => {
    if ((base === undefined) === (quote === undefined)) return;
    const path = [base === undefined ? 'quote' : 'base'];
    const message = 'base and quote must be given together; give both or leave both out.';
    context.addIssue({ code: 'custom', path, message });
  });

/** `since` in epoch milliseconds. */
export type RevisionsQuery = z.infer<typeof query>;

const revision = z
  .strictObject({
    base: code.meta({ description: 'The base currency, as published.' }),
    quote: code.meta({ description: 'The quote currency, as published.' }),
    day: z.iso.date().meta({ description: 'The UTC day that the figure is of.' }),
    figure: rate.meta({
      description: 'The earlier figure: one `base` cost `figure` units of `quote`.',
    }),
    firstSeenAt: instant
      .nullable()
      .meta({ description: 'When this service first had it; null where its document is no longer kept.' }),
    document: document
      .nullable()
      .meta({ description: 'Where it was read; null where that is no longer kept.' }),
    replacedBy: rate.nullable().meta({
      description: 'The figure that replaced it; null where it was withdrawn without a replacement.',
    }),
    replacedAt: instant.meta({ description: 'When this service first had the newer one.' }),
  })
  .meta({ id: 'Revision', description: 'A stored figure that was replaced or withdrawn.' });

/** GET /v1/revisions: figures of a source that were replaced, with what they were before. */
export const revisionsContract = defineContract({
  id: 'revisions',
  access: 'keyed',
  tag: 'History',
  name: 'Corrections',
  title: 'What a source corrected',
  description:
    'Lists each stored figure that was replaced or withdrawn: by the publisher, by an operator who took an import back, or by the closing price of a market’s day. The earlier figure is kept with its document. Oldest change first.',
  query,
  answer: z
    .strictObject({
      source: source.meta({ description: 'The source that was asked for.' }),
      count: z.int().nonnegative().meta({ description: 'How many there are in this answer.' }),
      revisions: z.array(revision).meta({ description: 'By the instant at which they were replaced.' }),
    })
    .meta({ id: 'Revisions', description: 'Figures that were replaced or withdrawn, oldest change first.' }),
  ownHeaders: ['X-Truncated', 'Link'],
  examples: [
    {
      id: 'revisions',
      summary: 'Corrections of the ECB: none was seen',
      query: { source: 'ecb' },
      body: { source: 'ecb', count: 0, revisions: [] },
    },
    {
      id: 'revisions-of-pair',
      summary: 'Corrections of EUR/USD alone',
      query: { source: 'ecb', base: 'EUR', quote: 'USD' },
      body: { source: 'ecb', count: 0, revisions: [] },
    },
  ],
  printed: { name: 'revisions', type: '{ day: string; figure: number; replacedBy: number | null }[]' },
});
