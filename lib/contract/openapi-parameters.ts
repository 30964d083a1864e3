import { z } from 'zod';
import { SOURCE_IDS } from '#lib/domain/source-id';
import type { JsonSchema } from './openapi-schemas.ts';
import { HISTORY_LIMIT_DEFAULT, HISTORY_LIMIT_MAX, SERIES_CODES_MAX, SERIES_DAYS_MAX } from './queries.ts';

/** A query parameter as the document tells of it. */
export interface ApiParameter {
  readonly name: string;
  readonly required: boolean;
  /** What is to be given, in a word or two: `currency code`. */
  readonly kind: string;
  readonly description: string;
  /** Of the value once it is read; a list has commas between its values. */
  readonly schema: JsonSchema;
}

/** What is told of a parameter beside its schema in zod, which knows its name, whether it must be given, and its form. */
export interface ParameterNote {
  readonly kind: string;
  readonly description: string;
  /** What the form of the text cannot say. */
  readonly schema?: JsonSchema;
}

/** A note on every parameter of a query. */
export type ParameterNotes<Query extends z.ZodObject> = Readonly<Record<keyof Query['shape'], ParameterNote>>;

/** The parameters of a query, in the order of its schema. */
export function apiParameters<Query extends z.ZodObject>(
  query: Query,
  notes: ParameterNotes<Query>,
): readonly ApiParameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
  const known: Readonly<Record<string, ParameterNote>> = notes;
  return Object.entries(properties).flatMap(([name, form]) => {
    const note = known[name];
    if (note === undefined || typeof form !== 'object') return [];
    const { kind, description, schema } = note;
    return [{ name, kind, description, required: required.includes(name), schema: schema ?? form }];
  });
}

const CODE = 'currency code';

export const FROM: ParameterNote = {
  kind: CODE,
  description: 'One unit of this currency costs `rate` units of `to`. Case does not matter.',
};

export const TO: ParameterNote = {
  kind: CODE,
  description:
    'A code of ISO 4217, of a crypto asset, or of a retired currency. Case does not matter. `/v1/currencies` lists all that are known.',
};

export const BASE: ParameterNote = {
  kind: CODE,
  description: 'The currency that one unit is of. USD when it is left out.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9]{2,10}$', default: 'USD' },
};

export const SOURCE: ParameterNote = {
  kind: 'source id',
  description:
    'The rate comes from this source alone. Where it has none, no other source is used in its place.',
  schema: { type: 'string', enum: [...SOURCE_IDS] },
};

export const AMOUNT: ParameterNote = {
  kind: 'number',
  description:
    '0, or 1e-12 to 1e15 with a point and at most 15 significant digits. `1,000`, `+1`, `-1` and `0x10` are refused, not guessed.',
  schema: {
    type: 'number',
    description:
      '0, or from 1e-12 to 1e15, with at most 15 significant digits: more are refused, not rounded. Written as `1234.5` or `1e-7`.',
    minimum: 0,
    maximum: 1e15,
    not: { exclusiveMinimum: 0, exclusiveMaximum: 1e-12 },
    examples: [0, 1200, 1234.5],
  },
};

export const INCLUDE: ParameterNote = {
  kind: 'word',
  description:
    '`provenance` adds how the rate was made: each published figure with its source, direction, instant, document and SHA-256, or the act of law.',
  schema: { type: 'string', enum: ['provenance'] },
};

const DAY_OR_INSTANT: JsonSchema = {
  anyOf: [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ],
};

export const START_DATE: ParameterNote = {
  kind: 'day or instant',
  description:
    'The first day, inclusive, in UTC (`2026-04-13`), or an ISO instant. The beginning when left out.',
  schema: DAY_OR_INSTANT,
};

export const END_DATE: ParameterNote = {
  kind: 'day or instant',
  description: 'The last day, inclusive, in UTC, or an ISO instant. Now when left out.',
  schema: DAY_OR_INSTANT,
};

export const LIMIT: ParameterNote = {
  kind: 'whole number',
  description: `How many points at most, 1 to ${HISTORY_LIMIT_MAX}; ${HISTORY_LIMIT_DEFAULT} when left out. Of a longer range the newest are given.`,
  schema: { type: 'integer', minimum: 1, maximum: HISTORY_LIMIT_MAX, default: HISTORY_LIMIT_DEFAULT },
};

export const CODES: ParameterNote = {
  kind: 'currency codes',
  description: `1 to ${SERIES_CODES_MAX} codes with commas between them, or the parameter once for each. A code that is given twice counts once.`,
  schema: {
    type: 'array',
    items: { type: 'string', pattern: '^[A-Za-z0-9]{2,10}$' },
    minItems: 1,
    maxItems: SERIES_CODES_MAX,
  },
};

export const DAYS: ParameterNote = {
  kind: 'whole number',
  description: `How many days up to the service’s UTC day, 1 to ${SERIES_DAYS_MAX}; ${SERIES_DAYS_MAX} when left out.`,
  schema: { type: 'integer', minimum: 1, maximum: SERIES_DAYS_MAX, default: SERIES_DAYS_MAX },
};
