import { isBeyond, watchedFigure } from '#lib/domain/series/pair-watch';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Clock } from '#lib/platform/clock';
import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';
import type { PairWatch, WatchLook } from '#lib/store/accounts/pair-watches';
import { crossedMessage } from './webhook-message.ts';

/** What looking at watches works with. */
export interface WatchKeeping {
  readonly store: Pick<Store, 'readPairWatches'> & { readonly write: Pick<Store['write'], 'noteWatchLooks'> };
  /** The newest figures, from which `/v1/rates/pair` answers. */
  readonly snapshot: () => RateSnapshot;
  readonly clock: Pick<Clock, 'real'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Looks at every watch when there are other figures, and once a minute. */
export interface KeptWatches {
  /** Says that there may be other figures. */
  readonly look: () => void;
  /** Resolves after the look that is under way. */
  readonly stop: () => Promise<void>;
}

/** For watches that were added since the last commit in another process, and looks that could not be noted. */
const LOOK_ANYWAY_MS = 60_000;

/**
 * Looks at each snapshot in turn; one that comes during a look waits, and of several that wait the newest counts. A watch
 * crosses when what it waits for is so now and was not at the last look. It crosses again only after it was not so.
 */
export function keepWatches(keeping: WatchKeeping): KeptWatches {
  const { snapshot, log } = keeping;
  let seenVersion: string | null = null;
  let isWaiting = false;
  let isStopped = false;
  let round: Promise<void> | null = null;
  const begin = () => {
    isWaiting = false;
    const seen = snapshot();
    seenVersion = seen.version;
    round = lookAtAll(keeping, seen)
      .catch((error: unknown) => log.error({ err: error }, 'the watches of pairs could not be looked at'))
      .finally(() => {
        round = null;
        if (isWaiting && !isStopped) begin();
      });
  };
  const lookNow = () => {
    if (round === null) begin();
    else isWaiting = true;
  };
  const timer = setInterval(lookNow, LOOK_ANYWAY_MS).unref();
  lookNow();
  return {
    look: () => {
      if (!isStopped && snapshot().version !== seenVersion) lookNow();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await round;
    },
  };
}

async function lookAtAll({ store, clock }: WatchKeeping, snapshot: RateSnapshot): Promise<void> {
  const watches = await store.readPairWatches(null);
  const looks = watches.flatMap((watch) => lookAtOne(watch, snapshot, clock.real().getTime()) ?? []);
  if (looks.length > 0) await store.write.noteWatchLooks(looks);
}

/** What is to be noted of a watch; null where all is as it was. */
function lookAtOne(watch: PairWatch, snapshot: RateSnapshot, atMs: number): WatchLook | null {
  const figure = watchedFigure(snapshot, watch);
  if (!figure) return null;
  const look = { watch, isBeyond: isBeyond(watch.rule, figure.rate) };
  if (look.isBeyond === watch.isBeyond) return null;
  if (watch.isBeyond !== false) return { ...look, crossed: null };
  const { rate, source, observedAt, version } = figure;
  const crossing = { atMs, rate, source, observedAtMs: observedAt.getTime(), version };
  return { ...look, crossed: { crossing, message: crossedMessage(watch, crossing) } };
}
