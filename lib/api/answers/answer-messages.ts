import type { ApiError } from '#lib/contract/errors';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Result } from '#lib/domain/result';
import type { Environment } from '#lib/platform/environment';
import type { ReadLocation } from '#lib/store/open-store';
import type { Coding } from '#lib/api/http/accept-encoding';
import type { ReceiptIssuer } from '#lib/api/receipts/receipt-signer';
import type { NewReceipt } from '#lib/store/rates/receipts';
import type { SerialisedAnswer } from './prepared-answer.ts';

/** What the thread that makes answers is started with. */
export type ThreadStart = ReadLocation &
  Pick<Environment, 'createSource'> & { readonly issuer: ReceiptIssuer };

/** A question to the thread. */
export interface AnswerTask {
  readonly id: number;
  /** The name of a long endpoint. */
  readonly endpoint: string;
  /** The parsed query. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Null where it is the one of the task before. */
  readonly snapshot: RateSnapshot | null;
  /** How its caller wants the body. */
  readonly coding: Coding;
  /** The sources of the snapshot that count. */
  readonly sources: readonly string[];
  /** When it was asked, by the service's clock. */
  readonly askedAt: Date;
}

/** Tells the thread to end, between two tasks: one that is ended while it loads the database's library takes the process with it. */
export const END = 'end';

/** What the thread made. */
export interface MadeAnswer {
  readonly made: Result<SerialisedAnswer, ApiError>;
  /** How many commits of rates the database had seen once it was read; null where it is not read. */
  readonly revision: number | null;
  /** The receipt in the body that is to be stored before the body is given; null where there is none. */
  readonly toStore: NewReceipt | null;
}

/** The answer to the question, or what made it fail, `isAway` where that is the database. */
export type ThreadMessage =
  | ({ readonly id: number; readonly kind: 'made' } & MadeAnswer)
  | { readonly id: number; readonly kind: 'failed'; readonly error: Error; readonly isAway: boolean };
