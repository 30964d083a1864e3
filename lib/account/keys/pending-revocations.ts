import type { Logger } from '#lib/platform/logger';
import type { KeyReference } from '#lib/store/accounts/api-keys';
import type { Store } from '#lib/store/store';

/** Revocations that the database could not take: the keys are refused by this process, and it goes on trying. */
export interface PendingRevocations {
  readonly add: (revocation: KeyReference) => void;
  readonly stop: () => void;
}

/** What they stand on. */
export interface PendingRevocationsSetup {
  readonly write: Pick<Store['write'], 'revokeApiKey'>;
  readonly log: Pick<Logger, 'info'>;
  /** Takes the change into memory once it is written. */
  readonly catchUp: () => Promise<void>;
  readonly retryMs?: number;
}

const RETRY_MS = 5_000;

/** Tries each again every few seconds until it is written, in the order in which they came. */
export function keepPendingRevocations({
  write,
  log,
  catchUp,
  retryMs = RETRY_MS,
}: PendingRevocationsSetup): PendingRevocations {
  const waiting = new Map<string, KeyReference>();
  let timer: NodeJS.Timeout | null = null;
  const writeAll = async () => {
    for (const [id, revocation] of waiting) {
      await write.revokeApiKey(revocation);
      waiting.delete(id);
      log.info({ keyId: id }, 'a revocation that had to wait is written');
    }
    await catchUp();
  };
  const plan = () => {
    timer = setTimeout(() => {
      writeAll().catch(plan);
    }, retryMs).unref();
  };
  return {
    add: (revocation) => {
      if (waiting.size === 0) plan();
      waiting.set(revocation.id, revocation);
    },
    stop: () => {
      if (timer) clearTimeout(timer);
    },
  };
}
