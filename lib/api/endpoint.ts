import type { z } from 'zod';
import type { RateSnapshot } from '#lib/domain/rate-snapshot';
import type { Answer } from './answer.ts';
import type { ApiService } from './api-service.ts';

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
