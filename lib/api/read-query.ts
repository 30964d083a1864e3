import type { z } from 'zod';
import { API_ERRORS, type ApiError, type ApiErrorCode } from '#lib/contract/errors';
import { fail, ok, type Result } from '#lib/domain/result';
import { holdsKey, KEY_IN_ADDRESS } from './key-in-address.ts';

/** Reads the query text (after `?`) by an endpoint's schema; the failure names the first parameter that is wrong. */
export function readQuery<Schema extends z.ZodObject>(
  schema: Schema,
  text: string,
  strict: boolean,
): Result<z.infer<Schema>, ApiError> {
  const parameters = new URLSearchParams(text);
  const known = Object.keys(schema.shape);
  const values: Record<string, string> = {};
  for (const [name, value] of parameters) {
    if (holdsKey(value) || holdsKey(name)) return fail(KEY_IN_ADDRESS);
    if (known.includes(name)) {
      if (Object.hasOwn(values, name)) return fail(invalid(`${name} was given more than once.`));
      values[name] = value;
    } else if (strict) return fail(invalid(unknownParameter(known)));
  }
  const parsed = schema.safeParse(values);
  if (parsed.success) return ok(parsed.data);
  return fail(errorOfIssue(parsed.error.issues[0], values));
}

/** The name that was given is not repeated: it may hold anything. */
function unknownParameter(known: readonly string[]): string {
  return known.length === 0
    ? 'This endpoint takes no parameters.'
    : `A parameter is not known here; the parameters are ${known.join(', ')}.`;
}

function errorOfIssue(
  issue: z.core.$ZodIssue | undefined,
  values: Readonly<Record<string, string>>,
): ApiError {
  const name = String(issue?.path[0] ?? 'query');
  if (issue?.path.length === 1 && !Object.hasOwn(values, name)) {
    return { code: 'missing_parameter', message: `${name} is missing.` };
  }
  const code = issue?.code === 'custom' ? codeOf(issue.params) : 'invalid_parameter';
  return { code, message: issue?.message ?? 'A parameter is not valid.' };
}

function codeOf(params: Readonly<Record<string, unknown>> | undefined): ApiErrorCode {
  const code = params?.['code'];
  return typeof code === 'string' && isApiErrorCode(code) ? code : 'invalid_parameter';
}

function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(API_ERRORS, code);
}

function invalid(message: string): ApiError {
  return { code: 'invalid_parameter', message };
}
