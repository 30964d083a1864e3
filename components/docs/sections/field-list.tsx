import type { JsonSchema } from '#lib/contract/openapi-schemas';
import { innerSchema, schemaWords } from './schema-words.ts';
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
