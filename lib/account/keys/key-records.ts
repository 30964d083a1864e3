import type { Store } from '#lib/store/store';
import type { KeyEvent } from '#lib/store/accounts/audit-log';
import type { KeyUsage, KeyUse } from './key-usage.ts';

/** What readers of keys ask this process, which may have counted uses that the database has not. */
export interface KeyUses extends Pick<KeyUsage, 'lastUsedAtMs'> {
  /**
   * Resolves when the database has all uses of these keys that this process has counted, or after half a second: nobody waits
   * for a database that cannot take them.
   */
  readonly written: (keyIds: readonly string[]) => Promise<void>;
}

/** Writes down every 20 seconds what happened to keys while they were used, and the first use of a key within half a second. */
export interface KeyRecords extends KeyUses {
  /** The key was sent without encryption; written down at most once an hour a key. */
  readonly noteSeenInClear: (keyId: string, address: string | null, nowMs: number) => void;
  /** Writes what is not written yet; rejects when the database cannot, and keeps it for the next time. */
  readonly flush: () => Promise<void>;
  /** Writes what is left and stops. */
  readonly close: () => Promise<void>;
}

/** What the records stand on. */
export interface KeyRecordsSetup {
  readonly usage: Pick<KeyUsage, 'takeUsage' | 'putBack' | 'isWaiting' | 'hasFirstUse' | 'lastUsedAtMs'>;
  readonly write: Pick<Store['write'], 'addKeyUses' | 'appendKeyEvents'>;
  readonly now: () => Date;
  /** Hears of the first of a row of failures; what could not be written is kept. */
  readonly onFailure: (error: unknown) => void;
}

/** `kill -9` may lose a minute of counts; this leaves time for a write that takes long or fails. */
const FLUSH_MS = 20_000;

/** Whoever has just made a key watches for its first request, maybe in another process of this database. */
const FIRST_USE_MS = 500;

/** How long a reader waits for counts to be written. */
const WRITTEN_WITHIN_MS = 500;

/** Counts written in one transaction: a revocation does not wait for those of all keys. */
const USES_AT_ONCE = 2000;

/** An owner need not read the same of a key more often. */
const SAME_EVENT_MS = 3_600_000;

/** Events that wait to be written at most; while the database is away, later ones are lost. */
const EVENTS_MAX = 10_000;

/** Flushes by itself until `close`. */
export function createKeyRecords({ usage, write, now, onFailure }: KeyRecordsSetup): KeyRecords {
  const events = createEvents();
  const refusals = createRefusals();
  const writeDown = async (tellsAll: boolean) => {
    const uses = usage.takeUsage();
    for (let start = 0; start < uses.length; start += USES_AT_ONCE) {
      const counted = uses.slice(start, start + USES_AT_ONCE).filter(({ requests }) => requests > 0);
      try {
        if (counted.length > 0) await write.addKeyUses(counted.map(rowOf));
      } catch (error) {
        usage.putBack(uses.slice(start));
        throw error;
      }
    }
    for (const { keyId, limited } of uses) if (limited > 0) refusals.add(keyId, limited);
    for (const event of refusals.takeDue(now().getTime(), tellsAll)) events.add(event);
    await events.handOver((told) => write.appendKeyEvents(told));
  };
  let isLast = false;
  const { flush, isBusy } = inLine(() => writeDown(isLast));
  let isFailing = false;
  const flushAlone = async () => {
    try {
      await flush();
      isFailing = false;
    } catch (error) {
      if (!isFailing) onFailure(error);
      isFailing = true;
    }
  };
  const timers = [
    setInterval(() => void flushAlone(), FLUSH_MS),
    setInterval(() => {
      if (usage.hasFirstUse()) void flushAlone();
    }, FIRST_USE_MS),
  ];
  for (const timer of timers) timer.unref();
  return {
    noteSeenInClear: (keyId, address, atMs) =>
      events.noteHourly({ keyId, address, atMs, kind: 'seen-in-clear', detail: null }),
    flush,
    lastUsedAtMs: usage.lastUsedAtMs,
    written: async (keyIds) => {
      if (!isBusy() && !keyIds.some(usage.isWaiting)) return;
      await within(WRITTEN_WITHIN_MS, flushAlone());
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      isLast = true;
      await flushAlone();
    },
  };
}

/** Writes one after the other. One that has not begun takes with it what is counted until then, so a second never waits. */
function inLine(writeDown: () => Promise<void>) {
  let before = Promise.resolve();
  let waiting: Promise<void> | null = null;
  let isWriting = false;
  const write = async () => {
    waiting = null;
    isWriting = true;
    await writeDown().finally(() => {
      isWriting = false;
    });
  };
  return {
    flush: () => {
      if (waiting) return waiting;
      const flushed = before.then(write);
      waiting = flushed;
      before = flushed.catch(() => {});
      return flushed;
    },
    isBusy: () => waiting !== null || isWriting,
  };
}

/** Waits for something, but no longer than so. */
function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}

function rowOf({ keyId, day, requests, lastUsedAtMs }: KeyUse) {
  return { keyId, day, n: requests, lastUsedAtMs };
}

/** What was told at an instant to come, before the clock was put back, holds up nothing. */
function isWithinHour(toldAtMs: number, nowMs: number): boolean {
  return toldAtMs <= nowMs && nowMs - toldAtMs < SAME_EVENT_MS;
}

/** Refused requests by key until they are told: the first at once, later ones of a key together an hour after it. */
function createRefusals() {
  const counted = new Map<string, { n: number; toldAtMs: number }>();
  return {
    add: (keyId: string, n: number) => {
      const known = counted.get(keyId) ?? { n: 0, toldAtMs: Number.NEGATIVE_INFINITY };
      counted.set(keyId, { ...known, n: known.n + n });
    },
    takeDue: (nowMs: number, isLast: boolean): readonly KeyEvent[] => {
      const due: KeyEvent[] = [];
      for (const [keyId, { n, toldAtMs }] of counted) {
        if (isWithinHour(toldAtMs, nowMs) && !isLast) continue;
        if (n === 0) counted.delete(keyId);
        else counted.set(keyId, { n: 0, toldAtMs: nowMs });
        if (n > 0) due.push(limitedEvent(keyId, n, nowMs));
      }
      return due;
    },
  };
}

function limitedEvent(keyId: string, n: number, atMs: number): KeyEvent {
  const detail = `${n} ${n === 1 ? 'request was' : 'requests were'} refused within the hour.`;
  return { keyId, atMs, address: null, kind: 'limited', detail };
}

/** Events that wait to be written. */
function createEvents() {
  let waiting: readonly KeyEvent[] = [];
  const toldAtMs = new Map<string, number>();
  const add = (event: KeyEvent) => {
    if (waiting.length < EVENTS_MAX) waiting = [...waiting, event];
  };
  return {
    add,
    /** Adds it unless its key had one within the hour. */
    noteHourly: (event: KeyEvent) => {
      const { keyId, atMs } = event;
      if (isWithinHour(toldAtMs.get(keyId) ?? Number.NEGATIVE_INFINITY, atMs)) return;
      for (const [other, otherMs] of toldAtMs) if (!isWithinHour(otherMs, atMs)) toldAtMs.delete(other);
      toldAtMs.set(keyId, atMs);
      add(event);
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
