import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** Requests of a key on a UTC day that are not counted in the database yet. */
export interface StoredKeyUse {
  readonly keyId: string;
  readonly day: string;
  readonly n: number;
  /** The newest of them. */
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

/** Keys in one statement; each takes four of its parameters. */
const USES_IN_STATEMENT = 500;

/**
 * Adds counts to those that are there, all or none; a key's day may be named once. Keys that are gone are left out. In
 * PostgreSQL several processes add their own counts, so nothing is overwritten.
 */
export async function addKeyUses(store: WriteDatabase, uses: readonly StoredKeyUse[]): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    for (let start = 0; start < uses.length; start += USES_IN_STATEMENT) {
      await addUses(transaction, uses.slice(start, start + USES_IN_STATEMENT));
    }
  });
}

async function addUses(transaction: Transaction<Schema>, uses: readonly StoredKeyUse[]): Promise<void> {
  const rows = uses.map(
    ({ keyId, day, n, lastUsedAtMs }) =>
      sql`(cast(${keyId} as text), cast(${day} as text), cast(${n} as bigint), cast(${lastUsedAtMs} as bigint))`,
  );
  const used = sql`used (key_id, day, n, at) as (values ${sql.join(rows)})`;
  await sql`
    with ${used}
    insert into key_usage (key_id, day, n)
    select used.key_id, used.day, used.n from used join api_key on api_key.id = used.key_id where true
    on conflict (key_id, day) do update set n = key_usage.n + excluded.n`.execute(transaction);
  await sql`
    with ${used}
    update api_key set last_used_at = newest.at
    from (select key_id, max(at) as at from used group by key_id) as newest
    where api_key.id = newest.key_id and (last_used_at is null or last_used_at < newest.at)`.execute(
    transaction,
  );
}

/** The counts of an account's keys, days without requests left out. */
export async function readKeyUsage(
  db: Kysely<Schema>,
  { accountId, sinceDay }: UsageSpan,
): Promise<readonly KeyDay[]> {
  // api_key_of_account, then key_usage_key.
  return db
    .selectFrom('key_usage')
    .innerJoin('api_key', 'api_key.id', 'key_usage.key_id')
    .select(['key_usage.key_id as keyId', 'key_usage.day', 'key_usage.n'])
    .where('api_key.account_id', '=', accountId)
    .where('key_usage.day', '>=', sinceDay)
    .limit(DAYS_READ_MAX)
    .execute();
}
