import type { Revisions } from './revisions.ts';
import type { Store } from './store.ts';

/** How often the counters are read; a revocation must hold within two seconds in every process. */
const WATCH_INTERVAL_MS = 1000;

/** Tells of commits by any process, ours included. */
export interface ChangeWatcher {
  /** Reads the counters now and reports what moved; concurrent calls share one reading. */
  readonly check: () => Promise<void>;
  readonly stop: () => void;
}

/** What to do when a counter moved, and when the database could not be asked. */
export interface ChangeListener {
  readonly onChange: (newest: Revisions, known: Revisions | null) => Promise<void>;
  /** A reading that found everything as it was. */
  readonly onSame?: () => void;
  /** The first of a row of failed readings; what is in memory goes on being served. */
  readonly onFailure: (error: unknown) => void;
  /** The first reading that succeeded after a failed one. */
  readonly onRecovery: () => void;
}

/** Reads the revision counters once a second and calls the listener when one differs from the last that it took in. */
export function watchChanges(store: Pick<Store, 'readRevisions'>, listener: ChangeListener): ChangeWatcher {
  let known: Revisions | null = null;
  let checking: Promise<void> | null = null;
  const checkOnce = async () => {
    const newest = await store.readRevisions();
    if (known && isSame(known, newest)) {
      listener.onSame?.();
      return;
    }
    await listener.onChange(newest, known);
    known = newest;
  };
  const check = () => {
    checking ??= checkOnce().finally(() => {
      checking = null;
    });
    return checking;
  };
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

function isSame(known: Revisions, newest: Revisions): boolean {
  return known.rates === newest.rates && known.keys === newest.keys && known.states === newest.states;
}
