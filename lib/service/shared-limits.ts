import cluster from 'node:cluster';
import type { RateLimits } from '#lib/api/limits/rate-limit';
import { type Owed, shareLimits, type TellSpent } from '#lib/api/limits/share-limits';
import type { Environment } from '#lib/platform/environment';
import type { Logger } from '#lib/platform/logger';
import { openWorkerChannel } from '#lib/platform/worker-channel';
import { openRedisTable } from './redis-table.ts';

/** Limits that several processes count together. */
export interface SharedLimits {
  /** Null where Redis has no part in it. */
  readonly isRedisReached: () => boolean | null;
  readonly stop: () => void;
}

type Sharing = Pick<Environment, 'redisUrl' | 'workers'>;

/** Whether other processes count the same callers as this one. */
export function hasSharedLimits({ redisUrl }: Sharing): boolean {
  return redisUrl !== null || cluster.isWorker;
}

/** Counts callers together with the other processes, where there are any, until it is stopped. */
export function openSharedLimits(
  { tables }: Pick<RateLimits, 'tables'>,
  environment: Sharing,
  log: Pick<Logger, 'info' | 'warn'>,
): SharedLimits {
  const monotonicMs = () => performance.now();
  const { redisUrl, workers } = environment;
  if (redisUrl === null) {
    if (!cluster.isWorker) return NOT_SHARED;
    const sharing = { tables, exchange: askKeeper(), processes: () => workers, monotonicMs };
    return { ...NOT_SHARED, ...shareLimits(sharing) };
  }
  const table = openRedisTable(redisUrl);
  let isReached = true;
  const { stop } = shareLimits({
    tables,
    exchange: table.tell,
    processes: () => Math.max(workers, table.processes()),
    monotonicMs,
    onReach: (failure) => {
      isReached = failure === null;
      if (isReached) log.info('limits are shared through Redis again');
      else log.warn({ code: codeOf(failure) }, 'Redis cannot be reached; each process lets its share pass');
    },
  });
  return {
    isRedisReached: () => isReached,
    stop: () => {
      stop();
      table.close();
    },
  };
}

const NOT_SHARED: SharedLimits = { isRedisReached: () => null, stop: () => {} };

/** By the process that keeps the workers. */
function askKeeper(): TellSpent {
  const { ask } = openWorkerChannel();
  return async (spent) => (spent.length === 0 ? [] : asOwed(await ask(spent)));
}

/** Never the whole failure, which names the address. */
function codeOf(failure: unknown): string {
  if (failure instanceof Error && 'code' in failure) return String(failure.code);
  // Redis begins what it refuses with a word for it.
  const [, word = 'no answer'] =
    /^([A-Z]{3,20}) /.exec(failure instanceof Error ? failure.message : '') ?? [];
  return word;
}

/** The process that keeps the workers answers exactly so. */
function asOwed(answer: unknown): Owed {
  return answer as Owed;
}
