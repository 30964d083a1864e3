import type { KeyTable } from '#lib/account/key-table';

/** What a process knows of itself. */
export interface ReadinessFacts {
  /** Whether the process was told to end and takes no more work. */
  readonly isDraining: boolean;
  readonly keys: Pick<KeyTable, 'isUnsure'>;
  /** Why the database is not operational; null when it is. */
  readonly databaseCause: () => string | null;
}

/** An answer of /readyz: a status and one line, which names what is wrong. */
export interface Readiness {
  readonly status: 200 | 503;
  readonly line: string;
}

/**
 * Whether a load balancer should send requests here. A fault of the database alone is named and no reason not to: reads go
 * on from memory, until keys can no longer be checked.
 */
export function readinessOf({ isDraining, keys, databaseCause }: ReadinessFacts): Readiness {
  if (isDraining) return { status: 503, line: 'not ready: the service is ending' };
  const cause = databaseCause();
  if (keys.isUnsure()) {
    const why = 'keys cannot be checked, because the database was last read too long ago';
    return { status: 503, line: `not ready: ${cause === null ? why : `${why}. ${cause}`}` };
  }
  return { status: 200, line: cause === null ? 'ok' : `ok, but the database is not: ${cause}` };
}
