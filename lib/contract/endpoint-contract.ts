import type { z } from 'zod';
import { ENDPOINT_PATHS, type EndpointId } from './endpoint-paths.ts';
import type { HeaderName } from './openapi/openapi-headers.ts';

/** A request and what it was answered. */
export interface EndpointExample<Body extends object = object> {
  readonly id: string;
  readonly summary: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Body;
  /** Whether lists in it are shorter than they were. */
  readonly isShortened?: true;
}

/** A request, `format` aside, and the lines of its answer as CSV. */
export interface CsvExample extends Omit<EndpointExample, 'body'> {
  readonly lines: readonly string[];
}

/** What is written down of an endpoint: handler, document, docs page and client follow from it. */
interface WrittenContract<Query extends z.ZodObject, Answer extends z.ZodObject> {
  readonly id: EndpointId;
  /** Whether a key is needed. */
  readonly access: 'keyed' | 'public';
  readonly tag: 'Rates' | 'History' | 'Reference';
  /** A short name for lists. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Reads the query; each parameter is registered in `PARAMETERS`. */
  readonly query: Query;
  /** What is answered with status 200, named and described by `.meta()`; it does not run outside tests and the document. */
  readonly answer: Answer;
  /** Whether the answer may be bytes instead, which are sent as they are. */
  readonly isAlsoFile?: true;
  /** An answer as CSV of an endpoint that takes `format`; absent of the others. */
  readonly csvExample?: CsvExample;
  /** Whether it is answered as `text/event-stream`: then `answer` is what an event bears. */
  readonly isStream?: true;
  /** Headers of that answer beside those of every answer. */
  readonly ownHeaders: readonly HeaderName[];
  /** True answers of a service with the ECB and the pegs at {@link EXAMPLE_AT}; the first begins the box of the docs. */
  readonly examples: readonly [EndpointExample<z.infer<Answer>>, ...EndpointExample<z.infer<Answer>>[]];
  /** The field of the answer that snippets print, with its type in TypeScript; null where the answer may be a file or is a stream, which is printed as it comes. */
  readonly printed: { readonly name: string; readonly type: string } | null;
}

/** An endpoint of /v1 as it is agreed with its callers. */
export interface EndpointContract<
  Query extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodObject = z.ZodObject,
> extends WrittenContract<Query, Answer> {
  readonly path: (typeof ENDPOINT_PATHS)[EndpointId];
}

/** Declares an endpoint. */
export function defineContract<Query extends z.ZodObject, Answer extends z.ZodObject>(
  written: WrittenContract<Query, Answer>,
): EndpointContract<Query, Answer> {
  return { ...written, path: ENDPOINT_PATHS[written.id] };
}

/** The day whose figures the examples are. */
export const EXAMPLE_DAY = '2026-04-13';

/** The instant at which the examples were answered: the ECB has published the day's figures. */
export const EXAMPLE_AT = '2026-04-13T15:00:00Z';

/** When the ECB observed the figures of that day, and the instant that its pegs bear. */
export const EXAMPLE_TIMES = {
  ecb: '2026-04-13T12:10:00.000Z',
  law: '2026-04-13T00:00:00.000Z',
} as const;
