import type { Kysely, Selectable } from 'kysely';
import { type AuditEntry, writeAuditEntry } from './audit-log.ts';
import { removeOwnFrom } from './remove-own.ts';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** An address of an account that messages are sent to. */
export interface Webhook {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  /** What signs its messages, encrypted. */
  readonly sealedSecret: string;
  /** Whether it is told of crossings of the account's watches. */
  readonly wantsWatches: boolean;
  /** Whether it is told of changes of the sources' states. */
  readonly wantsStatus: boolean;
  readonly createdAtMs: number;
}

/** A webhook as it is doing. */
export interface KnownWebhook extends Webhook {
  /** Tries that failed since the last one that did not. */
  readonly failures: number;
  readonly nextTryAtMs: number | null;
  /** The last change of a source's state that was queued for it. */
  readonly changesSeen: number;
}

/** Webhooks of all accounts together. */
const WEBHOOKS_OF_ALL_MAX = 500;

/** Adds a webhook with its line in the audit log; says which bound stands against it. */
export async function addWebhook(
  store: WriteDatabase,
  {
    webhook,
    ofAccountMax,
    event,
  }: { readonly webhook: Webhook; readonly ofAccountMax: number; readonly event: AuditEntry },
): Promise<'added' | 'account-full' | 'service-full'> {
  return store.db.transaction().execute(async (transaction) => {
    // webhook_of_account would do for one; the table is small.
    const others = await transaction
      .selectFrom('webhook')
      .select('account_id')
      .limit(WEBHOOKS_OF_ALL_MAX)
      .execute();
    if (others.length >= WEBHOOKS_OF_ALL_MAX) return 'service-full';
    const own = others.filter(({ account_id: accountId }) => accountId === webhook.accountId);
    if (own.length >= ofAccountMax) return 'account-full';
    // The key, backwards: what was before is not told.
    const newest = await transaction
      .selectFrom('health_change')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    await transaction
      .insertInto('webhook')
      .values({
        id: webhook.id,
        account_id: webhook.accountId,
        url: webhook.url,
        secret: webhook.sealedSecret,
        wants_watches: Number(webhook.wantsWatches),
        wants_status: Number(webhook.wantsStatus),
        created_at: webhook.createdAtMs,
        next_try_at: null,
        changes_seen: newest?.id ?? 0,
      })
      .execute();
    await writeAuditEntry(transaction, event);
    return 'added';
  });
}

/** Removes a webhook of an account with its messages. */
export const removeWebhook = removeOwnFrom('webhook');

/** Reads the webhooks of an account, the oldest first; every account's where none is named. */
export async function readWebhooks(
  db: Kysely<Schema>,
  accountId: string | null,
): Promise<readonly KnownWebhook[]> {
  // webhook_of_account for one account, else the whole small table.
  const rows = await db
    .selectFrom('webhook')
    .select(['id', 'account_id', 'url', 'secret', 'wants_watches', 'wants_status', 'created_at'])
    .select(['failures', 'next_try_at', 'changes_seen'])
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .limit(WEBHOOKS_OF_ALL_MAX)
    .execute();
  return rows.map(webhookOf);
}

function webhookOf(row: Selectable<Schema['webhook']>): KnownWebhook {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    sealedSecret: row.secret,
    wantsWatches: row.wants_watches === 1,
    wantsStatus: row.wants_status === 1,
    createdAtMs: Number(row.created_at),
    failures: row.failures,
    nextTryAtMs: row.next_try_at === null ? null : Number(row.next_try_at),
    changesSeen: row.changes_seen,
  };
}
