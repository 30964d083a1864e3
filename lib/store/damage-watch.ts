import type { Logger } from '#lib/platform/logger';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import type { Store } from './store.ts';

/** When the database is looked through, after the start and again and again; times in ms. */
export interface DamagePace {
  readonly firstMs: number;
  readonly everyMs: number;
}

/** Once the first requests are answered, in a process of its own, and daily. */
export const DAMAGE_PACE: DamagePace = { firstMs: 5_000, everyMs: 24 * 3_600_000 };

/** Hears of the sources whose newest figures were altered, and of which commit each was then; of none when all are well. */
export type AlteredListener = (sources: readonly string[], revisionOf: ReadonlyMap<string, number>) => void;

/**
 * Looks for damage by itself until it is stopped: at once in the newest figures, later and again and again in everything. What
 * is found is logged once, and from then on the store's fault.
 */
export function watchDamage(
  store: Pick<Store, 'findDamage' | 'findAltered' | 'readRevisions'>,
  log: Pick<Logger, 'error'>,
  onAltered: AlteredListener,
  pace: DamagePace = DAMAGE_PACE,
): { readonly stop: () => void } {
  let timer: NodeJS.Timeout;
  let told = '';
  const tell = (found: DatabaseUnavailable | null) => {
    if (found === null || found.message === told) return;
    told = found.message;
    log.error({ reason: told }, 'the database is damaged');
  };
  const fail = (error: unknown) => {
    // A database that is away is told of by whatever else reads it.
    if (error instanceof DatabaseUnavailable) return;
    log.error({ err: error }, 'the database could not be looked through');
  };
  const lookAtNewest = async () => {
    const { rateSources } = await store.readRevisions();
    const { sources, fault } = await store.findAltered();
    tell(fault);
    onAltered(sources, rateSources);
  };
  const look = () => {
    timer = setTimeout(look, pace.everyMs).unref();
    store.findDamage().then(tell).then(lookAtNewest).catch(fail);
  };
  lookAtNewest().catch(fail);
  timer = setTimeout(look, pace.firstMs).unref();
  return { stop: () => clearTimeout(timer) };
}
