import { type JsonSchema, referredName } from '#lib/contract/openapi/openapi-schemas';
import { TermList } from './term-list.tsx';

/** The fields of an answer; those of objects within it unfold. */
export function FieldList({
  name,
  schemas,
  isInner = false,
}: {
  readonly name: string;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly isInner?: boolean;
}) {
  const { properties = {}, required = [] } = schemas[name] ?? {};
  const terms = Object.entries(properties).map(([field, given]) => {
    const schema: JsonSchema = typeof given === 'object' ? given : {};
    const inner = innerSchema(schema);
    const words = schemaWords(schema);
    return {
      name: field,
      kind: required.includes(field) ? words : `${words}, optional`,
      text: schema.description ?? '',
      more: inner !== null && (
        <details className="mt-1.5 print:[&::details-content]:[content-visibility:visible]">
          <summary className="cursor-pointer rounded-tag text-sm text-accent max-phone:py-1.5">
            Its fields: {Object.keys(schemas[inner]?.properties ?? {}).join(', ')}
          </summary>
          <div className="mt-1 border-l border-line-strong pl-3">
            <FieldList name={inner} schemas={schemas} isInner />
          </div>
        </details>
      ),
    };
  });
  return <TermList terms={terms} isInner={isInner} />;
}

/** What a field holds, in words: `number`, `list of source ids`, `instant or null`. */
function schemaWords(schema: JsonSchema): string {
  const name = referredName(schema);
  if (name !== null) return NAMES[name] ?? 'object';
  if (schema.anyOf) return schema.anyOf.map((one) => schemaWords(asSchema(one))).join(' or ');
  if (schema.const !== undefined) return typeof schema.const === 'string' ? schema.const : 'true';
  if (Array.isArray(schema.type)) return schema.type.map((type) => TYPES[type] ?? type).join(' or ');
  if (schema.type === 'array') return `list of ${plural(schemaWords(itemsOf(schema)))}`;
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false)
    return 'object by code';
  if (schema.format === 'date') return 'day';
  return TYPES[schema.type ?? ''] ?? 'object';
}

/** The schemas of objects within a field, by the name that they are told under. */
function innerSchema(schema: JsonSchema): string | null {
  const name = referredName(schema);
  if (name !== null) return NAMES[name] === undefined ? name : null;
  const inner = [
    ...(schema.anyOf ?? []),
    ...(schema.type === 'array' ? [itemsOf(schema)] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ];
  for (const one of inner) {
    const found = innerSchema(asSchema(one));
    if (found !== null) return found;
  }
  return null;
}

/** Schemas that one word says enough of. */
const NAMES: Readonly<Record<string, string>> = {
  SourceId: 'source id',
  CurrencyCode: 'currency code',
  Instant: 'instant',
  Health: 'state',
  Age: 'age',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
};

function plural(words: string): string {
  if (words === 'number or null') return 'numbers or null';
  return words === 'text' ? 'texts' : `${words}s`;
}

function itemsOf({ items }: JsonSchema): JsonSchema {
  return Array.isArray(items) || items === undefined ? {} : asSchema(items);
}

/** A schema in the place of another is an object here; `true` and `false` say nothing of what is in it. */
function asSchema(schema: JsonSchema | boolean): JsonSchema {
  return typeof schema === 'object' ? schema : {};
}
