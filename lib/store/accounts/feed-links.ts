import type { Kysely } from 'kysely';
import { type AuditEntry, writeAuditEntry } from './audit-log.ts';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** An address that answers one question of an account. */
export interface FeedLink {
  readonly id: string;
  readonly accountId: string;
  /** Path and parameters. */
  readonly question: string;
  readonly createdAtMs: number;
}

/** A feed link to add, by the SHA-256 of the secret in its address, and how many its account may have. */
export interface NewFeedLink {
  readonly link: FeedLink;
  readonly hash: string;
  readonly ofAccountMax: number;
  readonly event: AuditEntry;
}

const COLUMNS = ['id', 'account_id', 'question', 'created_at'] as const;

/** Adds a feed link with its line in the audit log; says when the account has as many as it may. */
export async function addFeedLink(
  store: WriteDatabase,
  { link, hash, ofAccountMax, event }: NewFeedLink,
): Promise<'added' | 'account-full'> {
  return store.db.transaction().execute(async (transaction) => {
    // feed_link_of_account
    const own = await transaction
      .selectFrom('feed_link')
      .select('id')
      .where('account_id', '=', link.accountId)
      .limit(ofAccountMax)
      .execute();
    if (own.length >= ofAccountMax) return 'account-full';
    await transaction
      .insertInto('feed_link')
      .values({
        id: link.id,
        account_id: link.accountId,
        hash,
        question: link.question,
        created_at: link.createdAtMs,
      })
      .execute();
    await writeAuditEntry(transaction, event);
    return 'added';
  });
}

/** Reads the feed links of an account, the oldest first; of every account without one. */
export async function readFeedLinks(db: Kysely<Schema>, accountId: string): Promise<readonly FeedLink[]> {
  // feed_link_of_account; an account has few.
  const rows = await db
    .selectFrom('feed_link')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(linkOf);
}

/** Reads the feed link whose secret has this SHA-256; null where there is none. */
export async function readFeedLink(db: Kysely<Schema>, hash: string): Promise<FeedLink | null> {
  const row = await db.selectFrom('feed_link').select(COLUMNS).where('hash', '=', hash).executeTakeFirst();
  return row ? linkOf(row) : null;
}

function linkOf(row: {
  readonly id: string;
  readonly account_id: string;
  readonly question: string;
  readonly created_at: number;
}): FeedLink {
  const { id, account_id: accountId, question, created_at: createdAt } = row;
  return { id, accountId, question, createdAtMs: Number(createdAt) };
}
