import { EXAMPLE_DAY } from '#lib/contract/endpoint-contract';
import { type ApiOperation, type ApiParameter, OPERATIONS } from '#lib/contract/openapi-operations';
import { dayText } from '#lib/format/instants';
import type { TryOperation, TryParameter } from './try-operation.ts';

/** The boxes of all endpoints, in the order of the document. */
export function tryOperations(): readonly TryOperation[] {
  return OPERATIONS.map(tryOperation);
}

function tryOperation(operation: ApiOperation): TryOperation {
  const { id, path, access, title, parameters, printed, examples } = operation;
  const [{ query, body, isShortened }] = examples;
  return {
    id,
    path,
    access,
    title,
    parameters: parameters.map(tryParameter),
    query,
    field: printed,
    example: JSON.stringify(body),
    exampleNote: `figures of ${dayText(new Date(EXAMPLE_DAY))}${isShortened === true ? ', shortened' : ''}`,
  };
}

function tryParameter({ name, required, schema }: ApiParameter): TryParameter {
  const options = schema.enum?.map(String) ?? null;
  return {
    name,
    required,
    options,
    placeholder: options === null ? (PLACEHOLDERS[name] ?? '') : (NOTHING_CHOSEN[name] ?? 'none'),
    keys: schema.type === 'number' ? 'decimal' : schema.type === 'integer' ? 'numeric' : 'text',
  };
}

/** What stands in the place of a word that is not chosen. */
const NOTHING_CHOSEN: Readonly<Record<string, string>> = {
  source: 'none, default order',
  include: 'nothing more',
  stat: 'last',
};

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  base: 'USD',
  symbols: 'EUR,GBP,JPY',
  date: '2026-04-13',
  knownAt: '2026-04-13',
  since: '2026-01-01',
  skip: '0',
  startDate: '2026-01-01',
  endDate: '2026-04-13',
  limit: '1000',
  days: '31',
};
