import { type Kysely, sql, type Transaction } from 'kysely';
import { raiseRates } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** A document that an import stored figures from. */
export interface ImportedDocument {
  readonly id: number;
  readonly source: string;
  /** `file:NAME` */
  readonly url: string;
  readonly fetchedAtMs: number;
}

/** What taking a document back did. */
export interface TakenBack {
  /** Figures that are again what they were before. */
  readonly restored: number;
  /** Figures that nothing stood in the place of. */
  readonly removed: number;
}

/** Imports that are listed at most. */
const LISTED_MAX = 100;

/** The documents that were imported from files, newest first. */
export async function readImports(db: Kysely<Schema>): Promise<readonly ImportedDocument[]> {
  return db
    .selectFrom('body')
    .select(['id', 'source', 'url', 'fetched_at as fetchedAtMs'])
    .where('url', 'like', 'file:%')
    .where('taken_back_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute();
}

/**
 * Takes an imported document back in one transaction: each of its figures that is still served gives way to the one that it
 * replaced, or goes if it replaced none. What it said stays among the replaced figures, what is held of its pairs since is
 * judged anew as it comes, and history is fetched again. Null when no import has the number.
 */
export async function takeBackImport(
  store: WriteDatabase,
  { id, atMs }: { readonly id: number; readonly atMs: number },
): Promise<TakenBack | null> {
  return store.db.transaction().execute(async (transaction) => {
    const body = await transaction
      .selectFrom('body')
      .select('source')
      .where('id', '=', id)
      .where('url', 'like', 'file:%')
      .where('taken_back_at', 'is', null)
      .executeTakeFirst();
    if (!body) return null;
    await transaction.updateTable('body').set({ taken_back_at: atMs }).where('id', '=', id).execute();
    await dropJudgedBy(transaction, { source: body.source, id, atMs });
    const fixings = await takeBackFrom(transaction, 'obs_day', { id, atMs });
    const bars = await takeBackFrom(transaction, 'tick_day', { id, atMs });
    await transaction
      .updateTable('held')
      .set({ state: 'rejected', decided_at: atMs, decided_by: 'operator' })
      .where('state', '=', 'held')
      .where('source', '=', body.source)
      .where('body_id', '=', id)
      .execute();
    // Parts of history whose figures were known by this document alone are to be fetched again.
    await transaction.deleteFrom('backfill_part').where('source', '=', body.source).execute();
    await raiseRates(transaction, body.source);
    return { restored: fixings.restored + bars.restored, removed: fixings.removed + bars.removed };
  });
}

/** Figures that wait because they are far from what the document said: the next poll or history judges them by what is left. */
async function dropJudgedBy(
  transaction: Transaction<Schema>,
  { source, id, atMs }: { readonly source: string; readonly id: number; readonly atMs: number },
): Promise<void> {
  for (const table of ['obs_day', 'tick_day'] as const) {
    await sql`
      update held set state = 'rejected', decided_at = ${atMs}, decided_by = 'rule'
      where state = 'held' and source = ${source} and exists (
        select 1 from ${sql.table(table)} o join series s on s.id = o.series_id
        where o.body_id = ${id} and s.source = ${source} and s.base = held.base and s.quote = held.quote
          and o.ts <= held.observed_at
      )`.execute(transaction);
  }
}

/** Reads the whole table once: nobody looks figures up by their document but an operator who made a mistake. */
async function takeBackFrom(
  transaction: Transaction<Schema>,
  table: 'obs_day' | 'tick_day',
  { id, atMs }: { readonly id: number; readonly atMs: number },
): Promise<TakenBack> {
  const stored = sql.table(table);
  await sql`
    delete from obs_flag where exists (
      select 1 from ${stored} o where o.series_id = obs_flag.series_id and o.body_id = ${id} and o.ts = obs_flag.ts
    )`.execute(transaction);
  await sql`
    insert into obs_revision (series_id, ts, rate, body_id, replaced_at)
    select o.series_id, o.ts, o.rate, o.body_id,
           case when max(r.replaced_at) >= ${atMs} then max(r.replaced_at) + 1 else ${atMs} end
    from ${stored} o
      left join obs_revision r on r.series_id = o.series_id and r.ts = o.ts
    where o.body_id = ${id}
    group by o.series_id, o.ts, o.rate, o.body_id`.execute(transaction);
  // obs_revision_pkey, backwards from the newest; what was taken back, this document included, is passed over.
  const earlier = sql`obs_revision r
      where r.series_id = ${sql.ref(`${table}.series_id`)} and r.ts = ${sql.ref(`${table}.ts`)}
        and r.body_id not in (select b.id from body b where b.taken_back_at is not null)`;
  const before = (column: 'rate' | 'body_id') =>
    sql`(select r.${sql.ref(column)} from ${earlier} order by r.replaced_at desc limit 1)`;
  const range = table === 'tick_day' ? sql`, low = null, high = null` : sql``;
  const restored = await sql`
    update ${stored} set rate = ${before('rate')}, body_id = ${before('body_id')}${range}
    where body_id = ${id} and exists (select 1 from ${earlier})`.execute(transaction);
  const removed = await sql`delete from ${stored} where body_id = ${id}`.execute(transaction);
  return {
    restored: Number(restored.numAffectedRows ?? 0),
    removed: Number(removed.numAffectedRows ?? 0),
  };
}
