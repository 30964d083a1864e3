import type { ErrorBody } from '#lib/contract/errors';
import type { Result } from '#lib/domain/result';
import { AskFailure, failureOf } from './ask-failure.ts';

/** Sends a GET for a path of /v1 with its query and brings back the response; in the browser `fetch`, on the server no network. */
export type Transport = (path: string) => Promise<Response>;

/** An error as the service names it, with the request's name for the operator. */
export type ClientError = ErrorBody['error'] & { readonly requestId: string | null };

/** An answer and when it left the service. */
export interface Received<T> {
  readonly answer: Result<T, ClientError>;
  /** Epoch milliseconds of this device's clock. */
  readonly receivedAtMs: number;
  /** Whether the network was gone and the service worker repeated its last answer. */
  readonly isRepeated: boolean;
}

/** The header by which the service worker says when it had first received the answer that it repeats; see public/sw.js. */
export const RECEIVED_HEADER = 'X-Received-At';

/** The parameters of a question; what is empty is not asked. */
export type AskedQuery = Readonly<Record<string, string | null | undefined>>;

/** A path with its query, in which what is empty is left out. */
export function pathWith(path: string, query: AskedQuery): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `${path}?${new URLSearchParams(given)}`;
}

/**
 * Asks one path and reads its answer. What the service says about the question itself (no such pair, a source without it) is a
 * value; what only says "not now" rejects with {@link AskFailure}, so that the answer before stays.
 */
export async function askFor<T>(
  transport: Transport,
  path: string,
  as?: (body: unknown, headers: Headers) => T,
): Promise<Received<T>> {
  const response = await transport(path).catch((cause: unknown) => {
    throw cause instanceof AskFailure ? cause : new AskFailure({ kind: 'unreachable' }, { cause });
  });
  const { status, headers } = response;
  // 503 is an answer to the question: the source is out.
  if ([401, 403, 429].includes(status) || (status >= 500 && status !== 503)) throw failureOf(response);
  const receivedAt = headers.get(RECEIVED_HEADER);
  return {
    answer: await answerIn(response, as),
    receivedAtMs: receivedAt === null ? Date.now() : Date.parse(receivedAt),
    isRepeated: receivedAt !== null,
  };
}

/** What a response says: the answer, or the error that the service names. Rejects where the body is no JSON. */
export async function answerIn<T>(
  response: Response,
  as: (body: unknown, headers: Headers) => T = asAnswer<T>,
): Promise<Result<T, ClientError>> {
  const { headers } = response;
  const body: unknown = await response.json();
  if (response.ok) return { ok: true, value: as(body, headers) };
  return { ok: false, error: { ...asErrorBody(body).error, requestId: headers.get('X-Request-Id') } };
}

/** The service answers 200 with exactly the type that the endpoint names: its own tests hold every answer against the schema. */
export function asAnswer<T>(body: unknown): T {
  return body as T;
}

/** Every answer of the service that is not 2xx has the error shape, which the same tests hold. */
function asErrorBody(body: unknown): ErrorBody {
  return body as ErrorBody;
}
