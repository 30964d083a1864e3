import type { KeyTable } from '#lib/account/key-table';
import { UNCHECKED } from '#lib/domain/health-machine';
import { readHealthState } from '#lib/domain/health-state-text';
import type { Logger } from '#lib/platform/logger';
import { type ChangeWatcher, watchChanges } from '#lib/store/change-watcher';
import type { StoredSourceState } from '#lib/store/source-states';
import type { Store } from '#lib/store/store';
import type { LiveSnapshot } from './live-snapshot.ts';
import type { NewestCheck } from './status-report.ts';

/** What a process answers from. */
export interface InMemory {
  readonly store: Store;
  readonly keys: KeyTable;
  readonly live: LiveSnapshot;
  readonly checks: Map<string, NewestCheck>;
}

/** Takes every commit of this and other processes into memory: rates, keys and what was found of the sources, each as its counter moves. */
export function followCommits(memory: InMemory, log: Logger): ChangeWatcher {
  return watchChanges(memory.store, {
    onChange: (newest, known) => takeIn(memory, newest, known),
    onSame: memory.keys.noteRead,
    onFailure: (error) => log.error({ err: error }, 'the database could not be read; memory is served'),
    onRecovery: () => log.info('the database is read again'),
  });
}

/** Takes in what other commits changed: only the parts whose counter moved. */
async function takeIn(
  { store, keys, live, checks }: InMemory,
  newest: Awaited<ReturnType<Store['readRevisions']>>,
  known: Awaited<ReturnType<Store['readRevisions']>> | null,
): Promise<void> {
  if (known?.keys !== newest.keys) keys.replaceAll(await store.readActiveApiKeys());
  keys.noteRead();
  if (known?.rates !== newest.rates) await live.load();
  if (known?.states !== newest.states) {
    for (const row of await store.readSourceStates()) checks.set(row.source, checkOf(row));
  }
}

function checkOf(row: StoredSourceState): NewestCheck {
  return {
    state: (row.state === null ? null : readHealthState(row.state)) ?? UNCHECKED,
    latencyMs: row.latency_ms,
    checkedAt: new Date(Number(row.last_checked_at)),
    intervalMs: Number(row.interval_ms ?? 0),
    sentence: row.reason,
  };
}
