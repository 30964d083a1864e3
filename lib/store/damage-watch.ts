import type { Logger } from '#lib/platform/logger';
import { DatabaseUnavailable } from './database-unavailable.ts';
import type { Store } from './store.ts';

/** When the database is looked through, after the start and again and again; times in ms. */
export interface DamagePace {
  readonly firstMs: number;
  readonly everyMs: number;
}

/** When the start is over, and daily. */
export const DAMAGE_PACE: DamagePace = { firstMs: 60_000, everyMs: 24 * 3_600_000 };

/** Looks for damage by itself until it is stopped; what is found is logged, and from then on the store's fault. */
export function watchDamage(
  store: Pick<Store, 'findDamage'>,
  log: Pick<Logger, 'error'>,
  pace: DamagePace = DAMAGE_PACE,
): { readonly stop: () => void } {
  let timer: NodeJS.Timeout;
  const look = () => {
    timer = setTimeout(look, pace.everyMs).unref();
    store.findDamage().then(
      (found) => found && log.error({ reason: found.message }, 'the database is damaged'),
      (error: unknown) => {
        // A database that is away is told of by whatever else reads it.
        if (error instanceof DatabaseUnavailable) return;
        log.error({ err: error }, 'the database could not be looked through');
      },
    );
  };
  timer = setTimeout(look, pace.firstMs).unref();
  return { stop: () => clearTimeout(timer) };
}
