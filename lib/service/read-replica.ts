import type { LongAnswersStart } from '#lib/api/answers/long-answers';
import type { Environment } from '#lib/platform/environment';
import type { Logger } from '#lib/platform/logger';

/** The replica that history is read from, where the operator named one. */
export interface ReadReplica extends Pick<LongAnswersStart, 'replica' | 'onReplicaFault'> {
  /** Null where there is none. */
  readonly isReplicaUsed: () => boolean | null;
}

/**
 * Looks at the replica of DATABASE_READ_URL; one that cannot be used now is told in the log once, and again when that changes. Rejects
 * with one sentence where it is none of DATABASE_URL.
 */
export async function openReadReplica(
  { databaseUrl, databaseReadUrl }: Pick<Environment, 'databaseUrl' | 'databaseReadUrl'>,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<ReadReplica> {
  if (databaseUrl === null || databaseReadUrl === null)
    return { replica: null, onReplicaFault: () => {}, isReplicaUsed: () => null };
  const { inspectReplica, replicaLocation } = await import('#lib/store/replica-reads');
  const replica = await replicaLocation(databaseUrl, databaseReadUrl);
  let isUsed = true;
  const onReplicaFault = (fault: string | null) => {
    const wasUsed = isUsed;
    isUsed = fault === null;
    if (isUsed === wasUsed) return;
    if (fault === null) log.info('the read replica answers again');
    else log.warn({ cause: fault }, 'the read replica cannot be used; the primary answers');
  };
  onReplicaFault(await inspectReplica(replica));
  return { replica, onReplicaFault, isReplicaUsed: () => isUsed };
}
