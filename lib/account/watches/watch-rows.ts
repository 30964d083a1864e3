import type { FiredWatch, WatchRow } from '#lib/contract/watches';
import { DAY_MS } from '#lib/domain/durations';
import type { Store } from '#lib/store/store';
import type { NotedCrossing, PairWatch } from '#lib/store/watches/pair-watches';

/** For how long crossings are shown, as long as they are kept. */
export const FIRED_SHOWN_MS = 90 * DAY_MS;

/** What an account watches, and the newest that was noted of it since an instant. */
export async function readWatched(
  store: Pick<Store, 'readPairWatches' | 'readCrossings'>,
  accountId: string,
  sinceMs: number,
) {
  const watches = await store.readPairWatches(accountId);
  const crossings = await store.readCrossings({ accountId, sinceMs });
  return { watches, fired: firedWatches(watches, crossings) };
}

/** A watch as its owner sees it. */
export function watchRow({ id, base, quote, rule, createdAtMs, isBeyond }: PairWatch): WatchRow {
  return { id, from: base, to: quote, rule, createdAt: new Date(createdAtMs).toISOString(), isBeyond };
}

function firedWatches(
  watches: readonly PairWatch[],
  crossings: readonly NotedCrossing[],
): readonly FiredWatch[] {
  const byId = new Map(watches.map((watch) => [watch.id, watch]));
  return crossings.flatMap((crossing) => {
    const watch = byId.get(crossing.watchId);
    return watch ? [{ ...firedWatch(watch, crossing), id: String(crossing.id) }] : [];
  });
}

/** A crossing of a watch as its owner sees it; it gets its id when it is noted. */
export function firedWatch(
  { base, quote, rule }: PairWatch,
  crossing: Omit<NotedCrossing, 'id'>,
): Omit<FiredWatch, 'id'> {
  const { watchId, atMs, observedAtMs, rate, source, version, against } = crossing;
  return {
    watchId,
    from: base,
    to: quote,
    rule,
    at: new Date(atMs).toISOString(),
    rate,
    source,
    observedAt: new Date(observedAtMs).toISOString(),
    version,
    against,
  };
}
