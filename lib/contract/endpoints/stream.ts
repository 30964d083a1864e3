import { z } from 'zod';
import { defineContract, EXAMPLE_TIMES } from '#lib/contract/endpoint-contract';
import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { CODE_FORM, PARAMETERS, sourceParameter, unknownCurrency } from '#lib/contract/parameters';
import { STREAM_LIMITS } from '#lib/contract/request-limits';
import { knownCode } from '#lib/domain/currencies/currency';
import type { Pair } from '#lib/domain/rates/pair';
import { pairRate } from './pair.ts';

const PAIR_FORM = new RegExp(`${CODE_FORM.source.slice(0, -1)}/${CODE_FORM.source.slice(1)}`);

/** Pairs as `EUR/USD`, with commas between them; one that is given twice counts once. */
const pairsParameter = z
  .string()
  .transform((text, context): Pair[] => {
    const given = [...new Set(text.toUpperCase().split(','))];
    if (given.length > STREAM_LIMITS.pairs || given.some((one) => !PAIR_FORM.test(one))) {
      context.addIssue({
        code: 'custom',
        message: `pairs must be 1 to ${STREAM_LIMITS.pairs} pairs with commas between them, such as EUR/USD,USD/JPY.`,
      });
      return z.NEVER;
    }
    const unknown = text.split(/[,/]/).find((code) => knownCode(code) === null);
    if (unknown !== undefined) return unknownCurrency('pairs', unknown, context);
    return given.map((one) => {
      const [base = '', quote = ''] = one.split('/');
      return { base, quote };
    });
  })
  .register(PARAMETERS, {
    kind: 'currency pairs',
    description: `What to be told of: 1 to ${STREAM_LIMITS.pairs} pairs such as \`EUR/USD\` (one euro costs so many dollars), with commas between them.`,
    schema: {
      type: 'array',
      items: { type: 'string', pattern: PAIR_FORM.source },
      minItems: 1,
      maxItems: STREAM_LIMITS.pairs,
    },
  });

/** GET /v1/stream: the rates of some pairs, at once and whenever one changes. */
export const streamContract = defineContract({
  id: 'stream',
  access: 'keyed',
  tag: 'Rates',
  name: 'Live stream',
  title: 'Rates as they change',
  description: `Sends the rate of each pair at once, and again whenever its answer changes, as server-sent events. An event \`rate\` has what \`${ENDPOINT_PATHS.pair}\` answers, whether it is stale, and the version of the figures; \`unavailable\` has \`from\`, \`to\`, the \`error\` that is answered instead, and the version. Send the \`id\` of the last event as \`Last-Event-ID\` to go on after an interruption.`,
  query: z.object({
    pairs: pairsParameter,
    source: sourceParameter(),
  }),
  answer: pairRate
    .extend({
      stale: z.boolean().meta({ description: 'Whether a stale figure was used.' }),
      dataVersion: z.string().meta({ description: 'The version of the figures behind it.' }),
    })
    .meta({ id: 'StreamedRate', description: 'What an event `rate` says of a pair.' }),
  isStream: true,
  ownHeaders: [],
  examples: [
    {
      id: 'stream',
      summary: 'US dollars for one euro: the first event',
      query: { pairs: 'EUR/USD' },
      body: {
        from: 'EUR',
        to: 'USD',
        rate: 1.1684,
        source: 'ecb',
        timestamp: EXAMPLE_TIMES.ecb,
        stale: false,
        dataVersion: '1.1776089600',
      },
    },
  ],
  printed: null,
});
