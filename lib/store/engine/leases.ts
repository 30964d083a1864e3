import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';
import type { WriteDatabase } from './write-database.ts';

/** Who may do what only one process does. Each renewal changes the instant, so that whoever looks sees that it was renewed. */
export interface Lease {
  readonly holder: string;
  /** Until when the holder means to keep it, by its own clock: for people, and no reason to take it from somebody. */
  readonly expiresAtMs: number;
}

/** A wish for a lease. */
export interface LeaseRequest {
  readonly name: string;
  readonly holder: string;
  /** The asker's real time; it may be wrong by any amount. */
  readonly nowMs: number;
  readonly ttlMs: number;
  /**
   * The lease of another holder that the asker saw unchanged for as long as a lease lasts, by a clock that never goes back;
   * null when it saw none.
   */
  readonly unrenewed: Lease | null;
}

/** Who has the lease now, and whether that is the asker. */
export interface LeaseOutcome extends Lease {
  readonly held: boolean;
}

/**
 * Takes or renews a lease unless another holder has it; one that the asker saw unrenewed goes to the asker if it still is. No
 * instants are compared: processes on several hosts need not share a time, and a clock that is set takes or keeps no lease. One
 * statement, so that of several processes one gets it; and outside a transaction, so that no long load of another process
 * delays the renewal in PostgreSQL.
 */
export async function takeLease(store: WriteDatabase, request: LeaseRequest): Promise<LeaseOutcome> {
  const { name, holder, unrenewed } = request;
  const wishedMs = request.nowMs + request.ttlMs;
  const free = unrenewed ?? { holder, expiresAtMs: wishedMs };
  for (;;) {
    // lease_pkey.
    const { rows } = await sql<{ expires_at: number }>`
      insert into lease (name, holder, expires_at) values (${name}, ${holder}, ${wishedMs})
      on conflict (name) do update set holder = excluded.holder, expires_at =
        case when excluded.expires_at = lease.expires_at then excluded.expires_at + 1 else excluded.expires_at end
      where lease.holder = excluded.holder or (lease.holder = ${free.holder} and lease.expires_at = ${free.expiresAtMs})
      returning expires_at`.execute(store.db);
    const [own] = rows;
    if (own) return { held: true, holder, expiresAtMs: Number(own.expires_at) };
    const other = await readLease(store.db, name);
    // Else it was dropped between the two statements.
    if (other) return { held: false, ...other };
  }
}

/** Gives a lease up; false when the asker does not have it. */
export async function dropLease(
  store: WriteDatabase,
  { name, holder }: Pick<LeaseRequest, 'name' | 'holder'>,
): Promise<boolean> {
  const { numDeletedRows } = await store.db
    .deleteFrom('lease')
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Who last had a lease, renewed or not; null when nobody did or it was given up. */
export async function readLease(db: Kysely<Schema>, name: string): Promise<Lease | null> {
  const row = await db
    .selectFrom('lease')
    .select(['holder', 'expires_at as expiresAtMs'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}
