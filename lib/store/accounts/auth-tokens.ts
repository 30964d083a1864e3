import type { Kysely, Transaction } from 'kysely';
import type { TokenPurpose } from '#lib/store/engine/account-tables';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** A text that works once, known by its SHA-256 in hex. */
export interface NewAuthToken {
  readonly purpose: Exclude<TokenPurpose, 'used-code'>;
  readonly hash: string;
  /** Whose password it sets; null for the token of the first account. */
  readonly accountId: string | null;
  readonly expiresAtMs: number;
  readonly dropsSecondFactor: boolean;
}

/** A token that was good, and is no more. */
export interface UsedAuthToken {
  readonly accountId: string | null;
  readonly dropsSecondFactor: boolean;
}

/** A token to use up at an instant. */
export interface TokenUse {
  readonly purpose: TokenPurpose;
  readonly hash: string;
  readonly nowMs: number;
}

/** Keeps a token in the place of the former ones of its purpose and account: only the newest link works. */
export async function putAuthToken(
  store: WriteDatabase,
  { purpose, hash, accountId, expiresAtMs, dropsSecondFactor }: NewAuthToken,
): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('auth_token')
      .where('purpose', '=', purpose)
      .where('account_id', accountId === null ? 'is' : '=', accountId)
      .execute();
    await transaction
      .insertInto('auth_token')
      .values({
        hash,
        purpose,
        account_id: accountId,
        expires_at: expiresAtMs,
        drops_second_factor: dropsSecondFactor ? 1 : 0,
      })
      .execute();
  });
}

/** Marks a second-factor code as used until it would be worthless anyway; false when it was used before. */
export async function useCodeOnce(
  store: WriteDatabase,
  {
    hash,
    nowMs,
    expiresAtMs,
  }: { readonly hash: string; readonly nowMs: number; readonly expiresAtMs: number },
): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('auth_token')
      .where('purpose', '=', 'used-code')
      .where('expires_at', '<=', nowMs)
      .execute();
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('auth_token')
      .values({
        hash,
        purpose: 'used-code',
        account_id: null,
        expires_at: expiresAtMs,
        drops_second_factor: 0,
      })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  });
}

/** Uses a token up within a transaction; null when there is none, it has expired or was used: the three look alike. */
export async function useAuthToken(
  transaction: Transaction<Schema>,
  { purpose, hash, nowMs }: TokenUse,
): Promise<UsedAuthToken | null> {
  const used = await transaction
    .deleteFrom('auth_token')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', nowMs)
    .returning(['account_id', 'drops_second_factor'])
    .executeTakeFirst();
  return used ? { accountId: used.account_id, dropsSecondFactor: used.drops_second_factor === 1 } : null;
}

/** The hash of the token of the first account that is good at an instant; null when there is none. */
export async function readSetUpToken(
  db: Kysely<Schema>,
  { nowMs }: { readonly nowMs: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('auth_token')
    .select('hash')
    .where('purpose', '=', 'set-up')
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  return row?.hash ?? null;
}

/** Whether a token would be good at an instant; only using it says for certain. */
export async function hasAuthToken(db: Kysely<Schema>, { purpose, hash, nowMs }: TokenUse): Promise<boolean> {
  const row = await db
    .selectFrom('auth_token')
    .select('hash')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  return row !== undefined;
}
