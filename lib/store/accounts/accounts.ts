import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { useAuthToken } from './auth-tokens.ts';
import { raiseRevision } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import { writeAuditEntry } from './audit-log.ts';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** An account to find or make; e-mail addresses are compared in lower case. */
export interface AccountRequest {
  readonly email: string;
  readonly nowMs: number;
}

/** Who owns keys. */
export interface StoredAccount {
  readonly id: string;
  readonly email: string;
  readonly createdAtMs: number;
}

/** Somebody who wants to sign in from now on; the password comes hashed. */
export interface NewLogin {
  readonly email: string;
  readonly passwordHash: string;
  readonly nowMs: number;
  readonly address: string | null;
  /** The SHA-256 of the token that makes the first account; null for whoever registers on an open deployment. */
  readonly setUpTokenHash: string | null;
}

/** What became of it. A set-up token also gives a password to an account that the operator's command made before. */
export type NewLoginOutcome = 'created' | 'already-set-up' | 'invalid-token' | 'address-taken';

/** A password that an operator's link sets. */
export interface PasswordReset {
  readonly tokenHash: string;
  readonly passwordHash: string;
  readonly nowMs: number;
  readonly address: string | null;
}

/** The library's name for the way of password and address. */
const CREDENTIAL = 'credential';

/** The id of the account with this address, which is made when there is none. */
export async function ensureAccount(store: WriteDatabase, request: AccountRequest): Promise<string> {
  return ensureIn(store.db, request);
}

