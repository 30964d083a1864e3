import { type AuditEntry, writeAuditEntry } from './audit-log.ts';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** A command that removes one row of an account from a table, with what refers to it, and notes it; false if the account has none of this id. */
export function removeOwnFrom(table: 'feed_link' | 'pair_watch' | 'webhook') {
  return (
    store: WriteDatabase,
    { id, event }: { readonly id: string; readonly event: AuditEntry },
  ): Promise<boolean> =>
    store.db.transaction().execute(async (transaction) => {
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
