import type { Health } from '#lib/domain/source-health';
import type { DatabaseUnavailable } from '#lib/store/database-unavailable';

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
  if (!isRead || fault?.kind === 'gone' || fault?.kind === 'away') return 'outage';
  return fault !== null || latencyMs > DATABASE_MAX_MS ? 'degraded' : 'operational';
}

/** Whether nothing can be stored, so that nothing is polled. Damage alone does not stop it: what is sound goes on. */
export function stopsPolling(fault: DatabaseFacts['fault']): boolean {
  return fault !== null && fault.kind !== 'damaged';
}
