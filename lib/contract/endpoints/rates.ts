import { z } from 'zod';
import { askedSourceField, baseField, code, instant, provenance, rate } from '#lib/contract/answer-fields';
import { CSV_COLUMNS } from '#lib/contract/csv-columns';
import { defineContract, EXAMPLE_TIMES } from '#lib/contract/endpoint-contract';
import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import {
  baseParameter,
  codeList,
  codeListWords,
  dateParameter,
  formatParameter,
  includeProvenance,
  PARAMETERS,
  sourceParameter,
  knownAtParameter,
  refuseIncludeInCsv,
  refuseMoments,
} from '#lib/contract/parameters';

/** Codes that a call may choose; whoever wants more takes the whole table. */
const SYMBOLS_MAX = 200;

const symbols = codeList('symbols', SYMBOLS_MAX)
  .optional()
  .register(
    PARAMETERS,
    codeListWords(
      SYMBOLS_MAX,
      `The codes to include, 1 to ${SYMBOLS_MAX} with commas between them, or the parameter once for each. Codes without a rate are omitted, and so is the base unless it is listed. All if omitted.`,
    ),
  );

/** GET /v1/rates: one `base` costs `rates[code]` units of `code`; `source` is `default` when none was asked for. */
export const ratesContract = defineContract({
  id: 'rates',
  access: 'keyed',
  tag: 'Rates',
  name: 'All rates',
  title: 'Every rate of one base',
  description: `Gives the rate of every currency that the base reaches under the rules of \`${ENDPOINT_PATHS.pair}\`, so that table and pair agree to the last digit.`,
  query: z
    .object({
      base: baseParameter,
      symbols,
      source: sourceParameter(),
      date: dateParameter,
      knownAt: knownAtParameter,
      include: includeProvenance,
      format: formatParameter(CSV_COLUMNS.rates),
    })
    .superRefine(refuseMoments)
    .superRefine(refuseIncludeInCsv),
  answer: z
    .strictObject({
      base: baseField,
      source: askedSourceField,
      timestamp: instant.meta({
        description: 'The oldest observation in the table that is not a legal rate.',
      }),
      rates: z.record(code, rate).meta({
        description: `By currency code, in order: how many units of it one unit of \`base\` costs. The base itself has 1. Each rate is what \`${ENDPOINT_PATHS.pair}\` gives.`,
      }),
      success: z.literal(true).meta({ description: 'Always true.' }),
      provenance: z
        .record(code, provenance)
        .optional()
        .meta({ description: 'By currency code, how its rate was made. Only with `include=provenance`.' }),
    })
    .meta({ id: 'RatesTable', description: 'Every rate of one base currency.' }),
  csvExample: {
    id: 'csv',
    summary: 'Two rates of the euro as CSV',
    query: { base: 'EUR', symbols: 'USD,XOF' },
    lines: [
      CSV_COLUMNS.rates.join(','),
      `USD,EUR,1.1684,ecb,${EXAMPLE_TIMES.ecb}`,
      `XOF,EUR,655.957,fixed,${EXAMPLE_TIMES.law}`,
    ],
  },
  ownHeaders: ['Content-Disposition', 'X-Rate-Credit', 'X-Rate-Stale', 'X-Rate-Date'],
  examples: [
    {
      id: 'rates',
      summary: 'Every rate of the euro at the ECB',
      query: { base: 'EUR', source: 'ecb' },
      body: {
        base: 'EUR',
        source: 'ecb',
        timestamp: EXAMPLE_TIMES.ecb,
        rates: {
          AUD: 1.661,
          BRL: 5.874,
          CAD: 1.6177,
          CHF: 0.9242,
          CNY: 7.9827,
          CZK: 24.378,
          DKK: 7.4727,
          EUR: 1,
          GBP: 0.870_58,
          HKD: 9.1507,
          HUF: 366.9,
          IDR: 20_082.05,
          ILS: 3.5787,
          INR: 109.047,
          ISK: 143.2,
          JPY: 186.75,
          KRW: 1740.86,
          MXN: 20.3203,
          MYR: 4.6444,
          NOK: 11.098,
          NZD: 2.0081,
          PHP: 70.356,
          PLN: 4.2543,
          RON: 5.092,
          SEK: 10.892,
          SGD: 1.4912,
          THB: 37.728,
          TRY: 52.2478,
          USD: 1.1684,
          ZAR: 19.3849,
        },
        success: true,
      },
    },
  ],
  printed: { name: 'rates', type: 'Record<string, number>' },
});
