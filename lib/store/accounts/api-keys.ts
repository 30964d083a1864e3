import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { raiseRevision } from '#lib/store/engine/revisions';
import type { ApiKeyRow, Schema } from '#lib/store/engine/schema';
import { writeAuditEntry } from './audit-log.ts';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** Active keys an account may have. */
export const ACTIVE_KEYS_OF_ACCOUNT_MAX = 20;

/** Keys listed at most. */
const KEYS_READ_MAX = 1_000_000;

/** Keys that one statement reads for the table in memory; with SQLite it holds up answers for 10 ms. */
const KEYS_IN_STATEMENT = 2000;

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
  'allowed_sources',
  'replaced_by',
  'ends_at',
] as const;

/** What became of a new key: kept, or refused because the account has {@link ACTIVE_KEYS_OF_ACCOUNT_MAX} active ones. */
export type InsertKeyOutcome = 'inserted' | 'too-many';

/** What became of a rotation: done; or refused because the old key is over, has a successor, or too many go on beside theirs. */
export type ReplaceKeyOutcome = 'replaced' | 'ended' | 'has-successor' | 'too-many-ending';

/** A key to keep; `event` is written down with it. */
export interface KeyInsert {
  readonly key: ApiKeyRow;
  readonly nowMs: number;
  /** The operator's own command where it is left out. */
  readonly event?: KeyChange;
}

/** Where a change of a key came from, and more about it, for the audit log. */
export interface KeyChange {
  /** Null for the operator's own commands. */
  readonly address: string | null;
  readonly detail: string | null;
}

const OF_THE_OPERATOR: KeyChange = { address: null, detail: null };

/** A key of an account, and when. */
export interface KeyReference {
  readonly id: string;
  readonly nowMs: number;
  /** The operator's own command where it is left out. */
  readonly event?: KeyChange;
}

/** A new key in the place of an old one, which goes on until `oldEndsAtMs` at the latest. */
export interface KeyReplacement {
  readonly oldId: string;
  readonly oldEndsAtMs: number;
  readonly key: ApiKeyRow;
  readonly nowMs: number;
  /** The operator's own command where it is left out. */
  readonly event?: KeyChange;
}

/** Keeps a new key, unless its account has too many; `nowMs` tells which keys are active. */
export async function insertApiKey(
  store: WriteDatabase,
  { key, nowMs, event }: KeyInsert,
): Promise<InsertKeyOutcome> {
  return store.db.transaction().execute(async (transaction) => {
    const active = await transaction
      .selectFrom('api_key')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('account_id', '=', key.account_id)
      .where('revoked_at', 'is', null)
      .where('replaced_by', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
      .executeTakeFirstOrThrow();
    if (Number(active.n) >= ACTIVE_KEYS_OF_ACCOUNT_MAX) return 'too-many';
    await transaction.insertInto('api_key').values(key).execute();
    await writeAuditEntry(transaction, {
      ...aboutKey(key),
      ...(event ?? OF_THE_OPERATOR),
      atMs: nowMs,
      kind: 'created',
    });
    await raiseRevision(transaction, 'keys');
    return 'inserted';
  });
}

/** Revokes a key at once; false when it was revoked before. */
export async function revokeApiKey(
  store: WriteDatabase,
  { id, nowMs, event }: KeyReference,
): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const revoked = await transaction
      .updateTable('api_key')
      .set({ revoked_at: nowMs })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['id', 'account_id', 'name'])
      .executeTakeFirst();
    if (!revoked) return false;
    await writeAuditEntry(transaction, {
      ...aboutKey(revoked),
      ...(event ?? OF_THE_OPERATOR),
      atMs: nowMs,
      kind: 'revoked',
    });
    await raiseRevision(transaction, 'keys');
    return true;
  });
}

/** Gives a key another name; false when there is no such key. */
export async function renameApiKey(
  store: WriteDatabase,
  { id, name, nowMs, event }: KeyReference & { readonly name: string },
): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const renamed = await transaction
      .updateTable('api_key')
      .set({ name })
      .where('id', '=', id)
      .returning(['id', 'account_id', 'name'])
      .executeTakeFirst();
    if (!renamed) return false;
    await writeAuditEntry(transaction, {
      ...aboutKey(renamed),
      ...(event ?? OF_THE_OPERATOR),
      atMs: nowMs,
      kind: 'renamed',
    });
    return true;
  });
}

