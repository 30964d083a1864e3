import type { BrowserKeys } from '#lib/account/browser-key';
import type { KeyTable } from '#lib/account/key-table';
import type { StatusReport } from '#lib/contract/responses';
import type { RateSnapshot } from '#lib/domain/rate-snapshot';
import type { Clock } from '#lib/platform/clock';
import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';
import type { AnswerCache } from './answer-cache.ts';

/** What the handlers of /v1 stand on. Everything but `history` is memory. */
export interface ApiService {
  /** The snapshot that is valid now. */
  readonly snapshot: () => RateSnapshot;
  /** Takes in what was committed since, at once instead of within a second. */
  readonly catchUp: () => Promise<void>;
  readonly keys: Pick<KeyTable, 'verify'>;
  readonly browserKeys: BrowserKeys;
  readonly status: () => StatusReport;
  /** Cold history; the only reads that reach the database. */
  readonly history: Pick<Store, 'readSeries' | 'readPublicationInstants' | 'readRevisions'>;
  readonly answers: AnswerCache;
  /** Whether the door passes on a Content-Encoding; Next takes the header away and leaves the body as it is. */
  readonly encodesBodies: boolean;
  readonly clock: Clock;
  readonly log: Logger;
}
