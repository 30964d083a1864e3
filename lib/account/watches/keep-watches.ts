import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Clock } from '#lib/platform/clock';
import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';
import type { PairWatch, WatchLook } from '#lib/store/watches/pair-watches';
import { crossedMessage } from '#lib/account/webhooks/webhook-message';
import type { WatchReader } from './watch-reader.ts';
import { firedWatch } from './watch-rows.ts';

/** What looking at watches works with. */
export interface WatchKeeping {
  readonly store: Pick<Store, 'readPairWatches'> & { readonly write: Pick<Store['write'], 'noteWatchLooks'> };
  readonly reader: WatchReader;
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
 * Looks at each snapshot in turn; one that comes during a look waits, and of several that wait the newest counts. A watch is
 * told when it crosses: what it waits for is so now and was not at the last look. It is told again after it was not so.
 */
export function keepWatches(keeping: WatchKeeping): KeptWatches {
  const { reader, log } = keeping;
  let seenVersion: string | null = null;
  let isWaiting = false;
  let isStopped = false;
  let round: Promise<void> | null = null;
  const begin = () => {
    isWaiting = false;
    const snapshot = reader.snapshot();
    seenVersion = snapshot.version;
    round = lookAtAll(keeping, snapshot)
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
      if (!isStopped && reader.snapshot().version !== seenVersion) lookNow();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await round;
    },
  };
}

async function lookAtAll({ store, reader, clock }: WatchKeeping, snapshot: RateSnapshot): Promise<void> {
  const looks: WatchLook[] = [];
  const failures: unknown[] = [];
  for (const watch of await store.readPairWatches(null)) {
    // A day that could not be read keeps no other watch from being looked at.
    await lookAtOne(reader, watch, snapshot, clock.real().getTime()).then(
      (look) => look && looks.push(look),
      (error: unknown) => failures.push(error),
    );
  }
  if (looks.length > 0) await store.write.noteWatchLooks(looks);
  if (failures.length > 0) throw failures[0];
}

/** What is to be noted of a watch; null where all is as it was. */
async function lookAtOne(
  reader: WatchReader,
  watch: PairWatch,
  snapshot: RateSnapshot,
  atMs: number,
): Promise<WatchLook | null> {
  const { id: watchId, accountId, base, quote, rule, isBeyond: wasBeyond } = watch;
  const { figure, reading } = (await reader.lookAt({ base, quote, rule }, snapshot)) ?? {};
  if (!figure || !reading || reading.isBeyond === wasBeyond) return null;
  const { rate, source, observedAt, version } = figure;
  const crossing = {
    atMs,
    rate,
    source,
    observedAtMs: observedAt.getTime(),
    version,
    against: reading.against,
  };
  const look = { watchId, wasBeyond, isBeyond: reading.isBeyond };
  if (wasBeyond !== false) return { ...look, told: null };
  const message = crossedMessage(firedWatch(watch, { ...crossing, watchId }));
  return { ...look, told: { accountId, crossing, message } };
}
