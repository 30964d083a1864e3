import { z } from 'zod';
import { CONTRACTS } from '#lib/contract/endpoints/all';
import { API_ERRORS } from '#lib/contract/errors';

/** A JSON Schema of the 2020-12 dialect, which OpenAPI 3.1 speaks. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What every error answers. */
export const errorAnswer = z
  .strictObject({
    error: z.strictObject({
      code: z
        .enum(Object.keys(API_ERRORS))
        .meta({ description: 'What went wrong, for programs. Codes are never renamed within /v1.' }),
      message: z.string().meta({
        description: 'The same for people: it names the parameter or the pair. Its wording may change.',
      }),
      type: z
        .enum([...new Set(Object.values(API_ERRORS).map(({ type }) => type))])
        .meta({ description: 'The kind of error that the code belongs to.' }),
    }),
  })
  .meta({ id: 'Error', description: 'What every error answers.' });

/** The schemas of everything that /v1 answers, by the names that their `.meta()` gives them. */
export function openApiSchemas(): Readonly<Record<string, JsonSchema>> {
  const answers = z.union([...CONTRACTS.map(({ answer }) => answer), errorAnswer]);
  const { $defs } = z.toJSONSchema(answers, { override: ({ jsonSchema }) => simplifyTime(jsonSchema) });
  return asSchemas(JSON.parse(JSON.stringify($defs).replaceAll('"#/$defs/', `"${SCHEMAS_PATH}`)));
}

/** Where a named schema of the document is found by others. */
export function schemaRef(schema: z.ZodType): { readonly $ref: string } {
  return { $ref: `${SCHEMAS_PATH}${nameOf(schema)}` };
}

/** The name of a schema in the document. */
export function nameOf(schema: z.ZodType): string {
  return z.globalRegistry.get(schema)?.id ?? '';
}

/** The name of the schema that a reference points to; null for what is no reference. */
export function referredName({ $ref }: JsonSchema): string | null {
  return $ref?.startsWith(SCHEMAS_PATH) === true ? $ref.slice(SCHEMAS_PATH.length) : null;
}

const SCHEMAS_PATH = '#/components/schemas/';

/** The library's patterns know every leap year; a client is better served by one that can be read. */
function simplifyTime(schema: JsonSchema): void {
  // What refers to an instant needs no pattern beside the one that it refers to.
  if (schema.format === 'date' || schema.$ref !== undefined) delete schema.pattern;
  if (schema.format === 'date-time')
    schema.pattern = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`;
}

/** Holds because the library made them, and only the places of references were changed. */
function asSchemas(named: unknown): Readonly<Record<string, JsonSchema>> {
  return named as Readonly<Record<string, JsonSchema>>;
}
