import { z } from 'zod';
import { API_ERRORS } from './errors.ts';
import { FIELD_NOTES, SCHEMA_NOTES } from './openapi-fields.ts';
import { SCHEMAS, type SchemaName } from './openapi-schema-names.ts';

/** A JSON Schema of the 2020-12 dialect, which OpenAPI 3.1 speaks. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Where a schema of the document is found by others. */
export function schemaRef(name: SchemaName): { readonly $ref: string } {
  return { $ref: `${SCHEMAS_PATH}${name}` };
}

/** The name of the schema that a reference points to; null for what is no reference. */
export function referredName({ $ref }: JsonSchema): SchemaName | null {
  const name = $ref?.slice(SCHEMAS_PATH.length);
  return name !== undefined && isSchemaName(name) ? name : null;
}

/** The schemas of everything that /v1 answers, by name: made of the zod schemas, each field with a sentence. */
export function openApiSchemas(): Readonly<Record<SchemaName, JsonSchema>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    uri: (id) => `${SCHEMAS_PATH}${id}`,
    override: ({ jsonSchema }) => simplifyTime(jsonSchema),
  });
  const described = Object.entries(schemas).map(([name, schema]) => [name, describe(name, schema)]);
  return asComplete({ ...Object.fromEntries(described), Error: ERROR });
}

const SCHEMAS_PATH = '#/components/schemas/';

const ERROR: JsonSchema = {
  type: 'object',
  description: SCHEMA_NOTES.Error,
  properties: {
    error: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          enum: Object.keys(API_ERRORS),
          description: 'What went wrong, for programs. Codes are never renamed within /v1.',
        },
        message: {
          type: 'string',
          description: 'The same for people: it names the parameter or the pair. Its wording may change.',
        },
        type: {
          type: 'string',
          enum: [...new Set(Object.values(API_ERRORS).map(({ type }) => type))],
          description: 'The kind of error that the code belongs to.',
        },
      },
      required: ['code', 'message', 'type'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
};

/** The library's patterns know every leap year; a client is better served by one that can be read. */
function simplifyTime(schema: JsonSchema): void {
  if (schema.format === 'date') delete schema.pattern;
  if (schema.format === 'date-time')
    schema.pattern = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`;
}

function describe(name: string, { $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema {
  const notes: Readonly<Record<string, string>> = Object.hasOwn(FIELD_NOTES, name)
    ? FIELD_NOTES[asNoted(name)]
    : {};
  const properties = Object.entries(schema.properties ?? {}).map(([field, one]): [string, JsonSchema] => [
    field,
    typeof one === 'object' ? { ...one, description: notes[field] ?? '' } : {},
  ]);
  return {
    ...(isSchemaName(name) && { description: SCHEMA_NOTES[name] }),
    ...schema,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  };
}

function isSchemaName(name: string): name is SchemaName {
  return Object.hasOwn(SCHEMA_NOTES, name);
}

/** Holds because it is asked only for names that {@link FIELD_NOTES} has. */
function asNoted(name: string): keyof typeof FIELD_NOTES {
  return name as keyof typeof FIELD_NOTES;
}

/** Holds because the library gives one schema for each that was registered, and the error is added. */
function asComplete(schemas: Readonly<Record<string, JsonSchema>>): Readonly<Record<SchemaName, JsonSchema>> {
  return schemas as Readonly<Record<SchemaName, JsonSchema>>;
}
