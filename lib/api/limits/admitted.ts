import type { ApiError } from '#lib/contract/errors';
import type { QueuePlace } from './fair-queue.ts';
import type { LimitHeaders } from './limiter.ts';

/** Who an answer that takes long is made for. */
export interface Payer {
  /** Where it waits: one line a key, one an address of pages without an account, one for the pages that are rendered here. */
  readonly place: QueuePlace;
  /** Counts the request as so many more, or gives it back by -1; null where nothing is counted. */
  readonly charge: (requests: number) => LimitHeaders | null;
  /** Counts a receipt where there may not be as many as anybody likes; the seconds to wait for one, 0 where it may be made now. */
  readonly takeReceipt: () => number;
  /** Gives back one that was counted and not made. */
  readonly giveBackReceipt: () => void;
}

/** Whether a request is answered, and what the answer may be made of. */
export interface Admission {
  /** Why it is refused; null when it is not. */
  readonly error: ApiError | null;
  /** What the answer says of the caller's limit. */
  readonly limit: LimitHeaders | null;
  /** The only sources to answer from; null is every enabled one. */
  readonly allowedSources: ReadonlySet<string> | null;
  readonly payer: Payer;
  /** Whether the key would still be let in, to the same sources; counts nothing. What goes on being answered asks again. */
  readonly holds: () => boolean;
}
