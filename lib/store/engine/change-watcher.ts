import type { Revisions, RevisionSubject } from './revisions.ts';

/** How often the counters are read; a revocation must hold within two seconds in every process. */
const WATCH_INTERVAL_MS = 1000;

/** Tells of commits by any process, ours included. */
export interface ChangeWatcher {
  /**
   * Reads the counters and reports what moved. The reading begins after the call, so that it sees what the caller committed;
   * calls that wait for one under way share the next.
   */
  readonly check: () => Promise<void>;
  readonly stop: () => void;
}

/** What to do when a counter moved, and when the database could not be asked. */
export interface ChangeListener {
  /** The counters that matter. */
  readonly subjects: readonly RevisionSubject[];
  readonly onChange: (newest: Revisions, known: Revisions | null) => Promise<void>;
  /** A reading that found everything as it was. */
  readonly onSame?: () => void;
  /** The first of a row of failed readings; what is in memory goes on being served. */
  readonly onFailure: (error: unknown) => void;
  /** The first reading that succeeded after a failed one. */
  readonly onRecovery: () => void;
}

/** Reads the revision counters once a second and calls the listener when one differs from the last that it took in. */
export function watchChanges(
  readRevisions: () => Promise<Revisions>,
  listener: ChangeListener,
): ChangeWatcher {
  let known: Revisions | null = null;
  const check = oneAtATime(async () => {
    const newest = await readRevisions();
    const before = known;
    if (before && listener.subjects.every((subject) => before[subject] === newest[subject])) {
      listener.onSame?.();
      return;
    }
    await listener.onChange(newest, before);
    known = newest;
  });
  let isFailing = false;
  const watch = async () => {
    try {
      await check();
      if (isFailing) listener.onRecovery();
      isFailing = false;
    } catch (error) {
      if (!isFailing) listener.onFailure(error);
      isFailing = true;
    }
  };
  const timer = setInterval(() => void watch(), WATCH_INTERVAL_MS);
  timer.unref();
  return { check, stop: () => clearInterval(timer) };
}

/** Work of which one run is under way at most, and which begins after each call for it. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = () => {
    next = null;
    const run = work().finally(() => {
      if (running === run) running = null;
    });
    running = run;
    return run;
  };
  return () => {
    if (running === null) return start();
    next ??= running.catch(() => {}).then(start);
    return next;
  };
}
