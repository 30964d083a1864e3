import type { Kysely } from 'kysely';
import { type AuditEntry, writeAuditEntry } from '#lib/store/accounts/audit-log';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** An account's feed, by the SHA-256 of the secret in its address. */
export interface WatchFeed {
  readonly accountId: string;
  readonly madeAtMs: number;
}

/** Gives an account a feed with its line in the audit log; a former address ends. A hash of null only ends it. */
export async function setWatchFeed(
  store: WriteDatabase,
  { hash, event }: { readonly hash: string | null; readonly event: AuditEntry },
): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    const { accountId, atMs } = event;
    await transaction.deleteFrom('watch_feed').where('account_id', '=', accountId).execute();
    if (hash !== null) {
      await transaction
        .insertInto('watch_feed')
        .values({ account_id: accountId, hash, made_at: atMs })
        .execute();
    }
    await writeAuditEntry(transaction, event);
  });
}

/** Reads whose feed a hash is, or the feed of an account; null where there is none. */
export async function readWatchFeed(
  db: Kysely<Schema>,
  of: { readonly hash: string } | { readonly accountId: string },
): Promise<WatchFeed | null> {
  const row = await db
    .selectFrom('watch_feed')
    .select(['account_id', 'made_at'])
    .$if('hash' in of, (query) => query.where('hash', '=', 'hash' in of ? of.hash : ''))
    .$if('accountId' in of, (query) => query.where('account_id', '=', 'accountId' in of ? of.accountId : ''))
    .executeTakeFirst();
  return row ? { accountId: row.account_id, madeAtMs: Number(row.made_at) } : null;
}
