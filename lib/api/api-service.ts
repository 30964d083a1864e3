import type { BrowserKeys } from '#lib/account/keys/browser-key';
import type { KeyTable } from '#lib/account/keys/key-table';
import type { KeyUsage } from '#lib/account/keys/key-usage';
import type { StatusReport } from '#lib/contract/responses';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Clock } from '#lib/platform/clock';
import type { Logger } from '#lib/platform/logger';
import type { NewReceipt } from '#lib/store/rates/receipts';
import type { Store } from '#lib/store/store';
import type { SnapshotViews } from './callers/allowed-sources.ts';
import type { AnswerCache } from '#lib/api/answers/answer-cache';
import type { CreditedSource } from '#lib/api/answers/rate-credit';
import type { HistoryStore } from '#lib/api/history/history-span';
import type { LongAnswers } from '#lib/api/answers/long-answers';
import type { RateLimits } from '#lib/api/limits/rate-limit';
import type { RateStreams } from '#lib/api/streams/rate-streams';

/** The reads that answers made from the database stand on. */
export type HistoryReads = HistoryStore &
  Pick<
    Store,
    | 'readBodies'
    | 'readDocuments'
    | 'readReplacedFigures'
    | 'readRevisions'
    | 'readSeriesKnownAt'
    | 'readSeriesWithOrigins'
    | 'readTickSeriesWithOrigins'
  >;

/** What the handlers of /v1 stand on. Everything but `history` is memory. */
export interface ApiService {
  /** The snapshot that is valid now. */
  readonly snapshot: () => RateSnapshot;
  /** Takes in the rates that were committed before the call, at once instead of within a second. */
  readonly catchUp: () => Promise<void>;
  readonly keys: Pick<KeyTable, 'find'>;
  readonly browserKeys: BrowserKeys;
  /** What pages may read when nobody is signed in; null when they may not. */
  readonly anonymous: AnonymousReading | null;
  readonly limits: RateLimits;
  readonly usage: Pick<KeyUsage, 'count'>;
  readonly views: SnapshotViews;
  readonly status: () => StatusReport;
  /** Another text for each report that `status` gives. */
  readonly statusName: () => string;
  /** History; the only reads that reach the database. Answers are made from it in a thread that opens its own. */
  readonly history: HistoryReads & Pick<Store, 'fault' | 'look' | 'readFeedLink'>;
  readonly answers: AnswerCache;
  /** Every enabled source. */
  readonly sources: readonly CreditedSource[];
  /** Stores a receipt before it is given; `known` where one of its name is there, `away` where it cannot be stored now. */
  readonly storeReceipt: (receipt: NewReceipt) => Promise<'stored' | 'known' | 'away'>;
  /** What takes long to answer. */
  readonly longAnswers: LongAnswers;
  /** What goes on being answered. */
  readonly streams: RateStreams;
  /** Whether the listener passes on a Content-Encoding; Next takes the header away and leaves the body as it is. */
  readonly encodesBodies: boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What somebody may read who is not signed in; null is every enabled source. */
export interface AnonymousReading {
  readonly allowedSources: ReadonlySet<string> | null;
}

/** What somebody reads who is signed in. */
export const EVERYTHING: AnonymousReading = { allowedSources: null };
