import { buildSnapshot, type RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import {
  isPegSource,
  type PegSource,
  type SourceDescription,
  type StoredSource,
} from '#lib/domain/rates/stored-source';
import type { Clock } from '#lib/platform/clock';
import type { Store } from '#lib/store/store';
import { isRunningOut, readStoredSource, type SourceReads } from '#lib/store/stored-sources';

/** The snapshot that requests read: swapped in one assignment after a commit, rebuilt in memory when something turns by time. */
export interface LiveSnapshot {
  /**
   * The snapshot of now. Where the clock has passed what is in memory it is the last one of which all figures are here,
   * under its own version, until the next ones are read.
   */
  readonly current: () => RateSnapshot;
  /** Reads what other commits changed since the last load, all of one data commit. */
  readonly load: () => Promise<void>;
}

type SnapshotStore = SourceReads & Pick<Store, 'readRevisions'>;

/** What was read of one source, when, and the number of the source's own commit that it is of. */
interface LoadedSource {
  readonly stored: StoredSource | PegSource;
  readonly revision: number;
  readonly readAt: Date;
}

/** Readings that a commit may cut into before the last one is taken as it is; the next change notice mends it. */
const LOAD_TRIES = 5;

/** How long the store is left alone after the last time that it was asked for later publications. */
const READ_AHEAD_PAUSE_MS = 1000;

/** An empty snapshot of the given sources (in priority order) until the first `load`. */
export function createLiveSnapshot(
  descriptions: readonly (SourceDescription | PegSource)[],
  store: SnapshotStore,
  clock: Clock,
  onFailure: (error: unknown) => void = () => {},
): LiveSnapshot {
  let loaded: readonly LoadedSource[] = descriptions.map((description) => ({
    stored: isPegSource(description) ? description : nothingOf(description),
    revision: -1,
    readAt: clock.service(),
  }));
  let loadedRevision = 0;
  const buildAt = (now: Date) => buildSnapshot(loaded.map(ofRevision), loadedRevision, now);
  let snapshot = buildAt(clock.service());
  let asOfMs = snapshot.asOf.getTime();
  let validUntilMs = snapshot.validUntil.getTime();
  let isWaiting = false;
  const show = () => {
    const now = clock.service();
    snapshot = buildAt(now);
    asOfMs = snapshot.asOf.getTime();
    validUntilMs = snapshot.validUntil.getTime();
    isWaiting = snapshot.asOf < now;
  };
  const load = oneAfterAnother(async () => {
    const newest = await readOneCommit(loaded, store, clock.service());
    loaded = newest.loaded;
    loadedRevision = newest.revision;
    show();
  });
  let readAheadAtMs = Number.NEGATIVE_INFINITY;
  const readAhead = () => {
    const isTime = performance.now() - readAheadAtMs >= READ_AHEAD_PAUSE_MS;
    if (!isTime || !loaded.some(({ stored }) => isShort(stored, clock.service()))) return;
    readAheadAtMs = performance.now();
    load().catch(onFailure);
  };
  return {
    current: () => {
      const nowMs = clock.serviceMs();
      if (nowMs < asOfMs) {
        // The clock was put back: what was built for later is of the future now, and what is read for it may lack figures.
        show();
        load().catch(onFailure);
      } else if (nowMs >= validUntilMs) {
        // One that waits for figures stays as it is, however often it is asked for.
        if (!isWaiting) show();
        readAhead();
      }
      return snapshot;
    },
    load,
  };
}

function ofRevision({ stored, revision }: LoadedSource): StoredSource | PegSource {
  return isPegSource(stored) ? stored : { ...stored, revision };
}

function nothingOf(description: SourceDescription): StoredSource {
  return description.cadence === 'fixing'
    ? { description, publications: [], pairs: new Set() }
    : { description, quotes: [], pairs: new Set() };
}

function isShort(stored: StoredSource | PegSource, now: Date): boolean {
  return !isPegSource(stored) && isRunningOut(stored, now);
}

/** Work of which each run begins when the one before is over, so that an older reading never takes a newer one's place. */
function oneAfterAnother(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    const run = last.catch(() => {}).then(work);
    last = run;
    return run;
  };
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
  if (isPegSource(stored)) return known;
  const { description } = stored;
  const revision = revisions.get(description.id) ?? 0;
  const isAhead = now >= known.readAt && !isRunningOut(stored, now);
  if (revision === known.revision && isAhead) return known;
  return { stored: await readStoredSource(store, description, now), revision, readAt: now };
}
