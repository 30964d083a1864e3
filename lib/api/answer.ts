import type { ApiError } from '#lib/contract/errors';
import type { Result } from '#lib/domain/result';

/** Whether a key is needed. */
export type EndpointAccess = 'keyed' | 'public';

/** What a handler answers with when it has an answer: the body, and what the headers must say of it. */
export interface Success {
  readonly body: object;
  /** Whether a stale figure was used. */
  readonly stale: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A handler's answer: a body, or a failure named by its code. */
export type Answer = Result<Success, ApiError>;
