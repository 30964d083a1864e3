import { EXAMPLE_DAY } from '#lib/contract/endpoint-contract';
import type { ApiOperation, ApiParameter } from '#lib/contract/openapi/openapi-operations';
import { dayText } from '#lib/format/instants';

/** A parameter as the box of its endpoint asks for it. */
export interface TryParameter {
  readonly name: string;
  readonly required: boolean;
  /** What can be chosen; null where anything may be typed. */
  readonly options: readonly string[] | null;
  /** What stands in the field while it is empty. */
  readonly placeholder: string;
  /** Which keys a phone shows. */
  readonly keys: 'text' | 'decimal' | 'numeric';
}

/** An endpoint as its box needs it: plain values, so that no schema travels to the browser. */
export interface TryOperation {
  readonly id: string;
  readonly path: string;
  readonly access: 'keyed' | 'public';
  readonly parameters: readonly TryParameter[];
  /** What the box begins with. */
  readonly query: Readonly<Record<string, string>>;
  /** The field of the answer that snippets print; null where they print all of it. */
  readonly field: { readonly name: string; readonly type: string } | null;
  /** Whether the answer goes on until one of both sides ends it. */
  readonly isStream: boolean;
  /** What the example was answered, as its text. */
  readonly example: string;
  /** What the example is of: `figures of 13 Apr 2026`. */
  readonly exampleNote: string;
}

/** What the box of an endpoint needs. */
export function tryOperation(operation: ApiOperation): TryOperation {
  const { id, path, access, parameters, printed, examples, isStream = false } = operation;
  const [{ query, body, isShortened }] = examples;
  return {
    id,
    path,
    access,
    parameters: parameters.map(tryParameter),
    query,
    field: printed,
    isStream,
    example: isStream ? `event: rate\ndata: ${JSON.stringify(body)}\n` : JSON.stringify(body),
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
  pairs: 'EUR/USD,USD/JPY',
  date: '2026-04-13',
  knownAt: '2026-04-13',
  since: '2026-01-01',
  skip: '0',
  startDate: '2026-01-01',
  endDate: '2026-04-13',
  limit: '1000',
  days: '31',
};
