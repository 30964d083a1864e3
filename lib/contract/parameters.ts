import { z } from 'zod';
import { knownCode } from '#lib/domain/currencies/currency';
import { otherCode, useInstead } from '#lib/domain/currencies/other-codes';
import { type IsoDay, isoDayOf, parseIsoDay } from '#lib/domain/iso-day';
import { DEFAULT_CHOICE, only, type OnlySource, type SourceChoice } from '#lib/domain/rates/rate-engine';
import { isSourceId, SOURCE_IDS } from '#lib/domain/source-id';
import { ENDPOINT_PATHS } from './endpoint-paths.ts';
import type { ApiErrorCode } from './errors.ts';
import { RECEIPT_REQUESTS } from './request-limits.ts';

/** What people are told of a parameter. */
interface ParameterWords {
  /** What is to be given, in a word or two: `currency code`. */
  readonly kind: string;
  readonly description: string;
  /** Of the value once it is read, where the form of the text does not say it; a list has commas between its values. */
  readonly schema?: z.core.JSONSchema.BaseSchema;
}

/** Every parameter of /v1 by the schema that reads it. A registry changes nothing in the schema. */
export const PARAMETERS = z.registry<ParameterWords>();

/** What a schema's issue bears so that the right code is answered; `invalid_parameter` where it bears none. */
export interface QueryIssueParams {
  readonly code: ApiErrorCode;
}

export const CODE_FORM = /^[A-Za-z0-9]{2,10}$/;

/** The base currency where none is given. */
const BASE_DEFAULT = 'USD';

/** A currency code, case-insensitive in, upper case out. */
export function currency(name: string) {
  return z
    .string()
    .regex(CODE_FORM, { abort: true, error: `${name} must be a currency code such as USD.` })
    .transform((text, context) => {
      const code = knownCode(text);
      return code ?? unknownCurrency(name, text, context);
    });
}

/** Refuses a text that is no known code; of a well-known one it says which to use. */
export function unknownCurrency(name: string, text: string, context: z.core.$RefinementCtx): never {
  const params: QueryIssueParams = { code: 'unknown_currency' };
  const other = otherCode(text);
  const unknown = `${name}: ${other?.code ?? text.toUpperCase()} is not a currency this service knows.`;
  context.addIssue({ code: 'custom', params, message: other ? `${unknown} ${useInstead(other)}` : unknown });
  return z.NEVER;
}

const CODE_KIND = 'currency code';

/** The two currencies of a pair. */
export const pairParameters = {
  from: currency('from').register(PARAMETERS, {
    kind: CODE_KIND,
    description: 'One unit of this currency costs `rate` units of `to`. Case does not matter.',
  }),
  to: currency('to').register(PARAMETERS, {
    kind: CODE_KIND,
    description: `A code of ISO 4217, of a crypto asset, or of a retired currency. Case does not matter. \`${ENDPOINT_PATHS.currencies}\` lists all that are known.`,
  }),
};

/** The currency of a table. */
export const baseParameter = currency('base')
  .optional()
  .transform((code) => code ?? BASE_DEFAULT)
  .register(PARAMETERS, {
    kind: CODE_KIND,
    description: 'The base currency. USD if omitted.',
    schema: { type: 'string', pattern: CODE_FORM.source, default: BASE_DEFAULT },
  });

/** The source that is asked, alone and strictly; what that means is said where an endpoint differs. */
export function sourceParameter(
  description = 'The rate comes from this source alone. Where it has none, no other source is used in its place.',
) {
  return z
    .string()
    .transform((text, context): SourceChoice => {
      if (isSourceId(text)) return only(text);
      return unknownSource(context);
    })
    .optional()
    .transform((choice): SourceChoice => choice ?? DEFAULT_CHOICE)
    .register(PARAMETERS, {
      kind: 'source id',
      description,
      schema: { type: 'string', enum: [...SOURCE_IDS] },
    });
}

