import { z } from 'zod';
import {
  age,
  askedSourceField,
  baseField,
  code,
  instant,
  market,
  rate,
  source,
} from '#lib/contract/answer-fields';
import { CSV_COLUMNS } from '#lib/contract/csv-columns';
import { defineContract, EXAMPLE_TIMES } from '#lib/contract/endpoint-contract';
import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import {
  baseParameter,
  codeList,
  codeListWords,
  countParameter,
  formatParameter,
  PARAMETERS,
  sourceParameter,
} from '#lib/contract/parameters';

/** The most codes and days that a call may ask for. */
const CODES_MAX = 60;
const DAYS_MAX = 31;

const codes = codeList('codes', CODES_MAX).register(
  PARAMETERS,
  codeListWords(
    CODES_MAX,
    `1 to ${CODES_MAX} codes with commas between them, or the parameter once for each. A code that is given twice counts once.`,
  ),
);

const query = z.object({
  base: baseParameter,
  codes,
  days: countParameter({
    name: 'days',
    digits: 3,
    max: DAYS_MAX,
    description: `How many days up to the service’s UTC day, 1 to ${DAYS_MAX}; ${DAYS_MAX} if omitted.`,
  }),
  source: sourceParameter(),
  format: formatParameter(CSV_COLUMNS.series),
});

/** The days end with the service's UTC day; a code given twice counts once. */
export type SeriesQuery = z.infer<typeof query>;

/** The last observation of a UTC day: one unit of base costs `rate` units of the code. */
export const dayRate = z
  .strictObject({
    day: z.iso.date().meta({ description: 'The UTC day of the observation.' }),
    rate: rate.meta({ description: 'How many units of the code one unit of the base costs.' }),
  })
  .meta({ id: 'DayRate', description: 'The last observation of a UTC day.' });

const changePercent = z.number().nullable();
const changeBase = dayRate.nullable();

/** One code: the rate now, and its last days. */
export const rateSeries = z
  .strictObject({
    rate: rate.meta({ description: `The rate now, as \`${ENDPOINT_PATHS.pair}\` gives it.` }),
    source: source.meta({ description: 'Who supplied the rate.' }),
    timestamp: instant.meta({ description: 'When the source observed the rate.' }),
    age: age.meta({ description: 'How current the rate is.' }),
    market,
    newerHeldAt: instant.optional().meta({
      description:
        'When a newer figure of the same source was observed that is held for review; absent if none is. The rate is `stale` then.',
    }),
    change: z
      .strictObject({
        day1: changePercent.meta({
          description:
            'Against the newest observation at least one day before that of `rate`; null where there is none in the ten days before.',
        }),
        day7: changePercent.meta({ description: 'The same for seven days.' }),
        day30: changePercent.meta({ description: 'The same for thirty days.' }),
      })
      .meta({ id: 'RateChange', description: 'How a rate has moved, in percent with four decimals.' })
      .meta({ description: 'How the rate has moved.' }),
    since: z
      .strictObject({
        day1: changeBase.meta({
          description: 'The observation that `change.day1` is measured from; null where the change is.',
        }),
        day7: changeBase.meta({ description: 'The same for seven days.' }),
        day30: changeBase.meta({ description: 'The same for thirty days.' }),
      })
      .meta({
        id: 'RateChangeBase',
        description: 'The observations that the changes of a rate are measured from.',
      })
      .meta({ description: 'What each change is measured from.' }),
    // All are of the source (of a cross, the sources) that the rate now is of, whichever was first on that day.
    points: z.array(rate.nullable()).meta({
      description:
        'One figure for each of `days`: the last observation of that day, null where there is none. Nothing is carried forward.',
    }),
    // Mostly the days by which `timestamp` is older than today.
    earlier: z.array(dayRate).meta({
      description:
        'The observations from `since.day30` on that are older than the last 31 days, ascending. With `days=31` they and `points` make up the whole course that the change over thirty days covers.',
    }),
  })
  .meta({ id: 'RateSeries', description: 'The rate of a currency now, and its last days.' });

/** GET /v1/rates/series: one `base` costs `points[i]` units of the code on `days[i]`. */
export const seriesContract = defineContract({
  id: 'series',
  access: 'keyed',
  tag: 'History',
  name: 'Last days',
  title: 'The last days of many currencies',
  description:
    'Gives the rate of up to sixty currencies against one base with its last 31 days at most and its change over 1, 7 and 30 days: what a table with sparklines needs, in one call.',
  query,
  answer: z
    .strictObject({
      base: baseField,
      source: askedSourceField,
      days: z.array(z.iso.date()).meta({
        description: 'The days of the points, ascending, ending with the service’s UTC day.',
      }),
      series: z.record(code, rateSeries.nullable()).meta({
        description: 'By currency code. Null for a code that is known but has no rate now.',
      }),
    })
    .meta({
      id: 'RateSeriesTable',
      description: 'The last days of several currencies against one base.',
    }),
  csvExample: {
    id: 'csv',
    summary: 'Five days of US dollars for one euro as CSV',
    query: { base: 'EUR', codes: 'USD', days: '5' },
    lines: [
      CSV_COLUMNS.series.join(','),
      '2026-04-09,USD,EUR,1.1685,ecb',
      '2026-04-10,USD,EUR,1.1711,ecb',
      '2026-04-11,USD,EUR,,ecb',
      '2026-04-12,USD,EUR,,ecb',
      '2026-04-13,USD,EUR,1.1684,ecb',
    ],
  },
  ownHeaders: ['Content-Disposition', 'X-Rate-Credit', 'X-Rate-Stale'],
  examples: [
    {
      id: 'series',
      summary: 'Five days of US dollars for one euro',
      query: { base: 'EUR', codes: 'USD', days: '5' },
      body: {
        base: 'EUR',
        source: 'default',
        days: ['2026-04-09', '2026-04-10', '2026-04-11', '2026-04-12', '2026-04-13'],
        series: {
          USD: {
            rate: 1.1684,
            source: 'ecb',
            timestamp: EXAMPLE_TIMES.ecb,
            age: 'fresh',
            change: { day1: -0.2306, day7: 1.3796, day30: 1.8125 },
            since: {
              day1: { day: '2026-04-10', rate: 1.1711 },
              day7: { day: '2026-04-02', rate: 1.1525 },
              day30: { day: '2026-03-13', rate: 1.1476 },
            },
            points: [1.1685, 1.1711, null, null, 1.1684],
            earlier: [{ day: '2026-03-13', rate: 1.1476 }],
          },
        },
      },
    },
  ],
  printed: { name: 'days', type: 'string[]' },
});
