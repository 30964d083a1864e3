import type { KeyTable } from '#lib/account/keys/key-table';
import { UNCHECKED } from '#lib/domain/health/health-machine';
import { readHealthState } from '#lib/domain/health/health-state-text';
import { DAY_MS } from '#lib/domain/durations';
import type { Clock } from '#lib/platform/clock';
import type { Logger } from '#lib/platform/logger';
import { type ChangeListener, watchChanges } from '#lib/store/engine/change-watcher';
import type { StoredSourceState } from '#lib/store/health/source-states';
import type { Store } from '#lib/store/store';
import type { LiveSnapshot } from './live-snapshot.ts';
import type { ReportedCheck } from '#lib/api/health/status-report';

/** What a process answers from. */
export interface InMemory {
  readonly store: Store;
  readonly keys: KeyTable;
  readonly live: LiveSnapshot;
  readonly clock: Pick<Clock, 'realMs'>;
  readonly checks: Map<string, ReportedCheck>;
  /** Hears of every look at the database, after what was new there is in memory. */
  readonly onLook?: (() => void) | undefined;
}

/** A clock that was a year ahead and is set right later must not have left out keys that work; the table itself tells which have ended. */
const CLOCK_ERROR_MS = 400 * DAY_MS;

/** Takes commits of this and other processes into memory; what was committed before a call is there when it resolves. */
export interface CommitFollower {
  /** Takes in what pages and /v1 tell: rates, and what was found of the sources. */
  readonly catchUp: () => Promise<void>;
  /** Takes in who may ask; never waits for rates. */
  readonly catchUpKeys: () => Promise<void>;
  readonly stop: () => void;
}

/** Follows the database's commits, keys by themselves, each part as its counter moves. */
export function followCommits(memory: InMemory, log: Logger): CommitFollower {
  const { store, keys, live, checks } = memory;
  const { readRevisions } = store;
  const outages = noteOutages(log);
  const keyChanges = watchChanges(readRevisions, {
    ...outages,
    subjects: ['keys'],
    onChange: async () => {
      keys.replaceAll(await store.readActiveApiKeys(memory.clock.realMs() - CLOCK_ERROR_MS));
      keys.noteRead();
    },
    onSame: keys.noteRead,
  });
  const rateChanges = watchChanges(readRevisions, {
    ...outages,
    subjects: ['rates', 'states'],
    onChange: async (newest, known) => {
      if (known?.rates !== newest.rates) await live.load();
      if (known?.states !== newest.states) {
        for (const row of await store.readSourceStates()) checks.set(row.source, checkOf(row));
      }
      memory.onLook?.();
    },
    onSame: () => {
      // What turns by time is turned, and the next figures read, whether or not somebody asks.
      live.current();
      memory.onLook?.();
    },
  });
  return {
    catchUp: rateChanges.check,
    catchUpKeys: keyChanges.check,
    stop: () => {
      keyChanges.stop();
      rateChanges.stop();
    },
  };
}

/** One outage of the database is told once, whoever notices its beginning and end first. */
function noteOutages(log: Logger): Pick<ChangeListener, 'onFailure' | 'onRecovery'> {
  let isAway = false;
  return {
    onFailure: (error) => {
      if (!isAway) log.error({ err: error }, 'the database could not be read; memory is served');
      isAway = true;
    },
    onRecovery: () => {
      if (isAway) log.info('the database is read again');
      isAway = false;
    },
  };
}

function checkOf(row: StoredSourceState): ReportedCheck {
  return {
    state: (row.state === null ? null : readHealthState(row.state)) ?? UNCHECKED,
    latencyMs: row.latency_ms,
    checkedAt: new Date(Number(row.last_checked_at)),
    intervalMs: Number(row.interval_ms ?? 0),
    sentence: row.reason,
  };
}