/**
 * Puts a new key in the place of an old one, which ends at `oldEndsAtMs` unless it ends earlier and counts no longer as
 * active. A key has one successor: of two that rotate it at once, one does.
 */
export async function replaceApiKey(
  store: WriteDatabase,
  { oldId, oldEndsAtMs, key, nowMs, event }: KeyReplacement,
): Promise<ReplaceKeyOutcome> {
  return store.db.transaction().execute(async (transaction) => {
    const old = await transaction
      .selectFrom('api_key')
      .select(['expires_at', 'revoked_at', 'replaced_by'])
      .where('id', '=', oldId)
      .executeTakeFirst();
    const endsAtMs = Math.min(Number(old?.expires_at ?? Number.MAX_SAFE_INTEGER), oldEndsAtMs);
    if (!old || old.revoked_at !== null || (old.expires_at !== null && old.expires_at <= nowMs))
      return 'ended';
    if (old.replaced_by !== null) return 'has-successor';
    if (
      endsAtMs > nowMs &&
      (await countEnding(transaction, key.account_id, nowMs)) >= ACTIVE_KEYS_OF_ACCOUNT_MAX
    ) {
      return 'too-many-ending';
    }
    await transaction.insertInto('api_key').values(key).execute();
    await transaction
      .updateTable('api_key')
      .set({ expires_at: endsAtMs, ends_at: endsAtMs, replaced_by: key.id })
      .where('id', '=', oldId)
      .execute();
    await writeAuditEntry(transaction, {
      ...aboutKey({ ...key, id: oldId }),
      ...(event ?? OF_THE_OPERATOR),
      atMs: nowMs,
      kind: 'rotated',
    });
    await raiseRevision(transaction, 'keys');
    return 'replaced';
  });
}

/** Rotated keys that still work; without a bound, rotating again and again would make any number of keys. */
async function countEnding(
  transaction: Transaction<Schema>,
  accountId: string,
  nowMs: number,
): Promise<number> {
  const ending = await transaction
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is not', null)
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow();
  return Number(ending.n);
}

function aboutKey({ id, account_id, name }: Pick<ApiKeyRow, 'id' | 'account_id' | 'name'>) {
  return { accountId: account_id, keyId: id, keyName: name };
}

const TABLE_COLUMNS = [
  'id',
  'account_id',
  'hash',
  'expires_at',
  'limit_per_minute',
  'allowed_sources',
] as const satisfies readonly (keyof ApiKeyRow)[];

/** What the table in memory knows of a key. */
export type KeyTableRow = Pick<ApiKeyRow, (typeof TABLE_COLUMNS)[number]>;

/**
 * Every key that was not revoked and did not end before an instant, for the table in memory. In parts, between which others
 * are answered; a change that comes in between raises the counter, by which all are read again.
 */
export async function readActiveApiKeys(
  db: Kysely<Schema>,
  endsAfterMs = 0,
): Promise<readonly KeyTableRow[]> {
  const keys: KeyTableRow[] = [];
  for (;;) {
    const part = await db
      .selectFrom('api_key')
      .select(TABLE_COLUMNS)
      .where('id', '>', keys.at(-1)?.id ?? '')
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', endsAfterMs)]))
      .orderBy('id')
      .limit(KEYS_IN_STATEMENT)
      .execute();
    for (const key of part) keys.push(key);
    if (part.length < KEYS_IN_STATEMENT) return keys;
    await setImmediate();
  }
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

/** Keys of an account that its owner is shown at most; far more than can work at once. */
const KEYS_SHOWN_MAX = 500;

/** The keys of an account, the newest first: all that work, and the newest of those that have ended. */
export async function readKeysOfAccount(
  db: Kysely<Schema>,
  { accountId, nowMs }: { readonly accountId: string; readonly nowMs: number },
): Promise<readonly ApiKeyRow[]> {
  // api_key_of_account.
  const keys = await db
    .selectFrom('api_key')
    .select(KEY_COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy(
      sql`case when revoked_at is null and (expires_at is null or expires_at > ${nowMs}) then 0 else 1 end`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(KEYS_SHOWN_MAX)
    .execute();
  return keys.toSorted((one, other) => Number(other.created_at) - Number(one.created_at));
}

/** A key of an account; null when there is none with this id, or it is another account's. */
export async function readKeyOfAccount(
  db: Kysely<Schema>,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<ApiKeyRow | null> {
  const row = await db
    .selectFrom('api_key')
    .select(KEY_COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}