/** The UTC day that rates are of; now where none is given. */
export const dateParameter = z
  .string()
  .transform((text, context): IsoDay => {
    const day = parseIsoDay(text);
    if (day) return day;
    context.addIssue({ code: 'custom', message: 'date must be a day that exists, such as 2026-04-13.' });
    return z.NEVER;
  })
  .optional()
  .register(PARAMETERS, {
    kind: 'day',
    description:
      'A UTC day (`2026-04-13`), today at the latest. Gives the rate of that day, or the latest earlier one that was then within its age limit and, of a bank, in one of its last three publications; `timestamp` says when it was observed. The current rate if omitted.',
    schema: { type: 'string', format: 'date' },
  });

const INSTANT = z.iso.datetime({ offset: true });

/** Epoch milliseconds of a bound: a day means its first (`start`) or last (`end`) millisecond, both inclusive. */
export function instantParameter(name: string, edge: 'start' | 'end', description: string) {
  return z
    .string()
    .transform((text, context): number => {
      const day = parseIsoDay(text);
      if (day) return Date.parse(`${day}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`);
      const dayOfInstant = parseIsoDay(text.slice(0, 10));
      if (dayOfInstant && INSTANT.safeParse(text).success) return Date.parse(text);
      context.addIssue({
        code: 'custom',
        message: `${name} must be a day that exists, such as 2026-04-13, or an ISO instant such as 2026-04-13T12:00:00Z.`,
      });
      return z.NEVER;
    })
    .optional()
    .register(PARAMETERS, {
      kind: 'day or instant',
      description,
      schema: {
        anyOf: [
          { type: 'string', format: 'date' },
          { type: 'string', format: 'date-time' },
        ],
      },
    });
}

const KNOWN_AT = 'An ISO instant, or a past UTC day, meaning its end.';

/** The instant whose knowledge is wanted of rates; now where none is given. */
export const knownAtParameter = instantParameter(
  'knownAt',
  'end',
  `What this service answered at an instant, before later corrections, by the sources that were enabled then. ${KNOWN_AT} Not available where the answer may depend on a market; with \`source\` for \`ecb\`, \`boe\`, \`fed\`, \`boj\` and \`fixed\`.`,
);

/** The instant whose knowledge is wanted of the history of a source; now where none is given. */
export const historyKnownAtParameter = instantParameter(
  'knownAt',
  'end',
  `The history as this service knew it at an instant, before later corrections. ${KNOWN_AT} Needs \`source\`: \`ecb\`, \`boe\`, \`fed\`, \`boj\` or \`fixed\`; not available for markets.`,
);

/** Refuses moments that contradict each other. */
export function refuseMoments(
  query: { readonly date?: IsoDay | undefined; readonly knownAt?: number | undefined },
  context: z.core.$RefinementCtx,
): void {
  const { date, knownAt } = query;
  if (knownAt === undefined || date === undefined || date <= isoDayOf(new Date(knownAt))) return;
  context.addIssue({ code: 'custom', path: ['knownAt'], message: 'knownAt must not be before date.' });
}

/** Several currency codes with commas between them, to be registered with {@link codeListWords}; a code that is given twice counts once. */
export function codeList(name: string, max: number) {
  return z.string().transform((text, context): string[] => {
    const given = text.split(',');
    const codes = [...new Set(text.toUpperCase().split(','))];
    if (codes.length > max || codes.some((one) => !CODE_FORM.test(one))) {
      context.addIssue({
        code: 'custom',
        message: `${name} must be 1 to ${max} currency codes with commas between them, such as EUR,GBP,JPY.`,
      });
      return z.NEVER;
    }
    const unknown = given.find((one) => knownCode(one) === null);
    return unknown === undefined ? codes : unknownCurrency(name, unknown, context);
  });
}

/** What people are told of a list of at most `max` codes. */
export function codeListWords(max: number, description: string): ParameterWords {
  return {
    kind: 'currency codes',
    description,
    schema: {
      type: 'array',
      items: { type: 'string', pattern: CODE_FORM.source },
      minItems: 1,
      maxItems: max,
    },
  };
}

/** One source, which has to be named. */
export function requiredSource(description: string) {
  return z
    .string()
    .transform((text, context): OnlySource => {
      if (isSourceId(text)) return only(text);
      return unknownSource(context);
    })
    .register(PARAMETERS, {
      kind: 'source id',
      description,
      schema: { type: 'string', enum: [...SOURCE_IDS] },
    });
}

