import type { Kysely } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import { type AuditEntry, writeAuditEntry } from './audit-log.ts';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** A browser that is signed in. */
export interface StoredSession {
  readonly id: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Sessions to end: one by its id, or all but one. */
export interface SessionsEnd {
  readonly accountId: string;
  readonly which: { readonly id: string } | { readonly allBut: string };
  readonly event: AuditEntry;
}

const SESSIONS_READ_MAX = 1000;

/** The sessions of an account that have not expired, the newest first. */
export async function readSessions(
  db: Kysely<Schema>,
  { accountId, nowMs }: { readonly accountId: string; readonly nowMs: number },
): Promise<readonly StoredSession[]> {
  // auth_session_of_user.
  const rows = await db
    .selectFrom('auth_session')
    .select(['id', 'created_at', 'updated_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', accountId)
    .where('expires_at', '>', nowMs)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(SESSIONS_READ_MAX)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    createdAtMs: Number(row.created_at),
    lastSeenAtMs: Number(row.updated_at),
    address: row.ip_address || null,
    userAgent: row.user_agent || null,
  }));
}

/** Ends sessions of an account; how many there were. */
export async function endSessions(
  store: WriteDatabase,
  { accountId, which, event }: SessionsEnd,
): Promise<number> {
  return store.db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('auth_session')
      .where('user_id', '=', accountId)
      .where('id', 'id' in which ? '=' : '<>', 'id' in which ? which.id : which.allBut)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await writeAuditEntry(transaction, event);
    return Number(numDeletedRows);
  });
}

/** Ends the oldest sessions of an account beyond a number. */
export async function keepNewestSessions(
  store: WriteDatabase,
  { accountId, keptMax }: { readonly accountId: string; readonly keptMax: number },
): Promise<void> {
  // auth_session_of_user.
  const old = await store.db
    .selectFrom('auth_session')
    .select('id')
    .where('user_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(keptMax)
    .limit(SESSIONS_READ_MAX)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await store.db.deleteFrom('auth_session').where('id', 'in', ids).execute();
}

/** Forgets sessions and half-done sign-ins that have expired. */
export async function sweepSessions(
  store: WriteDatabase,
  { nowMs }: { readonly nowMs: number },
): Promise<void> {
  await store.db.deleteFrom('auth_session').where('expires_at', '<=', nowMs).execute();
  await store.db.deleteFrom('auth_verification').where('expires_at', '<=', nowMs).execute();
  await store.db.deleteFrom('auth_token').where('expires_at', '<=', nowMs).execute();
}
