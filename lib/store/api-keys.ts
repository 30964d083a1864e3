import type { Kysely } from 'kysely';
import { raiseRevision } from './revisions.ts';
import type { ApiKeyRow, Schema } from './schema.ts';
import type { WriteDatabase } from './write-database.ts';

/** Active keys an account may have. */
export const ACTIVE_KEYS_MAX = 20;

/** Keys read into memory at most; 100,000 take about 60 MB. */
const KEYS_READ_MAX = 1_000_000;

const KEY_COLUMNS = [
  'id',
  'account_id',
  'hash',
  'prefix',
  'last4',
  'name',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'limit_per_minute',
] as const;

/** What became of a new key: kept, or refused because the account has {@link ACTIVE_KEYS_MAX} active ones. */
export type InsertKeyOutcome = 'inserted' | 'too-many';

/** Keeps a new key, unless its account has too many; `nowMs` tells which keys are active. */
export async function insertApiKey(
  store: WriteDatabase,
  request: { readonly key: ApiKeyRow; readonly nowMs: number },
): Promise<InsertKeyOutcome> {
  return store.db.transaction().execute(async (transaction) => {
    const active = await transaction
      .selectFrom('api_key')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('account_id', '=', request.key.account_id)
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', request.nowMs)]))
      .executeTakeFirstOrThrow();
    if (Number(active.n) >= ACTIVE_KEYS_MAX) return 'too-many';
    await transaction.insertInto('api_key').values(request.key).execute();
    await raiseRevision(transaction, 'keys');
    return 'inserted';
  });
}

/** Revokes a key at once; false when it was revoked before. */
export async function revokeApiKey(
  store: WriteDatabase,
  request: { readonly id: string; readonly nowMs: number },
): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('api_key')
      .set({ revoked_at: request.nowMs })
      .where('id', '=', request.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    await raiseRevision(transaction, 'keys');
    return numUpdatedRows > 0n;
  });
}

/** Puts a new key in the place of an old one, which ends at `oldEndsAtMs` unless it ends earlier. */
export async function replaceApiKey(
  store: WriteDatabase,
  request: { readonly oldId: string; readonly oldEndsAtMs: number; readonly key: ApiKeyRow },
): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('api_key')
      .set({ expires_at: request.oldEndsAtMs })
      .where('id', '=', request.oldId)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', request.oldEndsAtMs)]))
      .execute();
    await transaction.insertInto('api_key').values(request.key).execute();
    await raiseRevision(transaction, 'keys');
  });
}

/** Every key that was not revoked, for the table in memory; expired ones are told apart there. */
export async function readActiveApiKeys(db: Kysely<Schema>): Promise<readonly ApiKeyRow[]> {
  return db
    .selectFrom('api_key')
    .select(KEY_COLUMNS)
    .where('revoked_at', 'is', null)
    .limit(KEYS_READ_MAX)
    .execute();
}

/** A key with its owner's address, for lists. */
export type OwnedApiKey = ApiKeyRow & { readonly email: string };

/** Every key with its owner, oldest first. */
export async function listApiKeys(db: Kysely<Schema>): Promise<readonly OwnedApiKey[]> {
  return db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .select(KEY_COLUMNS.map((column) => `api_key.${column}` as const))
    .select('account.email')
    .orderBy('api_key.created_at')
    .orderBy('api_key.id')
    .limit(KEYS_READ_MAX)
    .execute();
}
