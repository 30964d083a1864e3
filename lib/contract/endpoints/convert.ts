import { z } from 'zod';
import {
  includedProvenance,
  includedReceipt,
  lawProvenance,
  pairFields,
  rateFields,
} from '#lib/contract/answer-fields';
import { defineContract, EXAMPLE_TIMES } from '#lib/contract/endpoint-contract';
import {
  dateParameter,
  includeRateParts,
  knownAtParameter,
  pairParameters,
  PARAMETERS,
  refuseMoments,
  sourceParameter,
} from '#lib/contract/parameters';
import { AMOUNT_MAX, AMOUNT_MIN, plainAmount } from '#lib/contract/plain-amount';

/** Longer texts are not worth reading: 15 digits, a point, zeros before or after, an exponent. */
const AMOUNT_LENGTH_MAX = 64;

/**
 * A receipt as it was given at the instant of the examples: 1,000 CFP francs in euro, by law. Each service signs with a key of its own, so the same
 * question has another one everywhere.
 */
const EXAMPLE_RECEIPT =
  'eyJhbGciOiJFZERTQSIsInR5cCI6ImNyb3NzcmF0ZS1yZWNlaXB0K2p3cyIsImtpZCI6Il9oeWdqdW5kMlJEVWRCQTRCQWgxVVN3NXR5RzlkUmVab1JXblg5T213dFUifQ.eyJ2ZXJzaW9uIjoxLCJpZCI6ImhYUHlsd0xlRC1nS3Q0S09yNnpOX2ciLCJpc3N1ZWRBdCI6IjIwMjYtMDQtMTNUMTU6MDA6MDAuMTc1WiIsImlzc3VlciI6bnVsbCwic2ltdWxhdGVkIjp0cnVlLCJkYXRhVmVyc2lvbiI6IjIuMTc3NjA4ODgwMCIsInF1ZXN0aW9uIjp7InBhdGgiOiIvdjEvY29udmVydCIsInBhcmFtZXRlcnMiOnsiZnJvbSI6IlhQRiIsInRvIjoiRVVSIiwiYW1vdW50IjoiMTAwMCJ9fSwiYW5zd2VyIjp7ImZyb20iOiJYUEYiLCJ0byI6IkVVUiIsImFtb3VudCI6MTAwMCwicmVzdWx0Ijo4LjM4LCJyYXRlIjowLjAwODM4LCJzb3VyY2UiOiJmaXhlZCIsInRpbWVzdGFtcCI6IjIwMjYtMDQtMTNUMDA6MDA6MDAuMDAwWiJ9LCJwcm92ZW5hbmNlIjp7ImtpbmQiOiJkaXJlY3QiLCJhZ2UiOiJsYXciLCJsZWdzIjpbeyJzb3VyY2UiOiJmaXhlZCIsImJhc2UiOiJYUEYiLCJxdW90ZSI6IkVVUiIsImZpZ3VyZSI6MC4wMDgzOCwiaW52ZXJ0ZWQiOmZhbHNlLCJvYnNlcnZlZEF0IjoiMjAyNi0wNC0xM1QwMDowMDowMC4wMDBaIiwiYWdlIjoibGF3IiwiZmlyc3RTZWVuQXQiOm51bGwsImFjdCI6IkZyZW5jaCBkZWNyZWUgb2YgMzEgRGVjZW1iZXIgMTk5ODogMTAwMCBYUEYgYXJlIDguMzggRVVSIiwiZG9jdW1lbnQiOm51bGwsInJldmlzaW9uIjpudWxsfV0sInJ1bGUiOiJjdXJyZW50IiwicGFzc2VkT3ZlciI6W3sic291cmNlIjoiZWNiIiwicmVhc29uIjoibm90X3B1Ymxpc2hlZCJ9XX19.YHEQLetHMsht4iYr5inB34pNT9FYjRzdEcLVljE0MnphJc7kZXWqWhkNM-EIdAzTAw8HQMGTV7pzaJMIZkLOCw';

const AMOUNT_SENTENCE =
  'amount must be 0 or a plain decimal from 1e-12 to 1e15 with a point and at most 15 significant digits, such as 1234.5.';

const amount = z
  .string()
  .transform((text, context): number => {
    const value = readAmount(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: AMOUNT_SENTENCE });
    return z.NEVER;
  })
  .register(PARAMETERS, {
    kind: 'number',
    description:
      '0, or 1e-12 to 1e15 with a point and at most 15 significant digits. `1,000`, `+1`, `-1` and `0x10` are refused, not guessed.',
    schema: {
      type: 'number',
      description:
        '0, or from 1e-12 to 1e15, with at most 15 significant digits: more are refused, not rounded. Written as `1234.5` or `1e-7`.',
      minimum: 0,
      maximum: AMOUNT_MAX,
      not: { exclusiveMinimum: 0, exclusiveMaximum: AMOUNT_MIN },
      examples: [0, 1200, 1234.5],
    },
  });

function readAmount(text: string): number | null {
  if (text.length > AMOUNT_LENGTH_MAX) return null;
  const read = plainAmount(text);
  return read.ok ? Number(read.amount) : null;
}

