import type { Transaction } from 'kysely';
import { type AuditEntry, writeAuditEntry } from './audit-log.ts';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** Says whether a row was added, or which bound stands against it. */
export type AddOutcome = 'added' | 'account-full' | 'service-full';

/** Adds a row of an account by `insert`, with its line in the audit log, unless the account or the service has as many as it may. */
export function addOwn(
  store: WriteDatabase,
  table: 'pair_watch' | 'webhook',
  {
    event,
    ofAccountMax,
    ofAllMax,
  }: { readonly event: AuditEntry; readonly ofAccountMax: number; readonly ofAllMax: number },
  insert: (transaction: Transaction<Schema>) => Promise<unknown>,
): Promise<AddOutcome> {
  return store.db.transaction().execute(async (transaction) => {
    // The whole table, which is small.
    const others = await transaction.selectFrom(table).select('account_id').limit(ofAllMax).execute();
    if (others.length >= ofAllMax) return 'service-full';
    const own = others.filter(({ account_id: accountId }) => accountId === event.accountId);
    if (own.length >= ofAccountMax) return 'account-full';
    await insert(transaction);
    await writeAuditEntry(transaction, event);
    return 'added';
  });
}

/** A row of an account, and the line of its removal in the audit log. */
export interface OwnRemoval {
  readonly table: 'feed_link' | 'pair_watch' | 'webhook';
  readonly id: string;
  readonly event: AuditEntry;
}

/** Removes a row of an account with what refers to it, and notes it; false if the account has none of this id. */
export function removeOwn(store: WriteDatabase, { table, id, event }: OwnRemoval): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom(table)
      .where('id', '=', id)
      .where('account_id', '=', event.accountId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await writeAuditEntry(transaction, event);
    return true;
  });
}