/** The account with an address; null when there is none. */
export async function readAccountByEmail(db: Kysely<Schema>, email: string): Promise<StoredAccount | null> {
  const row = await db
    .selectFrom('account')
    .select(['id', 'email', 'created_at'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row ? { id: row.id, email: row.email, createdAtMs: Number(row.created_at) } : null;
}

/** Whether anybody can sign in; until then the set-up token makes the first account. */
export async function hasLogin(db: Kysely<Schema>): Promise<boolean> {
  const row = await db
    .selectFrom('auth_account')
    .select('id')
    .where('password', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets somebody sign in from now on, all or nothing: of several that use one set-up token at once, one gets in. */
export async function createLogin(store: WriteDatabase, request: NewLogin): Promise<NewLoginOutcome> {
  return store.db.transaction().execute(async (transaction) => {
    const { setUpTokenHash, nowMs } = request;
    const email = request.email.toLowerCase();
    if (setUpTokenHash !== null) {
      if (await hasLogin(transaction)) return 'already-set-up';
      const use = { purpose: 'set-up', hash: setUpTokenHash, nowMs } as const;
      if ((await useAuthToken(transaction, use)) === null) return 'invalid-token';
    } else if (await readAccountByEmail(transaction, email)) {
      // Also one that has keys and no password: its owner asks the operator for a link.
      return 'address-taken';
    }
    const accountId = await ensureIn(transaction, { email, nowMs });
    await setPassword(transaction, { accountId, passwordHash: request.passwordHash, nowMs });
    await note(transaction, { accountId, nowMs, kind: 'account-made', address: request.address });
    return 'created';
  });
}

/**
 * Sets a password by an operator's link, which it uses up, and ends every session of the account. Null when the link is not
 * known, has expired or was used before.
 */
export async function resetPassword(
  store: WriteDatabase,
  { tokenHash, passwordHash, nowMs, address }: PasswordReset,
): Promise<StoredAccount | null> {
  return store.db.transaction().execute(async (transaction) => {
    const used = await useAuthToken(transaction, { purpose: 'reset', hash: tokenHash, nowMs });
    const accountId = used?.accountId;
    if (!used || !accountId) return null;
    await setPassword(transaction, { accountId, passwordHash, nowMs });
    await transaction.deleteFrom('auth_session').where('user_id', '=', accountId).execute();
    await dropHalfSignIns(transaction, accountId);
    await note(transaction, { accountId, nowMs, kind: 'password-reset', address });
    if (used.dropsSecondFactor && (await dropSecondFactor(transaction, accountId))) {
      await note(transaction, { accountId, nowMs, kind: 'second-factor-off', address });
    }
    const { email, created_at } = await transaction
      .selectFrom('account')
      .select(['email', 'created_at'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    return { id: accountId, email, createdAtMs: Number(created_at) };
  });
}

/** Removes an account with all that belongs to it; its keys stop working at once. */
export async function deleteAccount(
  store: WriteDatabase,
  { accountId }: { readonly accountId: string },
): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    const keysOfAccount = transaction.selectFrom('api_key').select('id').where('account_id', '=', accountId);
    await transaction.deleteFrom('key_usage').where('key_id', 'in', keysOfAccount).execute();
    await transaction.deleteFrom('feed_link').where('account_id', '=', accountId).execute();
    await transaction.deleteFrom('trail').where('account_id', '=', accountId).execute();
    await transaction.deleteFrom('auth_token').where('account_id', '=', accountId).execute();
    await transaction.deleteFrom('auth_session').where('user_id', '=', accountId).execute();
    await transaction.deleteFrom('auth_two_factor').where('user_id', '=', accountId).execute();
    await transaction.deleteFrom('auth_account').where('user_id', '=', accountId).execute();
    await dropHalfSignIns(transaction, accountId);
    await transaction.deleteFrom('auth_user').where('id', '=', accountId).execute();
    await transaction.deleteFrom('api_key').where('account_id', '=', accountId).execute();
    await transaction.deleteFrom('account').where('id', '=', accountId).execute();
    await raiseRevision(transaction, 'keys');
  });
}

/** Whoever has given the former password and not yet a code must begin again with the new one. */
export async function dropPendingSignIns(
  store: WriteDatabase,
  { accountId }: { readonly accountId: string },
): Promise<void> {
  await dropHalfSignIns(store.db, accountId);
}

async function dropHalfSignIns(db: Kysely<Schema>, accountId: string): Promise<void> {
  await db.deleteFrom('auth_verification').where('value', '=', accountId).execute();
}

async function ensureIn(db: Kysely<Schema>, request: AccountRequest): Promise<string> {
  const email = request.email.toLowerCase();
  await db
    .insertInto('account')
    .values({ id: randomUUID(), email, created_at: request.nowMs })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}

interface SetPassword {
  readonly accountId: string;
  readonly passwordHash: string;
  readonly nowMs: number;
}

async function setPassword(
  transaction: Transaction<Schema>,
  { accountId, passwordHash, nowMs }: SetPassword,
): Promise<void> {
  const { email } = await transaction
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const times = { created_at: nowMs, updated_at: nowMs };
  await transaction
    .insertInto('auth_user')
    // The library wants a name; nobody is asked for one.
    .values({ id: accountId, name: nameOf(email), email, email_verified: 0, two_factor_enabled: 0, ...times })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await transaction
    .insertInto('auth_account')
    .values({
      id: randomUUID(),
      account_id: accountId,
      user_id: accountId,
      provider_id: CREDENTIAL,
      password: passwordHash,
      ...times,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'provider_id']).doUpdateSet({ password: passwordHash, updated_at: nowMs }),
    )
    .execute();
}

function nameOf(email: string): string {
  return email.slice(0, Math.max(email.lastIndexOf('@'), 1));
}

async function dropSecondFactor(transaction: Transaction<Schema>, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('auth_two_factor')
    .where('user_id', '=', accountId)
    .executeTakeFirst();
  await transaction
    .updateTable('auth_user')
    .set({ two_factor_enabled: 0 })
    .where('id', '=', accountId)
    .execute();
  return numDeletedRows > 0n;
}

interface AccountNote {
  readonly accountId: string;
  readonly nowMs: number;
  readonly kind: string;
  readonly address: string | null;
}

async function note(
  transaction: Transaction<Schema>,
  { accountId, nowMs, kind, address }: AccountNote,
): Promise<void> {
  const nothingMore = { keyId: null, keyName: null, detail: null };
  await writeAuditEntry(transaction, { accountId, atMs: nowMs, kind, address, ...nothingMore });
}