/** `result` units of `to` for `amount` units of `from`, without provenance. */
export const conversion = z.strictObject({
  ...pairFields,
  amount: z.number().nonnegative().meta({ description: 'The amount that was asked for.' }),
  result: z.number().nonnegative().meta({
    description:
      '`amount` times the exact rate, rounded once, half-even, to 15 significant digits. Never rounded to cents. With `rule`, rounded as the Regulation requires, so that it can differ from `amount` times `rate`.',
  }),
  ...rateFields,
});

/** Rules of law by which amounts are converted and rounded. */
const RULES = ['eu-1103-97'] as const;

const rule = z
  .enum(RULES, { error: 'rule must be eu-1103-97.' })
  .optional()
  .register(PARAMETERS, {
    kind: 'word',
    description:
      '`eu-1103-97` converts between the euro and the currencies that it replaced as Regulation (EC) No 1103/97 requires: between two of them first to euro, rounded to three decimals; the result rounded to the smallest unit, halves up. Needs `fixed` enabled and no other `source`.',
    schema: { type: 'string', enum: [...RULES] },
  });

export const regulation = z
  .strictObject({
    rule: z.enum(RULES).meta({ description: 'The rule that was asked for.' }),
    act: z.string().meta({ description: 'The act, with the articles that were followed.' }),
    euro: z
      .number()
      .nonnegative()
      .nullable()
      .meta({ description: 'The rounded amount in euro on the way; null where one end is the euro.' }),
  })
  .meta({ id: 'Regulation', description: 'How the Regulation rounds an amount.' });

/** GET /v1/convert: an amount in another currency, by the unrounded rate. */
export const convertContract = defineContract({
  id: 'convert',
  access: 'keyed',
  tag: 'Rates',
  name: 'Convert',
  title: 'Convert an amount',
  description:
    'Multiplies an amount by the rate of a pair. Without `source` the first source in priority that has the pair answers; with it only that source does, and never another in its place.',
  query: z
    .object({
      ...pairParameters,
      amount,
      source: sourceParameter(),
      date: dateParameter,
      knownAt: knownAtParameter,
      rule,
      include: includeRateParts,
    })
    .superRefine(refuseMoments)
    .superRefine(({ rule: asked, source }, context) => {
      if (asked === undefined || source.kind === 'default' || source.source === 'fixed') return;
      const message = 'rule uses legal rates only: leave source out or give source=fixed.';
      context.addIssue({ code: 'custom', path: ['rule'], message });
    }),
  answer: conversion
    .extend({
      regulation: regulation
        .optional()
        .meta({ description: 'How the Regulation rounded the amount. Only with `rule`.' }),
      provenance: includedProvenance,
      receipt: includedReceipt,
    })
    .meta({ id: 'Conversion', description: 'An amount in another currency.' }),
  ownHeaders: ['X-Rate-Stale', 'X-Rate-Date'],
  examples: [
    {
      id: 'convert',
      summary: '1,200 US dollars in yen, a cross of two figures from one publication of the ECB',
      query: { from: 'USD', to: 'JPY', amount: '1200' },
      body: {
        from: 'USD',
        to: 'JPY',
        amount: 1200,
        result: 191_800.753_166_724,
        rate: 159.833_960_972_27,
        source: 'ecb',
        timestamp: EXAMPLE_TIMES.ecb,
      },
    },
    {
      id: 'by-regulation',
      summary: '100 German marks in French francs, rounded as the Regulation requires',
      query: { from: 'DEM', to: 'FRF', amount: '100', rule: 'eu-1103-97' },
      body: {
        from: 'DEM',
        to: 'FRF',
        amount: 100,
        result: 335.38,
        rate: 3.353_854_885_138_28,
        source: 'fixed',
        timestamp: EXAMPLE_TIMES.law,
        regulation: {
          rule: 'eu-1103-97',
          act: 'Council Regulation (EC) No 1103/97, Articles 4 and 5',
          euro: 51.129,
        },
      },
    },
    {
      id: 'by-law',
      summary: '1,000 CFP francs in euro at the legal rate, with how it was made',
      query: { from: 'XPF', to: 'EUR', amount: '1000', include: 'provenance' },
      body: {
        from: 'XPF',
        to: 'EUR',
        amount: 1000,
        result: 8.38,
        rate: 0.008_38,
        source: 'fixed',
        timestamp: EXAMPLE_TIMES.law,
        provenance: lawProvenance({
          base: 'XPF',
          quote: 'EUR',
          figure: 0.008_38,
          act: 'French decree of 31 December 1998: 1000 XPF are 8.38 EUR',
        }),
      },
    },
    {
      id: 'with-receipt',
      summary: 'The same with a signed receipt',
      query: { from: 'XPF', to: 'EUR', amount: '1000', include: 'receipt' },
      body: {
        from: 'XPF',
        to: 'EUR',
        amount: 1000,
        result: 8.38,
        rate: 0.008_38,
        source: 'fixed',
        timestamp: EXAMPLE_TIMES.law,
        receipt: EXAMPLE_RECEIPT,
      },
    },
  ],
  printed: { name: 'result', type: 'number' },
});
