import { z } from 'zod';
import { code, source } from '#lib/contract/answer-fields';
import { defineContract } from '#lib/contract/endpoint-contract';
import { currency, dayParameter, PARAMETERS, requiredSource } from '#lib/contract/parameters';

const CODE_KIND = 'currency code';

const query = z
  .object({
    source: requiredSource('The source of the series.'),
    base: currency('base').register(PARAMETERS, {
      kind: CODE_KIND,
      description: 'The base currency of the published pair.',
    }),
    quote: currency('quote').register(PARAMETERS, {
      kind: CODE_KIND,
      description: 'The quote currency of the published pair.',
    }),
    startDate: dayParameter('startDate', 'The first day in UTC; that of the first figure if omitted.'),
    endDate: dayParameter('endDate', 'The last day in UTC; the last one that was due if omitted.'),
  })
  .superRefine(({ startDate, endDate }, context) => {
    if (startDate === undefined || endDate === undefined || startDate <= endDate) return;
    const message = 'startDate must not be after endDate.';
    context.addIssue({ code: 'custom', path: ['startDate'], message });
  });

const day = z.iso.date();

const missingDays = z
  .strictObject({
    firstDay: day.meta({ description: 'The first day of the stretch.' }),
    lastDay: day.meta({ description: 'The last day of the stretch.' }),
    days: z.int().positive().meta({ description: 'How many days of the calendar this is.' }),
    reason: z.enum(['source', 'pair']).meta({
      description:
        '`source`: there is no figure of the source for such a day at all; `pair`: it has figures of other pairs, and none of this one.',
    }),
  })
  .meta({ id: 'MissingDays', description: 'Expected days in a row without a figure.' });

/** GET /v1/coverage: which days of a published series are stored, beside its publisher's calendar. */
export const coverageContract = defineContract({
  id: 'coverage',
  access: 'keyed',
  tag: 'History',
  name: 'Coverage',
  title: 'Days with and without a figure',
  description:
    'Counts the days of a published series against its publisher’s calendar, from the first figure stored on this server, which may be later than the publisher’s first while history is still loading: how many have a figure, how many should, and each stretch that has none. A day of a market counts where it is open at 12:00 UTC. The pair is named in the direction in which it is published; `fixed` has no coverage.',
  query,
  answer: z
    .strictObject({
      source: source.meta({ description: 'The source that was asked for.' }),
      base: code.meta({ description: 'The base currency, as published.' }),
      quote: code.meta({ description: 'The quote currency, as published.' }),
      firstDay: day
        .nullable()
        .meta({ description: 'The first day with a figure; null where there is none.' }),
      lastDay: day.nullable().meta({ description: 'The last day with a figure; null where there is none.' }),
      count: z.int().nonnegative().meta({
        description: 'How many days have a figure, days off included: so it may exceed `expected`.',
      }),
      expected: z.int().nonnegative().meta({
        description:
          'How many days the calendar has within the range: from the first figure ever at the earliest, to the last day whose figure was due by now, or to the last day of a currency that ended.',
      }),
      missing: z
        .array(missingDays)
        .meta({ description: 'The expected days without a figure, in stretches.' }),
    })
    .meta({ id: 'Coverage', description: 'What is stored of a published series.' }),
  ownHeaders: [],
  examples: [
    {
      id: 'coverage',
      summary: 'US dollars for one euro at the ECB in April 2026: Easter is no gap',
      query: {
        source: 'ecb',
        base: 'EUR',
        quote: 'USD',
        startDate: '2026-04-01',
        endDate: '2026-04-13',
      },
      body: {
        source: 'ecb',
        base: 'EUR',
        quote: 'USD',
        firstDay: '2026-04-01',
        lastDay: '2026-04-13',
        count: 7,
        expected: 7,
        missing: [],
      },
    },
  ],
  printed: { name: 'missing', type: '{ firstDay: string; lastDay: string; days: number; reason: string }[]' },
});
