import type { Kysely } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import { readDatabase } from '#lib/testing/databases/read-database';

/** Rows that another process could read, and which therefore must never go again. */
export interface SeenRows {
  readonly keys: readonly { readonly id: string; readonly revoked_at: number | null }[];
  readonly fixings: readonly { readonly series_id: number; readonly ts: number; readonly rate: number }[];
  readonly ticks: readonly { readonly series_id: number; readonly ts: number; readonly at: number }[];
  readonly checks: readonly { readonly id: number; readonly at: number }[];
  readonly fixingCount: number;
}

/** Rows of each table that are remembered: the newest ones are in the most danger. */
const NEWEST = 300;

/** Reads what is committed in a data folder at this moment. */
export function readSeenRows(dataDir: string): Promise<SeenRows> {
  return readDatabase(dataDir, seenRows);
}

/** Names every row of a data folder that was there and is not. */
export function lostRows(dataDir: string, before: SeenRows): Promise<readonly string[]> {
  return readDatabase(dataDir, (db) => lostSince(db, before));
}

/** The rows of a database at this moment. */
export async function seenRows(db: Kysely<Schema>): Promise<SeenRows> {
  const counted = db.selectFrom('obs_day').select(({ fn }) => fn.countAll<number>().as('n'));
  return {
    keys: await db.selectFrom('api_key').select(['id', 'revoked_at']).execute(),
    fixings: await db
      .selectFrom('obs_day')
      .select(['series_id', 'ts', 'rate'])
      .orderBy('ts', 'desc')
      .limit(NEWEST)
      .execute(),
    ticks: await db
      .selectFrom('tick_recent')
      .select(['series_id', 'ts', 'at'])
      .orderBy('ts', 'desc')
      .limit(NEWEST)
      .execute(),
    checks: await db
      .selectFrom('health_check')
      .select(['id', 'at'])
      .orderBy('id', 'desc')
      .limit(NEWEST)
      .execute(),
    fixingCount: (await counted.executeTakeFirstOrThrow()).n,
  };
}

/** Names every row that was there and is not: a tick of a minute may have been followed by a later one, and moved to its tier. */
export async function lostSince(db: Kysely<Schema>, before: SeenRows): Promise<readonly string[]> {
  const lost: string[] = [];
  const now = await seenRows(db);
  const revoked = new Map(now.keys.map(({ id, revoked_at }) => [id, revoked_at]));
  for (const { id, revoked_at } of before.keys) {
    const kept = revoked.get(id);
    if (kept === undefined) lost.push(`the key ${id}`);
    else if (revoked_at !== null && kept === null) lost.push(`the revocation of the key ${id}`);
  }
  if (now.fixingCount < before.fixingCount)
    lost.push(`${before.fixingCount - now.fixingCount} fixings of ${before.fixingCount}`);
  for (const { series_id, ts, rate } of before.fixings) {
    const kept = await db
      .selectFrom('obs_day')
      .select('rate')
      .where('series_id', '=', series_id)
      .where('ts', '=', ts)
      .executeTakeFirst();
    if (kept?.rate !== rate) lost.push(`the fixing ${rate} of series ${series_id} at ${ts}`);
  }
  for (const { series_id, ts, at } of before.ticks) {
    const rows = await Promise.all(
      (['tick_recent', 'tick_minute'] as const).map((table) =>
        db
          .selectFrom(table)
          .select('at')
          .where('series_id', '=', series_id)
          .where('ts', '=', ts)
          .executeTakeFirst(),
      ),
    );
    if (!rows.some((row) => row !== undefined && row.at >= at))
      lost.push(`the tick of series ${series_id} at ${at}`);
  }
  const checks = new Map(now.checks.map(({ id, at }) => [id, at]));
  const oldestId = Math.min(...checks.keys());
  for (const { id, at } of before.checks) {
    if (id >= oldestId && checks.get(id) !== at) lost.push(`the check ${id} at ${at}`);
  }
  return lost;
}