function unknownSource(context: z.core.$RefinementCtx): never {
  const params: QueryIssueParams = { code: 'unknown_source' };
  const message = `source must be one of ${SOURCE_IDS.join(', ')}.`;
  context.addIssue({ code: 'custom', params, message });
  return z.NEVER;
}

/** Whether the caller wants more than an answer has by itself, and what that is. */
export function includeParameter(what: 'provenance' | 'reasons', description: string) {
  return z
    .literal(what, { error: `include must be ${what}.` })
    .optional()
    .transform((value) => value === what)
    .register(PARAMETERS, { kind: 'word', description, schema: { type: 'string', enum: [what] } });
}

/** How a rate was made is wanted beside it. */
export const includeProvenance = includeParameter(
  'provenance',
  '`provenance` adds how the rate was made: each published figure with its source, direction, instant, document and SHA-256, or the act of law.',
);

/** What may be added to the answer about one rate. */
const RATE_PARTS = ['provenance', 'receipt', 'provenance,receipt', 'receipt,provenance'] as const;

/** Which parts are wanted beside a rate. */
export interface RateParts {
  readonly provenance: boolean;
  readonly receipt: boolean;
}

/** How a rate was made, or a signed receipt of the answer, is wanted beside it. */
export const includeRateParts = z
  .enum(RATE_PARTS, { error: 'include must be provenance, receipt, or both with a comma between them.' })
  .optional()
  .transform((text): RateParts => {
    const parts = text?.split(',') ?? [];
    return { provenance: parts.includes('provenance'), receipt: parts.includes('receipt') };
  })
  .register(PARAMETERS, {
    kind: 'word',
    description: `\`provenance\` adds how the rate was made: each published figure with its source, direction, instant, document and SHA-256, or the act of law. \`receipt\` adds a signed receipt of the answer, which this service keeps; a new one counts as ${RECEIPT_REQUESTS} requests. Both with a comma between them, or the parameter once for each.`,
    schema: { type: 'string', enum: [...RATE_PARTS] },
  });

/** The form of the answer: JSON, or a table with these columns. */
export function formatParameter(columns: readonly string[], more = '') {
  return z
    .enum(['json', 'csv'], { error: 'format must be json or csv.' })
    .optional()
    .transform((format) => format ?? 'json')
    .register(PARAMETERS, {
      kind: 'word',
      description: `\`csv\` gives a table (RFC 4180) with the columns ${columns.map((name) => `\`${name}\``).join(', ')}${more}. \`json\` if omitted, unless \`Accept\` asks for \`text/csv\`.`,
      schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
    });
}

/** Refuses what a table has no columns for. */
export function refuseIncludeInCsv(
  { format, include }: { readonly format: 'json' | 'csv'; readonly include: boolean },
  context: z.core.$RefinementCtx,
): void {
  if (format !== 'csv' || !include) return;
  const message = 'include cannot be combined with CSV: leave include out, or ask for JSON.';
  context.addIssue({ code: 'custom', path: ['include'], message });
}

/** A whole number from 1 to `max`, which is also what counts when none is given unless `otherwise` says so. */
export function countParameter({
  name,
  digits,
  max,
  otherwise = max,
  description,
}: {
  readonly name: string;
  /** Longer texts are refused unread. */
  readonly digits: number;
  readonly max: number;
  readonly otherwise?: number;
  readonly description: string;
}) {
  const form = new RegExp(`^\\d{1,${digits}}$`);
  return z
    .string()
    .transform((text, context): number => {
      const value = form.test(text) ? Number(text) : 0;
      if (value >= 1 && value <= max) return value;
      context.addIssue({ code: 'custom', message: `${name} must be a whole number from 1 to ${max}.` });
      return z.NEVER;
    })
    .optional()
    .transform((value) => value ?? otherwise)
    .register(PARAMETERS, {
      kind: 'whole number',
      description,
      schema: { type: 'integer', minimum: 1, maximum: max, default: otherwise },
    });
}

/** Parameters that are lists: given several times, they mean the same as once with commas between their values. */
export const LIST_PARAMETERS: readonly string[] = ['codes', 'symbols', 'include', 'pairs'];
