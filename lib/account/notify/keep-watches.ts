import { type Crossing, isBeyond, type PairWatch } from '#lib/domain/series/pair-watch';
import { roundExact } from '#lib/domain/rates/exact-number';
import type { Pair } from '#lib/domain/rates/pair';
import { DEFAULT_CHOICE, findRate } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Clock } from '#lib/platform/clock';
import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';
import type { WatchLook } from '#lib/store/accounts/pair-watches';
import { keepLooking, type Looking } from './keep-looking.ts';
import { crossedMessage } from './webhook-message.ts';

/** What looking at watches works with. */
export interface WatchKeeping {
  readonly store: Pick<Store, 'readPairWatches'> & { readonly write: Pick<Store['write'], 'noteWatchLooks'> };
  /** The newest figures, from which `/v1/rates/pair` answers. */
  readonly snapshot: () => RateSnapshot;
  readonly clock: Pick<Clock, 'real'>;
  readonly log: Pick<Logger, 'error'>;
}

/** For watches that were added since the last commit in another process, and looks that could not be noted. */
const LOOK_ANYWAY_MS = 60_000;

/**
 * Looks at every watch when there are other figures, and once a minute. A watch crosses when what it waits for is so now and
 * was not at the last look. It crosses again only after it was not so.
 */
export function keepWatches({ store, snapshot, clock, log }: WatchKeeping): Looking {
  let seenVersion: string | null = null;
  const lookAtAll = async () => {
    const seen = snapshot();
    seenVersion = seen.version;
    const watches = await store.readPairWatches(null);
    const looks = watches.flatMap((watch) => lookAtOne(watch, seen, clock.real()) ?? []);
    if (looks.length > 0) await store.write.noteWatchLooks(looks);
  };
  const { look, stop } = keepLooking(lookAtAll, LOOK_ANYWAY_MS, (error) =>
    log.error({ err: error }, 'the watches of pairs could not be looked at'),
  );
  return {
    look: () => {
      if (snapshot().version !== seenVersion) look();
    },
    stop,
  };
}

/** What is to be noted of a watch; null where all is as it was. */
function lookAtOne(watch: PairWatch, snapshot: RateSnapshot, now: Date): WatchLook | null {
  const figure = watchedFigure(snapshot, watch);
  if (!figure || isBeyond(watch.rule, figure.rate) === watch.isBeyond) return null;
  if (watch.isBeyond) return { watch: { ...watch, isBeyond: false }, message: null };
  const crossed = { at: now.toISOString(), ...figure };
  return { watch: { ...watch, isBeyond: true, crossed }, message: crossedMessage(watch, crossed) };
}

/** The figure of a pair in a snapshot as `/v1/rates/pair` answers it; null where there is none, and where it is stale. */
export function watchedFigure(snapshot: RateSnapshot, pair: Pair): Omit<Crossing, 'at'> | null {
  const found = findRate(snapshot, pair, DEFAULT_CHOICE);
  if (!found.ok || found.value.stale) return null;
  const { rate, source, observedAt } = found.value;
  return {
    rate: roundExact(rate),
    source,
    observedAt: observedAt.toISOString(),
    version: snapshot.version,
  };
}
