import leven from 'leven';
import type { z } from 'zod';
import { API_ERRORS, type ApiError, type ApiErrorCode } from '#lib/contract/errors';
import { LIST_PARAMETERS } from '#lib/contract/parameters';
import { fail, ok, type Result } from '#lib/domain/result';
import { holdsKey, KEY_IN_ADDRESS } from '#lib/api/callers/key-places';
import type { Handling } from './prefer.ts';

/** Longer than any name that is known, and too short for a key that got into one by mistake. */
const NAME_SHOWN_MAX = 24;

/** What cannot be seen in a sentence, or would turn it round: control characters, marks of direction, odd spaces. */
const NOT_PRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/**
 * Reads the query text (after `?`) by an endpoint's schema, and with it what the address gives in the path; the failure names the
 * first parameter that is wrong.
 */
export function readQuery<Schema extends z.ZodObject>(
  { path, query }: { readonly path: string; readonly query: Schema },
  text: string,
  handling: Handling,
  inPath: Readonly<Record<string, string>> = {},
): Result<z.infer<Schema>, ApiError> {
  const given = [...new URLSearchParams(text)];
  if ([...given, Object.values(inPath)].some((texts) => texts.some(holdsKey))) return fail(KEY_IN_ADDRESS);
  const known = Object.keys(query.shape).filter((name) => !Object.hasOwn(inPath, name));
  const values: Record<string, string> = { ...inPath };
  for (const [name, value] of given) {
    if (!known.includes(name)) {
      if (handling === 'strict') return fail(invalid(unknownParameter(name, known, path)));
      continue;
    }
    const before = Object.hasOwn(values, name) ? values[name] : undefined;
    if (before !== undefined && !LIST_PARAMETERS.includes(name)) {
      return fail(invalid(`${name} was given more than once.`));
    }
    values[name] = before === undefined ? value : `${before},${value}`;
  }
  const parsed = query.safeParse(values);
  if (parsed.success) return ok(parsed.data);
  return fail(errorOfIssue(parsed.error.issues[0], values));
}

/** Says what is not known, which parameter was most likely meant, and which there are. */
function unknownParameter(name: string, known: readonly string[], path: string): string {
  const letters = [...name];
  const isCut = letters.length > NAME_SHOWN_MAX;
  const start = letters.slice(0, NAME_SHOWN_MAX).join('');
  const shown = name === '' ? 'A parameter without a name' : start.replaceAll(NOT_PRINTABLE, '\uFFFD');
  const nearest = nearestName(start, known);
  const meant = nearest === null ? '.' : `; did you mean ${nearest}?`;
  const all = known.length === 0 ? 'none' : LIST.format(known);
  return `${shown}${isCut ? '…' : ''} is not a parameter of ${path}${meant} It takes ${all}.`;
}

const LIST = new Intl.ListFormat('en-GB');

/** The name that is fewest changes of a letter away, whatever the case, and fewer than leave half of the letters. */
function nearestName(name: string, known: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const [nearest] = known
    .map((candidate) => ({ candidate, changes: leven(lower, candidate.toLowerCase()) }))
    .toSorted((one, other) => one.changes - other.changes);
  return nearest && nearest.changes <= lower.length / 2 ? nearest.candidate : null;
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
