import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';
import type { WriteDatabase } from './write-database.ts';

/** Requests of a key on a UTC day that are not counted in the database yet. */
export interface KeyUse {
  readonly keyId: string;
  readonly day: string;
  readonly n: number;
  /** The newest of them, to the minute. */
  readonly lastUsedAtMs: number;
}

/** Requests of a key on a UTC day. */
export interface KeyDay {
  readonly keyId: string;
  readonly day: string;
  readonly n: number;
}

/** The days of an account's keys since one, inclusive. */
export interface UsageSpan {
  readonly accountId: string;
  readonly sinceDay: string;
}

/** Keys of an account times days of a year, far more than there are. */
const DAYS_READ_MAX = 500_000;

/**
 * Adds counts to those that are there, all or none. Keys that are gone are left out. In PostgreSQL several processes add
 * their own counts, so nothing is overwritten.
 */
export async function addKeyUses(store: WriteDatabase, uses: readonly KeyUse[]): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    for (const { keyId, day, n, lastUsedAtMs } of uses) {
      const { numUpdatedRows } = await transaction
        .updateTable('api_key')
        .set({ last_used_at: lastUsedAtMs })
        .where('id', '=', keyId)
        .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', lastUsedAtMs)]))
        .executeTakeFirst();
      if (numUpdatedRows === 0n && !(await hasKey(transaction, keyId))) continue;
      await sql`
        insert into key_usage (key_id, day, n) values (${keyId}, ${day}, ${n})
        on conflict (key_id, day) do update set n = key_usage.n + excluded.n`.execute(transaction);
    }
  });
}

/** The counts of an account's keys, days without requests left out. */
export async function readKeyUsage(
  db: Kysely<Schema>,
  { accountId, sinceDay }: UsageSpan,
): Promise<readonly KeyDay[]> {
  // api_key_of_account, then key_usage_key.
  const rows = await db
    .selectFrom('key_usage')
    .innerJoin('api_key', 'api_key.id', 'key_usage.key_id')
    .select(['key_usage.key_id', 'key_usage.day', 'key_usage.n'])
    .where('api_key.account_id', '=', accountId)
    .where('key_usage.day', '>=', sinceDay)
    .limit(DAYS_READ_MAX)
    .execute();
  return rows.map((row) => ({ keyId: row.key_id, day: row.day, n: Number(row.n) }));
}

async function hasKey(db: Kysely<Schema>, id: string): Promise<boolean> {
  const row = await db.selectFrom('api_key').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
