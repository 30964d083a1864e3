import type { ApiError } from '#lib/contract/errors';
import type { ReceiptContent } from '#lib/domain/receipts/receipt';
import type { Result } from '#lib/domain/result';
import type { NewReceipt } from '#lib/store/receipts/receipts';

/** Whether a key is needed. */
export type EndpointAccess = 'keyed' | 'public';

/** What a handler answers with when it has an answer: the body, and what the headers must say of it. */
export interface Success {
  readonly body: object;
  /** Whether a stale figure was used. */
  readonly stale: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a receipt of this answer is to say, where one was asked for. */
  readonly toSign?: ReceiptContent;
  /** The receipt in the body, which is not given unless it is stored. */
  readonly toStore?: NewReceipt;
}

/** A handler's answer: a body, or a failure named by its code. */
export type Answer = Result<Success, ApiError>;
