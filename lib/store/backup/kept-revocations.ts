import { type Kysely, sql } from 'kysely';
import type { EndedKey } from '#lib/store/engine/ended-keys-file';
import type { Schema } from '#lib/store/engine/schema';

/** What of a replaced database outlives it. */
export interface KeptEnds {
  /** Keys of the backup that were revoked, or ended earlier, after it was made. */
  readonly keysEnded: number;
  /** Keys that were made after the backup, and are gone. */
  readonly keysGone: number;
}

/** Tables of the transaction in which the ends of keys wait for the restored rows. */
const REPLACED_KEY = 'replaced_key';
const REPLACED_END = 'replaced_end';

/**
 * Notes in tables of the transaction how the keys of a database that is about to be replaced ended, and those of one that stood in the
 * same folder and is gone.
 */
export async function rememberEnds(
  db: Kysely<Schema>,
  tables: readonly string[],
  endedBefore: readonly EndedKey[],
): Promise<void> {
  await sql`
    create temp table ${sql.table(REPLACED_KEY)} (id text primary key, revoked_at bigint, expires_at bigint, is_copy int)`.execute(
    db,
  );
  await sql`create temp table ${sql.table(REPLACED_END)} (id text primary key, ended_at bigint)`.execute(db);
  if (tables.includes('api_key')) {
    await sql`
      insert into ${sql.table(REPLACED_KEY)} (id, revoked_at, expires_at, is_copy)
      select id, revoked_at, expires_at, 0 from api_key`.execute(db);
  }
  for (const { id, revokedAtMs, expiresAtMs } of endedBefore) {
    await sql`
      insert into ${sql.table(REPLACED_KEY)} (id, revoked_at, expires_at, is_copy)
      values (${id}, ${revokedAtMs}, ${expiresAtMs}, 1) on conflict (id) do nothing`.execute(db);
  }
  if (tables.includes('ended_key')) {
    await sql`
      insert into ${sql.table(REPLACED_END)} (id, ended_at) select id, ended_at from ended_key`.execute(db);
  }
}

/** Ends the restored keys as those of the replaced database had ended, and forgets the notes. */
export async function keepEnds(db: Kysely<Schema>): Promise<KeptEnds> {
  const [key, end] = [sql.table(REPLACED_KEY), sql.table(REPLACED_END)];
  const revoked = await sql`
    update api_key set revoked_at = (select r.revoked_at from ${key} r where r.id = api_key.id)
    where revoked_at is null and id in (select id from ${key} where revoked_at is not null)`.execute(db);
  // A rotation ends the old key earlier than it was to end.
  const rotated = await sql`
    update api_key set expires_at = (select r.expires_at from ${key} r where r.id = api_key.id)
    where revoked_at is null and exists (
      select 1 from ${key} r where r.id = api_key.id and r.expires_at is not null
        and (api_key.expires_at is null or api_key.expires_at > r.expires_at))`.execute(db);
  const removed = await sql`
    update api_key set revoked_at = (select e.ended_at from ${end} e where e.id = api_key.id)
    where revoked_at is null and id in (select id from ${end})`.execute(db);
  await sql`
    insert into ended_key (id, ended_at)
    select id, ended_at from ${end} where id not in (select id from ended_key)`.execute(db);
  const { rows: gone } = await sql<{ n: number }>`
    select count(*) as n from ${key} where is_copy = 0 and id not in (select id from api_key)`.execute(db);
  for (const table of [key, end]) await sql`drop table ${table}`.execute(db);
  const changed = [revoked, rotated, removed].reduce(
    (sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0),
    0,
  );
  return { keysEnded: changed, keysGone: Number(gone[0]?.n ?? 0) };
}
