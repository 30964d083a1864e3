import type { z } from 'zod';
import type { EndpointContract } from '#lib/contract/endpoint-contract';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Answer } from './answer.ts';
import type { ApiService, HistoryReads } from './api-service.ts';
import type { DayColumns } from '#lib/api/history/day-columns';

/** What a handler stands on of its contract. */
type EndpointFacts<Schema extends z.ZodObject> = Pick<EndpointContract<Schema>, 'path' | 'access' | 'query'>;

/**
 * A path of /v1 that is answered at once, out of memory and in less than a millisecond. The handler knows no HTTP: it takes a
 * parsed query and gives a body or a named failure. Rates come from the given snapshot, whose version the answer bears.
 */
export interface QuickEndpoint<Schema extends z.ZodObject = z.ZodObject> extends EndpointFacts<Schema> {
  readonly work: 'quick';
  /** Names what an answer is made from beside the snapshot, where that may change while the version stays the same. */
  readonly alsoMadeFrom?: (service: ApiService) => string;
  readonly answer: (service: ApiService, query: z.infer<Schema>, snapshot: RateSnapshot) => Answer;
}

/** What the answers of a long endpoint are made from, beside a snapshot. */
export interface LongReads {
  /** Opened when it is first asked for, so that what is in memory is answered without it. */
  readonly history: () => Promise<HistoryReads>;
  /** The last weeks of that history, which stay in memory from one answer to the next. */
  readonly dayColumns: () => Promise<DayColumns>;
}

/**
 * A path whose answers take so long to make that they are made in a thread of their own, in fair turns, and kept. One that reads
 * the database may be asked again when a commit came in between.
 */
export interface LongEndpoint<Schema extends z.ZodObject = z.ZodObject> extends EndpointFacts<Schema> {
  readonly work: 'long';
  readonly readsDatabase: boolean;
  /** The published figures that an answer is made from, at most: what it costs. */
  readonly figuresMax: (query: z.infer<Schema>, snapshot: RateSnapshot) => number;
  /**
   * Names what an answer is made from where that is less than all that a version stands for; see `Question`. When in doubt, what it
   * says must change.
   */
  readonly madeFrom?: (query: z.infer<Schema>, snapshot: RateSnapshot) => string;
  readonly answer: (
    reads: LongReads,
    query: z.infer<Schema>,
    snapshot: RateSnapshot,
  ) => Answer | Promise<Answer>;
}

/** One path of /v1. */
export type Endpoint = QuickEndpoint | LongEndpoint;

/** Declares an endpoint that is answered at once; ties the handler's query to the schema of its contract. */
export function defineEndpoint<Schema extends z.ZodObject>(
  { path, access, query }: EndpointContract<Schema>,
  handler: Omit<QuickEndpoint<Schema>, 'work' | keyof EndpointFacts<Schema>>,
): QuickEndpoint<Schema> {
  return { path, access, query, ...handler, work: 'quick' };
}

/** Declares one whose answers are made in a thread. */
export function defineLongEndpoint<Schema extends z.ZodObject>(
  { path, access, query }: EndpointContract<Schema>,
  handler: Omit<LongEndpoint<Schema>, 'work' | keyof EndpointFacts<Schema>>,
): LongEndpoint<Schema> {
  return { path, access, query, ...handler, work: 'long' };
}
