import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** Something that happened to an account or one of its keys. Never holds a secret. */
export interface AuditEntry {
  readonly accountId: string;
  readonly atMs: number;
  readonly kind: string;
  readonly keyId: string | null;
  readonly keyName: string | null;
  /** Where it came from; null for the operator's own commands. */
  readonly address: string | null;
  readonly detail: string | null;
}

/** An entry as it is kept; later ones have larger ids. */
export interface StoredAuditEntry extends AuditEntry {
  readonly id: number;
}

/** Something that happened to a key, told by whoever knows the key only. */
export interface KeyEvent {
  readonly keyId: string;
  readonly atMs: number;
  readonly kind: string;
  readonly address: string | null;
  readonly detail: string | null;
}

/** A page of an account's audit log: entries before `beforeId`, the newest first. */
export interface AuditLogPageAsked {
  readonly accountId: string;
  readonly beforeId: number | null;
  readonly limit: number;
}

/** Entries of an account of some kinds since an instant, the newest first. */
export interface AuditNotices {
  readonly accountId: string;
  readonly sinceMs: number;
}

/** Kinds that {@link readAuditNotices} looks for; those of the index `trail_of_notices`. */
const NOTICE_KINDS = ['limited', 'seen-in-clear'] as const;

const NOTICES_MAX = 200;

const COLUMNS = [
  'id',
  'account_id as accountId',
  'at as atMs',
  'kind',
  'key_id as keyId',
  'key_name as keyName',
  'address',
  'detail',
] as const;

/** Writes an entry down within the transaction of what it tells. */
export async function writeAuditEntry(transaction: Transaction<Schema>, entry: AuditEntry): Promise<void> {
  await transaction
    .insertInto('trail')
    .values({
      account_id: entry.accountId,
      at: entry.atMs,
      kind: entry.kind,
      key_id: entry.keyId,
      key_name: entry.keyName,
      address: entry.address,
      detail: entry.detail,
    })
    .execute();
}

/** Writes entries down, unless their account is gone. */
export async function appendAuditEntries(
  store: WriteDatabase,
  entries: readonly AuditEntry[],
): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    for (const entry of entries) {
      const account = await transaction
        .selectFrom('account')
        .select('id')
        .where('id', '=', entry.accountId)
        .executeTakeFirst();
      if (account) await writeAuditEntry(transaction, entry);
    }
  });
}

/** What is kept of audit logs. */
export interface AuditLogBounds {
  /** Entries before this instant go. */
  readonly sinceMs: number;
  /** Entries of an account that are kept, the newest. */
  readonly ofAccountMax: number;
}

/** Old entries removed at once; the rest go the next time. */
const PRUNED_AT_ONCE = 1000;

/** Accounts with too many entries that are looked after at once. */
const CROWDED_MAX = 100;

/** Removes what is older or more than is kept. */
export async function pruneAuditLog(
  store: WriteDatabase,
  { sinceMs, ofAccountMax }: AuditLogBounds,
): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    // The primary key; ids grow with time, so the oldest come first.
    const first = await transaction
      .selectFrom('trail')
      .select(['id', 'at'])
      .orderBy('id')
      .limit(PRUNED_AT_ONCE)
      .execute();
    const old = first.filter(({ at }) => Number(at) < sinceMs).map(({ id }) => id);
    if (old.length > 0) await transaction.deleteFrom('trail').where('id', 'in', old).execute();
    // trail_of_account, for the accounts and for what is too much.
    const crowded = await transaction
      .selectFrom('trail')
      .select('account_id')
      .groupBy('account_id')
      .having(({ fn }) => fn.countAll(), '>', ofAccountMax)
      .limit(CROWDED_MAX)
      .execute();
    for (const { account_id: accountId } of crowded) {
      const oldestKept = await transaction
        .selectFrom('trail')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .offset(ofAccountMax - 1)
        .limit(1)
        .executeTakeFirstOrThrow();
      await transaction
        .deleteFrom('trail')
        .where('account_id', '=', accountId)
        .where('id', '<', oldestKept.id)
        .execute();
    }
  });
}

/** Writes down what happened to keys, with owner and name as they are now; events of keys that are gone are dropped. */
export async function appendKeyEvents(store: WriteDatabase, events: readonly KeyEvent[]): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    for (const { keyId, ...event } of events) {
      const key = await transaction
        .selectFrom('api_key')
        .select(['account_id', 'name'])
        .where('id', '=', keyId)
        .executeTakeFirst();
      if (key)
        await writeAuditEntry(transaction, { ...event, accountId: key.account_id, keyId, keyName: key.name });
    }
  });
}

/** A page of an account's audit log. */
export async function readAuditLog(
  db: Kysely<Schema>,
  page: AuditLogPageAsked,
): Promise<readonly StoredAuditEntry[]> {
  const { beforeId } = page;
  // trail_of_account.
  return db
    .selectFrom('trail')
    .select(COLUMNS)
    .where('account_id', '=', page.accountId)
    .$if(beforeId !== null, (query) => query.where('id', '<', beforeId ?? 0))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

/** What the owner of an account should act on. */
export async function readAuditNotices(
  db: Kysely<Schema>,
  { accountId, sinceMs }: AuditNotices,
): Promise<readonly StoredAuditEntry[]> {
  // trail_of_notices.
  return db
    .selectFrom('trail')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('at', '>=', sinceMs)
    .where('kind', 'in', NOTICE_KINDS)
    .orderBy('at', 'desc')
    .limit(NOTICES_MAX)
    .execute();
}

/** What {@link readNewestAuditEntry} looks for. */
export interface AuditLogSearch {
  readonly accountId: string;
  readonly kinds: readonly string[];
  readonly sinceMs: number;
}

/** The newest entry of some kinds since an instant; null when there is none. */
export async function readNewestAuditEntry(
  db: Kysely<Schema>,
  { accountId, kinds, sinceMs }: AuditLogSearch,
): Promise<StoredAuditEntry | null> {
  // trail_of_account.
  const row = await db
    .selectFrom('trail')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('kind', 'in', kinds)
    .where('at', '>=', sinceMs)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
