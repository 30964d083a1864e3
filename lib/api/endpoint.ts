import type { z } from 'zod';
import type { ApiError } from '#lib/contract/errors';
import type { RateSnapshot } from '#lib/domain/rate-snapshot';
import type { Result } from '#lib/domain/result';
import type { ApiService } from './api-service.ts';

/** What a handler answers with when it has an answer: the body, and what the headers must say of it. */
export interface Success {
  readonly body: object;
  /** Whether a stale figure was used. */
  readonly stale: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Answer = Result<Success, ApiError>;

/**
 * One path of /v1. The handler knows no HTTP: it takes a parsed query and gives a body or a named failure. Rates come from
 * the given snapshot, whose version the answer bears. A handler that reads the database answers by a promise, and may be
 * asked again when a commit came in between.
 */
export interface Endpoint<Schema extends z.ZodObject = z.ZodObject> {
  readonly path: `/v1/${string}`;
  /** Whether a key is needed. */
  readonly access: 'keyed' | 'public';
  readonly query: Schema;
  readonly answer: (
    service: ApiService,
    query: z.infer<Schema>,
    snapshot: RateSnapshot,
  ) => Answer | Promise<Answer>;
}

/** Declares an endpoint; ties the handler's query to its schema. */
export function defineEndpoint<Schema extends z.ZodObject>(endpoint: Endpoint<Schema>): Endpoint<Schema> {
  return endpoint;
}
