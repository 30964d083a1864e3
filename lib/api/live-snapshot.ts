import {
  buildSnapshot,
  type LegalSource,
  isLegalSource,
  PUBLICATIONS_KEPT,
  type RateSnapshot,
  type SourceDescription,
  type StoredSource,
} from '#lib/domain/rate-snapshot';
import type { Clock } from '#lib/platform/clock';
import type { Store } from '#lib/store/store';

/** The snapshot that requests read: swapped in one assignment after a commit, rebuilt in memory when an age turns. */
export interface LiveSnapshot {
  readonly current: () => RateSnapshot;
  /** Reads the newest publications anew, all of one data commit. */
  readonly load: () => Promise<void>;
}

type SnapshotStore = Pick<Store, 'readNewestPublications' | 'readRevisions'>;

/** Readings that a commit may cut into before the last one is taken as it is; the next change notice mends it. */
const LOAD_TRIES = 5;

/** An empty snapshot of the given sources (in priority order) until the first `load`. */
export function createLiveSnapshot(
  descriptions: readonly (SourceDescription | LegalSource)[],
  store: SnapshotStore,
  clock: Clock,
  onFailure: (error: unknown) => void = () => {},
): LiveSnapshot {
  let stored: readonly (StoredSource | LegalSource)[] = descriptions.map((description) =>
    isLegalSource(description) ? description : { description, publications: [], pairs: new Set() },
  );
  let loadedRevision = 0;
  let snapshot = buildSnapshot(stored, loadedRevision, clock.service());
  const load = async () => {
    const newest = await readOneCommit(descriptions, store, clock.service());
    stored = newest.stored;
    loadedRevision = newest.revision;
    snapshot = buildSnapshot(stored, loadedRevision, clock.service());
  };
  return {
    current: () => {
      const now = clock.service();
      if (now >= snapshot.validUntil) {
        snapshot = buildSnapshot(stored, loadedRevision, now);
        const isDue = stored.some(
          (source) => !isLegalSource(source) && source.nextAt && source.nextAt <= now,
        );
        // Until it is read the former figures stand, under the former version.
        if (isDue) void load().catch(onFailure);
      }
      return snapshot;
    },
    load,
  };
}

/** Reads every source, again when a commit came in between, so that a version never names the figures of two. */
async function readOneCommit(
  descriptions: readonly (SourceDescription | LegalSource)[],
  store: SnapshotStore,
  now: Date,
): Promise<{ readonly stored: readonly (StoredSource | LegalSource)[]; readonly revision: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await store.readRevisions();
    const stored: (StoredSource | LegalSource)[] = [];
    for (const description of descriptions) {
      stored.push(isLegalSource(description) ? description : await readSource(store, description, now));
    }
    const after = await store.readRevisions();
    if (before.rates === after.rates || attempt === LOAD_TRIES) return { stored, revision: before.rates };
  }
}

async function readSource(
  store: SnapshotStore,
  description: SourceDescription,
  now: Date,
): Promise<StoredSource> {
  const newest = await store.readNewestPublications(description.id, PUBLICATIONS_KEPT, now.getTime());
  const { pairs, publications, bodies, nextAtMs } = newest;
  const documents = new Map(
    bodies.map(({ id, url, sha256, fetchedAtMs }) => [
      id,
      { url, sha256, firstSeenAt: new Date(fetchedAtMs) },
    ]),
  );
  return {
    description,
    pairs: new Set(pairs),
    ...(nextAtMs !== null && { nextAt: new Date(nextAtMs) }),
    publications: publications.map(({ observedAtMs, figures }) => ({
      observedAt: new Date(observedAtMs),
      figures: figures.map(({ bodyId, ...figure }) => {
        const document = documents.get(bodyId);
        return document ? { ...figure, document } : figure;
      }),
    })),
  };
}
