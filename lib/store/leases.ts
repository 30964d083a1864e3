import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';
import type { WriteDatabase } from './write-database.ts';

/** Who may do what only one process does, and until when unless it renews. */
export interface Lease {
  readonly holder: string;
  readonly expiresAtMs: number;
}

/** A wish for a lease; `nowMs` is the real time, which all processes must share within a few seconds. */
export interface LeaseRequest {
  readonly name: string;
  readonly holder: string;
  readonly nowMs: number;
  readonly ttlMs: number;
}

/** Who has the lease now, and whether that is the asker. */
export interface LeaseOutcome extends Lease {
  readonly held: boolean;
}

/**
 * Takes or renews a lease unless another holder has it and it has not expired. One statement, so that of several processes
 * one gets it; and outside a transaction, so that no long load of another process delays the renewal in PostgreSQL.
 */
export async function takeLease(store: WriteDatabase, request: LeaseRequest): Promise<LeaseOutcome> {
  const { name, holder, nowMs } = request;
  const expiresAtMs = nowMs + request.ttlMs;
  for (;;) {
    // lease_pkey.
    const { rows } = await sql<{ holder: string }>`
      insert into lease (name, holder, expires_at) values (${name}, ${holder}, ${expiresAtMs})
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where lease.holder = excluded.holder or lease.expires_at <= ${nowMs}
      returning holder`.execute(store.db);
    if (rows.length > 0) return { held: true, holder, expiresAtMs };
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

/** Who last had a lease, expired or not; null when nobody did or it was given up. */
export async function readLease(db: Kysely<Schema>, name: string): Promise<Lease | null> {
  const row = await db
    .selectFrom('lease')
    .select(['holder', 'expires_at'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row ? { holder: row.holder, expiresAtMs: Number(row.expires_at) } : null;
}
