import type { Health } from '#lib/domain/health/source-health';
import type { DatabaseFaultKind, DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import type { Engine } from '#lib/store/engine/engine';
import type { Store } from '#lib/store/store';

/** What is known of the database at a moment. */
export interface DatabaseFacts {
  /** Whether the newest reading succeeded. */
  readonly isRead: boolean;
  /** How long that took. */
  readonly latencyMs: number;
  /** What the store met, in any read or write; null for nothing. */
  readonly fault: DatabaseUnavailable | null;
}

/** A database that takes this long is degraded. */
const DATABASE_MAX_MS = 1_000;

/** The state of the database: degraded while it can be read and something is wrong, in outage when it cannot be read. */
export function databaseHealth({ isRead, latencyMs, fault }: DatabaseFacts): Health {
  if (!isRead || isUnreadable(fault)) return 'outage';
  return fault !== null || latencyMs > DATABASE_MAX_MS ? 'degraded' : 'operational';
}

/**
 * Whether who reads would wait for a database that is known to be away. Then the database is looked at, so that its return is
 * noticed by those who ask for it.
 */
export function isKnownAway(store: Pick<Store, 'fault' | 'look'>): boolean {
  if (!isUnreadable(store.fault())) return false;
  void store.look();
  return true;
}

function isUnreadable(fault: DatabaseFacts['fault']): boolean {
  return fault?.kind === 'gone' || fault?.kind === 'away' || fault?.kind === 'refused';
}

/** Whether nothing can be stored, so that nothing is polled. Damage alone does not stop it: what is sound goes on. */
export function stopsPolling(fault: DatabaseFacts['fault']): boolean {
  return fault !== null && fault.kind !== 'damaged';
}

/**
 * Why the database is not operational, in a sentence for everybody: the log has the one that names folders and servers. Null
 * when it is operational, and when it is only slow.
 */
export function databaseCause(
  { isRead, fault }: Pick<DatabaseFacts, 'isRead' | 'fault'>,
  engine: Engine,
): string | null {
  if (fault !== null) return sentenceOf(fault.kind, engine);
  return isRead ? null : sentenceOf('away', engine);
}

function sentenceOf(kind: DatabaseFaultKind, engine: Engine): string {
  const disk = engine === 'sqlite' ? 'The disk that holds DATA_DIR' : 'The disk of the database server';
  switch (kind) {
    case 'away':
      return 'The database does not answer.';
    case 'refused':
      return 'The database refuses this service.';
    case 'gone':
      return 'The database in DATA_DIR was removed or replaced while the service was running.';
    case 'damaged':
      return 'The database is damaged.';
    case 'newer':
      return 'A newer version of this program has changed the database, and it alone may write there.';
    case 'full':
      return `${disk} is full, so nothing can be written.`;
    case 'short':
      return `${disk} is nearly full, so polling pauses.`;
  }
}
