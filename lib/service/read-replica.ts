import { setTimeout as pause } from 'node:timers/promises';
import type { LongAnswersStart } from '#lib/api/answers/long-answers';
import type { Environment } from '#lib/platform/environment';
import { EnvironmentError } from '#lib/platform/environment-error';
import type { Logger } from '#lib/platform/logger';

/** The replica that history is read from, where the operator named one. */
export interface ReadReplica extends Pick<LongAnswersStart, 'replica' | 'onReplicaFault'> {
  /** Null where there is none. */
  readonly isReplicaUsed: () => boolean | null;
  /** Looks each second at one that was away at the start, until it can be used or answers that are read there tell how it is. */
  readonly lookAgain: () => Promise<void>;
  readonly stopLooking: () => void;
}

/** Between two looks at a replica that was away at the start. */
const LOOK_EVERY_MS = 1_000;

/**
 * Looks at the replica of DATABASE_READ_URL; one that cannot be used now is told in the log once, and again when that changes. Rejects
 * with one sentence where it is none of DATABASE_URL.
 */
export async function openReadReplica(
  { databaseUrl, databaseReadUrl }: Pick<Environment, 'databaseUrl' | 'databaseReadUrl'>,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<ReadReplica> {
  if (databaseUrl === null || databaseReadUrl === null) return NO_REPLICA;
  const { inspectReplica, replicaLocation } = await import('#lib/store/replica-reads');
  const replica = await replicaLocation(databaseUrl, databaseReadUrl);
  let isUsed = true;
  const note = (fault: string | null) => {
    const wasUsed = isUsed;
    isUsed = fault === null;
    if (isUsed === wasUsed) return;
    if (fault === null) log.info('the read replica answers again');
    else log.warn({ cause: fault }, 'the read replica cannot be used; the primary answers');
  };
  note(await inspectReplica(replica));
  const looking = new AbortController();
  const { signal } = looking;
  return {
    replica,
    onReplicaFault: (fault) => {
      looking.abort();
      note(fault);
    },
    isReplicaUsed: () => isUsed,
    lookAgain: async () => {
      while (!isUsed && !signal.aborted) {
        await pause(LOOK_EVERY_MS, undefined, { ref: false });
        const fault = await inspectReplica(replica).catch(sentenceOf);
        if (!signal.aborted) note(fault);
      }
    },
    stopLooking: () => looking.abort(),
  };
}

const NO_REPLICA: ReadReplica = {
  replica: null,
  onReplicaFault: () => {},
  isReplicaUsed: () => null,
  lookAgain: () => Promise.resolve(),
  stopLooking: () => {},
};

function sentenceOf(error: unknown): string {
  if (error instanceof EnvironmentError) return error.message;
  throw error;
}
