import type { ClientError } from '#lib/client/asking/ask';
import { answerIn } from '#lib/client/asking/ask';
import type { ApiErrorCode, ErrorBody } from '#lib/contract/errors';

/**
 * What went wrong, for programs: a code of the service, or `unreachable` (no connection), `timeout` (no answer in time), or
 * `unexpected_answer` (something other than the service answered, such as a proxy).
 */
export type CrossrateErrorCode = ApiErrorCode | 'unreachable' | 'timeout' | 'unexpected_answer';

/** What is known of a failed request. */
interface FailedRequest {
  readonly code: CrossrateErrorCode;
  readonly status?: number;
  readonly type?: ErrorBody['error']['type'];
  readonly requestId?: string | null;
  readonly retryAfterMs?: number | null;
}

/** A request that ended without an answer; `message` is the service's own sentence where it said one. */
export class CrossrateError extends Error {
  readonly code: CrossrateErrorCode;
  /** The HTTP status; null where nothing answered. */
  readonly status: number | null;
  /** The kind of error that the code belongs to; null where the service did not say. */
  readonly type: ErrorBody['error']['type'] | null;
  /** The name of the request, for the operator of the service; null where the service did not say. */
  readonly requestId: string | null;
  /** How long the service asks to wait, in milliseconds; null where it did not say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, failed: FailedRequest, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CrossrateError';
    this.code = failed.code;
    this.status = failed.status ?? null;
    this.type = failed.type ?? null;
    this.requestId = failed.requestId ?? null;
    this.retryAfterMs = failed.retryAfterMs ?? null;
  }

  /** Whether the same request may succeed later: it was asked too often, or something failed that may recover. */
  get isTemporary(): boolean {
    if (this.status === null) return true;
    return this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** The error that a response is. */
export async function errorOfResponse(response: Response, nowMs = Date.now()): Promise<CrossrateError> {
  const { status, headers } = response;
  const retryAfterMs = retryAfterIn(headers, nowMs);
  const said = await answerIn(response).catch(() => null);
  if (said !== null && !said.ok && isNamed(said.error)) {
    const { message, ...error } = said.error;
    return new CrossrateError(message, { ...error, status, retryAfterMs });
  }
  const message = `The answer did not come from a Crossrate service: HTTP ${status}. Check the address of the server.`;
  const requestId = headers.get('X-Request-Id');
  return new CrossrateError(message, { code: 'unexpected_answer', status, requestId, retryAfterMs });
}

/** What a proxy answers in the place of the service may be JSON of another shape. */
function isNamed({ code, message }: Partial<ClientError>): boolean {
  return typeof code === 'string' && typeof message === 'string';
}

/** `Retry-After` in milliseconds: a number of seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfterIn(headers: Headers, nowMs: number): number | null {
  const value = headers.get('Retry-After');
  if (value === null) return null;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}
