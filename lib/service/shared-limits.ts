import cluster from 'node:cluster';
import type { RateLimits } from '#lib/api/limits/rate-limit';
import { type TellSpent, type Owed, shareLimits } from '#lib/api/limits/share-limits';
import { openWorkerChannel } from '#lib/platform/worker-channel';

/** Whether other processes count the same callers as this one. */
export function hasSharedLimits(): boolean {
  return cluster.isWorker;
}

/** Counts callers together with the other processes, where there are any, until it is stopped. */
export function openSharedLimits({ tables }: Pick<RateLimits, 'tables'>): { readonly stop: () => void } {
  if (!hasSharedLimits()) return { stop: () => {} };
  return shareLimits({ tables, exchange: askKeeper(), monotonicMs: () => performance.now() });
}

/** By the process that keeps the workers. */
function askKeeper(): TellSpent {
  const { ask } = openWorkerChannel();
  return async (spent) => asOwed(await ask(spent));
}

/** The process that keeps the workers answers exactly so. */
function asOwed(answer: unknown): Owed {
  return answer as Owed;
}
