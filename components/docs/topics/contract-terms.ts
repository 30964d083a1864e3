import { API_ERRORS, type ApiErrorCode } from '#lib/contract/errors';
import { statusesOf } from '#lib/contract/openapi/openapi-errors';
import type { ApiParameter } from '#lib/contract/openapi/openapi-operations';
import type { Term } from './topic.ts';

/** What is said of each parameter of an endpoint. */
export function parameterTerms(parameters: readonly ApiParameter[]): readonly Term[] {
  return parameters.map(({ name, kind, required, description, schema: { enum: options = [] } }) => ({
    name,
    id: `query-${name}`,
    kind: required ? `${kind}, required` : kind,
    text: options.length < 2 ? description : `${description} One of ${options.join(', ')}.`,
  }));
}

/** Every code of an error with its statuses, in their order. */
export const ERROR_CODES: readonly { readonly code: ApiErrorCode; readonly statuses: readonly number[] }[] =
  Object.keys(API_ERRORS)
    .filter(isErrorCode)
    .map((code) => ({ code, statuses: statusesOf(code) }));

function isErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(API_ERRORS, code);
}
