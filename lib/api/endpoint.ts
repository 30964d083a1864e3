import type { z } from 'zod';
import type { EndpointContract } from '#lib/contract/endpoint-contract';
import type { ApiError } from '#lib/contract/errors';
import type { IsoDay } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Result } from '#lib/domain/result';
import type { Answer } from './answer.ts';
import type { ApiService, HistoryReads } from './api-service.ts';
import type { DayColumns } from '#lib/api/history/day-columns';
import type { SignReceipt } from '#lib/api/receipts/receipt-signer';
import type { DayRates } from '#lib/api/history/day-rates';
import type { KnownRates } from '#lib/api/history/known-rates';
import type { BeginStream, WantedStream } from '#lib/api/streams/rate-streams';

/** What a handler stands on of its contract. */
interface EndpointFacts<Schema extends z.ZodObject> extends Pick<
  EndpointContract<Schema>,
  'path' | 'access' | 'query'
> {
  /** The moment that a query asks for; absent where an endpoint knows now alone. */
  readonly momentOf?: (query: z.infer<Schema>) => Moment;
}

/** A moment that is asked for; now where neither is given. */
export interface Moment {
  /** The UTC day whose rates are meant. */
  readonly date?: IsoDay | undefined;
  /** The instant whose knowledge is meant, in epoch milliseconds. */
  readonly knownAt?: number | undefined;
}

/**
 * A path of /v1 that is answered at once, out of memory and in less than a millisecond. The handler knows no HTTP: it takes a
 * parsed query and gives a body or a named failure. Rates come from the given snapshot, whose version the answer bears.
 */
export interface QuickEndpoint<Schema extends z.ZodObject = z.ZodObject> extends EndpointFacts<Schema> {
  readonly work: 'quick';
  /** Names what an answer is made from beside the snapshot, where that may change while the version stays the same. */
  readonly alsoMadeFrom?: (service: ApiService) => string;
  readonly answer: (service: ApiService, query: z.infer<Schema>, snapshot: RateSnapshot) => Answer;
  readonly past?: PastEndpoint<Schema>;
  readonly receipt?: ReceiptEndpoint<Schema>;
}

/** What the answers of a long endpoint are made from, beside a snapshot. */
export interface LongReads {
  /** Opened when it is first asked for, so that what is in memory is answered without it. */
  readonly history: () => Promise<HistoryReads>;
  /** The last weeks of that history, which stay in memory from one answer to the next. */
  readonly dayColumns: () => Promise<DayColumns>;
  /** The rates of days that are over. */
  readonly dayRates: () => Promise<DayRates>;
  /** The rates as they were known at instants that are over. */
  readonly knownRates: () => Promise<KnownRates>;
  /** What a publisher allows to be done with its documents; null of law, which has none. */
  readonly documentTerms: (source: SourceId) => DocumentTerms | null;
  /** Signs receipts. */
  readonly signReceipt: SignReceipt;
  /** When the answer was asked for, by the service's clock. */
  readonly askedAt: Date;
}

/** What a publisher says of its documents. */
export interface DocumentTerms {
  /** Its terms in a sentence, and the credit that it asks for. */
  readonly terms: string;
  readonly attribution: string;
  /** Whether a document itself may be handed on. */
  readonly mayPassOnDocuments: boolean;
}

/**
 * A path whose answers take so long to make that they are made in a thread of their own, in fair turns, and kept. One that reads
 * the database may be asked again when a commit came in between.
 */
export interface ThreadEndpoint<Schema extends z.ZodObject = z.ZodObject> extends EndpointFacts<Schema> {
  readonly work: 'long';
  /** What the thread knows it by. */
  readonly name: string;
  readonly readsDatabase: boolean;
  /** Whether its answers are receipts, each of which is stored for ever. */
  readonly givesReceipts?: true;
  /** What is answered while the database is away, where that is not that there is no history. */
  readonly whenAway?: ApiError;
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

/** The same as a path of /v1. */
export interface LongEndpoint<Schema extends z.ZodObject = z.ZodObject> extends ThreadEndpoint<Schema> {
  readonly past?: PastEndpoint<Schema>;
}

/** What answers a path where a query asks for a moment that is over. */
export interface PastEndpoint<Schema extends z.ZodObject = z.ZodObject> extends ThreadEndpoint<Schema> {
  readonly momentOf: (query: z.infer<Schema>) => Moment;
}

/** What answers a path where a query asks for a receipt of the answer, of any moment. */
export interface ReceiptEndpoint<Schema extends z.ZodObject = z.ZodObject> extends ThreadEndpoint<Schema> {
  readonly isAsked: (query: z.infer<Schema>) => boolean;
}

/** Whether a moment is over, as seen in a snapshot. */
export function isOver({ date, knownAt }: Moment, { today }: RateSnapshot): boolean {
  return knownAt !== undefined || (date !== undefined && date < today);
}

/** Who a stream is opened for. */
export type StreamReader = Omit<WantedStream, 'pairs' | 'source'>;

/** A path whose answer goes on until one of both sides ends it: what is asked for, and then what changes of it. */
export interface StreamEndpoint<Schema extends z.ZodObject = z.ZodObject> extends EndpointFacts<Schema> {
  readonly work: 'stream';
  readonly open: (
    service: ApiService,
    query: z.infer<Schema>,
    snapshot: RateSnapshot,
    reader: StreamReader,
  ) => Result<BeginStream, ApiError>;
}

/** One path of /v1. */
export type Endpoint = QuickEndpoint | LongEndpoint | StreamEndpoint;

/** Declares an endpoint that is answered at once; ties the handler's query to the schema of its contract. */
export function defineEndpoint<Schema extends z.ZodObject>(
  { path, access, query }: EndpointContract<Schema>,
  handler: Omit<QuickEndpoint<Schema>, 'work' | 'path' | 'access' | 'query'>,
): QuickEndpoint<Schema> {
  return { path, access, query, ...handler, work: 'quick' };
}

/** Declares one that is answered as long as both sides want. */
export function defineStreamEndpoint<Schema extends z.ZodObject>(
  { path, access, query }: EndpointContract<Schema>,
  handler: Pick<StreamEndpoint<Schema>, 'open'>,
): StreamEndpoint<Schema> {
  return { path, access, query, ...handler, work: 'stream' };
}

/** Declares one whose answers are made in a thread. */
export function defineLongEndpoint<Schema extends z.ZodObject>(
  { path, access, query }: EndpointContract<Schema>,
  handler: Omit<LongEndpoint<Schema>, 'work' | 'name' | 'path' | 'access' | 'query'>,
): LongEndpoint<Schema> {
  return { path, access, query, ...handler, work: 'long', name: path };
}
