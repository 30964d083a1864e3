import { buildSnapshot, type RateSnapshot } from '#lib/domain/rate-snapshot';
import {
  isLegalSource,
  type LegalSource,
  type SourceDescription,
  type StoredSource,
} from '#lib/domain/stored-source';
import type { Clock } from '#lib/platform/clock';
import type { Store } from '#lib/store/store';
import { readStoredSource, type SourceReads } from '#lib/store/stored-sources';

/** The snapshot that requests read: swapped in one assignment after a commit, rebuilt in memory when an age turns. */
export interface LiveSnapshot {
  readonly current: () => RateSnapshot;
  /** Reads what other commits changed since the last load, all of one data commit. */
  readonly load: () => Promise<void>;
}

type SnapshotStore = SourceReads & Pick<Store, 'readRevisions'>;

/** What was read of one source, and the number of the source's own commit that it is of. */
interface LoadedSource {
  readonly stored: StoredSource | LegalSource;
  readonly revision: number;
}

/** Readings that a commit may cut into before the last one is taken as it is; the next change notice mends it. */
const LOAD_TRIES = 5;

/** An empty snapshot of the given sources (in priority order) until the first `load`. */
export function createLiveSnapshot(
  descriptions: readonly (SourceDescription | LegalSource)[],
  store: SnapshotStore,
  clock: Clock,
  onFailure: (error: unknown) => void = () => {},
): LiveSnapshot {
  let loaded: readonly LoadedSource[] = descriptions.map((description) => ({
    stored: isLegalSource(description) ? description : nothingOf(description),
    revision: -1,
  }));
  let loadedRevision = 0;
  const build = (now: Date) =>
    buildSnapshot(
      loaded.map(({ stored }) => stored),
      loadedRevision,
      now,
    );
  let snapshot = build(clock.service());
  let validUntilMs = snapshot.validUntil.getTime();
  const show = (built: RateSnapshot) => {
    snapshot = built;
    validUntilMs = built.validUntil.getTime();
  };
  const load = async () => {
    const newest = await readOneCommit(loaded, store, clock.service());
    loaded = newest.loaded;
    loadedRevision = newest.revision;
    show(build(clock.service()));
  };
  return {
    current: () => {
      if (clock.serviceMs() >= validUntilMs) {
        const now = clock.service();
        show(build(now));
        // Until it is read the former figures stand, under the former version.
        if (loaded.some(({ stored }) => isDue(stored, now))) void load().catch(onFailure);
      }
      return snapshot;
    },
    load,
  };
}

function nothingOf(description: SourceDescription): StoredSource {
  return description.cadence === 'fixing'
    ? { description, publications: [], pairs: new Set() }
    : { description, quotes: [], pairs: new Set() };
}

/** Whether a figure that was stored ahead of its time begins to count. */
function isDue(stored: StoredSource | LegalSource, now: Date): boolean {
  return 'nextAt' in stored && stored.nextAt !== undefined && stored.nextAt <= now;
}

/**
 * Reads every source that a commit changed since it was last read, again when a commit came in between, so that a version
 * never names the figures of two.
 */
async function readOneCommit(
  known: readonly LoadedSource[],
  store: SnapshotStore,
  now: Date,
): Promise<{ readonly loaded: readonly LoadedSource[]; readonly revision: number }> {
  let loaded = known;
  for (let attempt = 1; ; attempt += 1) {
    const before = await store.readRevisions();
    const next: LoadedSource[] = [];
    for (const source of loaded) next.push(await readAnew(store, source, before.rateSources, now));
    loaded = next;
    const after = await store.readRevisions();
    if (before.rates === after.rates || attempt === LOAD_TRIES) return { loaded, revision: before.rates };
  }
}

async function readAnew(
  store: SnapshotStore,
  known: LoadedSource,
  revisions: ReadonlyMap<string, number>,
  now: Date,
): Promise<LoadedSource> {
  const { stored } = known;
  if (isLegalSource(stored)) return known;
  const { description } = stored;
  const revision = revisions.get(description.id) ?? 0;
  if (revision === known.revision && !isDue(stored, now)) return known;
  return { stored: await readStoredSource(store, description, now), revision };
}
