import type { Store } from '#lib/store/store';
import type { KeyEvent } from '#lib/store/trail';
import type { KeyUsage, KeyUse } from './key-usage.ts';

/** Writes down once a minute what happened to keys while they were used. */
export interface KeyRecords {
  /** The key was sent without encryption; written down at most once an hour a key. */
  readonly noteSeenInClear: (keyId: string, address: string | null, nowMs: number) => void;
  /** Writes what is not written yet; rejects when the database cannot, and keeps it for the next time. */
  readonly flush: () => Promise<void>;
  /** Writes what is left and stops. */
  readonly close: () => Promise<void>;
}

/** What the records stand on. */
export interface KeyRecordsSetup {
  readonly usage: Pick<KeyUsage, 'takeUsage' | 'putBack'>;
  readonly write: Pick<Store['write'], 'addKeyUses' | 'appendKeyEvents'>;
  readonly now: () => Date;
  /** Hears when something could not be written; it is kept. */
  readonly onFailure: (error: unknown) => void;
}

/** `kill -9` loses at most the counts of this time. */
const FLUSH_MS = 60_000;

/** An owner need not read the same of a key more often. */
const SAME_EVENT_MS = 3_600_000;

/** Events that wait to be written at most; while the database is away, later ones are lost. */
const EVENTS_MAX = 10_000;

/** Flushes by itself until `close`. */
export function createKeyRecords({ usage, write, now, onFailure }: KeyRecordsSetup): KeyRecords {
  const events = createEvents();
  const writeDown = async () => {
    const uses = usage.takeUsage();
    try {
      const counted = uses.filter(({ requests }) => requests > 0);
      if (counted.length > 0) await write.addKeyUses(counted.map(rowOf));
    } catch (error) {
      usage.putBack(uses);
      throw error;
    }
    for (const use of uses) if (use.limited > 0) events.note(limitedEvent(use, now().getTime()));
    await events.handOver((told) => write.appendKeyEvents(told));
  };
  let flushing = Promise.resolve();
  const flush = () => {
    const flushed = flushing.then(writeDown);
    flushing = flushed.catch(() => {});
    return flushed;
  };
  const timer = setInterval(() => void flush().catch(onFailure), FLUSH_MS);
  timer.unref();
  return {
    noteSeenInClear: (keyId, address, atMs) =>
      events.note({ keyId, address, atMs, kind: 'seen-in-clear', detail: null }),
    flush,
    close: async () => {
      clearInterval(timer);
      await flush().catch(onFailure);
    },
  };
}

function rowOf({ keyId, day, requests, lastUsedAtMs }: KeyUse) {
  return { keyId, day, n: requests, lastUsedAtMs };
}

function limitedEvent({ keyId, limited }: KeyUse, atMs: number): KeyEvent {
  const detail = `${limited} ${limited === 1 ? 'request was' : 'requests were'} refused within a minute.`;
  return { keyId, atMs, address: null, kind: 'limited', detail };
}

/** Events that wait, each kind of a key once an hour. */
function createEvents() {
  let waiting: readonly KeyEvent[] = [];
  const toldAtMs = new Map<string, number>();
  return {
    note: (event: KeyEvent) => {
      const name = `${event.kind} ${event.keyId}`;
      const isToldAlready = event.atMs - (toldAtMs.get(name) ?? 0) < SAME_EVENT_MS;
      if (isToldAlready || waiting.length >= EVENTS_MAX) return;
      for (const [other, atMs] of toldAtMs) {
        if (event.atMs - atMs >= SAME_EVENT_MS) toldAtMs.delete(other);
      }
      toldAtMs.set(name, event.atMs);
      waiting = [...waiting, event];
    },
    handOver: async (write: (told: readonly KeyEvent[]) => Promise<void>) => {
      const told = waiting;
      if (told.length === 0) return;
      waiting = [];
      try {
        await write(told);
      } catch (error) {
        waiting = [...told, ...waiting];
        throw error;
      }
    },
  };
}
