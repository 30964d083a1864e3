import { EXAMPLE_DAY, type OperationId } from '#lib/contract/openapi-examples';
import { type ApiOperation, OPERATIONS } from '#lib/contract/openapi-operations';
import type { ApiParameter } from '#lib/contract/openapi-parameters';
import { dayText } from '#lib/format/instants';
import type { TryOperation, TryParameter } from './try-operation.ts';

/** The boxes of all endpoints, in the order of the document. */
export function tryOperations(): readonly TryOperation[] {
  return OPERATIONS.map(tryOperation);
}

function tryOperation({ id, path, access, title, parameters, examples }: ApiOperation): TryOperation {
  const [example] = examples;
  return {
    id,
    path,
    access,
    title,
    parameters: parameters.map(tryParameter),
    query: example?.query ?? {},
    field: FIELDS[id],
    example: JSON.stringify(example?.body ?? {}),
    exampleNote: `figures of ${dayText(new Date(EXAMPLE_DAY))}${example?.isShortened === true ? ', shortened' : ''}`,
  };
}

/** What each snippet prints of its answer, with its type in TypeScript. */
const FIELDS: Readonly<Record<OperationId, TryOperation['field']>> = {
  convert: { name: 'result', type: 'number' },
  rates: { name: 'rates', type: 'Record<string, number>' },
  pair: { name: 'rate', type: 'number' },
  'pair-sources': { name: 'sources', type: 'string[]' },
  compare: { name: 'rates', type: '{ source: string; rate: number; timestamp: string }[]' },
  historical: { name: 'points', type: '{ rate: number; source: string; timestamp: string }[]' },
  series: { name: 'days', type: 'string[]' },
  currencies: { name: 'count', type: 'number' },
  status: { name: 'overall', type: 'string' },
};

function tryParameter({ name, required, schema }: ApiParameter): TryParameter {
  const options = schema.enum?.map(String) ?? null;
  return {
    name,
    required,
    options,
    placeholder:
      options === null
        ? (PLACEHOLDERS[name] ?? '')
        : name === 'source'
          ? 'none, default order'
          : 'nothing more',
    keys: schema.type === 'number' ? 'decimal' : schema.type === 'integer' ? 'numeric' : 'text',
  };
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  base: 'USD',
  startDate: '2026-01-01',
  endDate: '2026-04-13',
  limit: '1000',
  days: '31',
};
