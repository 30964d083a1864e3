import { type Kysely, sql } from 'kysely';
import { raiseRates } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import { SERIES_LIMIT, type SeriesPair } from '#lib/store/rates/series';
import type { WriteDatabase } from '#lib/store/engine/write-database';
import { DAY_MS } from '#lib/domain/durations';

/** A publisher that said the same on so many days has proven what it said. */
const PROVING_DAYS = 2;

/**
 * The pairs of a bank of which all that is stored came from files, or from its publisher on a single UTC day. Reads the source's
 * whole history, so ask only when its figures are in doubt.
 */
export async function readUnprovenPairs(db: Kysely<Schema>, source: string): Promise<readonly SeriesPair[]> {
  // series_of_source, then obs_day by its key; documents by theirs.
  const { rows } = await sql<SeriesPair>`
    select s.base, s.quote
    from series s join obs_day o on o.series_id = s.id join body b on b.id = o.body_id
    where s.source = ${source}
    group by s.id, s.base, s.quote
    having count(distinct case when b.url not like 'file:%' then b.fetched_at / ${sql.lit(DAY_MS)} end) < ${PROVING_DAYS}
    limit ${SERIES_LIMIT}`.execute(db);
  return rows.map(({ base, quote }) => ({ base, quote }));
}

/** Series that are taken back as a whole. */
export interface UnprovenSeries {
  readonly source: string;
  readonly pairs: readonly SeriesPair[];
  readonly atMs: number;
}

/**
 * Takes back all that is stored of some fixings in one transaction. It stays among the replaced figures; what is held of the
 * pairs is judged anew as it comes, and history is fetched again.
 */
export async function takeBackSeries(
  store: WriteDatabase,
  { source, pairs, atMs }: UnprovenSeries,
): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    for (const { base, quote } of pairs) {
      const series = sql`(select id from series where source = ${source} and base = ${base} and quote = ${quote})`;
      await sql`
        insert into obs_revision (series_id, ts, rate, body_id, replaced_at)
        select o.series_id, o.ts, o.rate, o.body_id,
               case when max(r.replaced_at) >= ${atMs} then max(r.replaced_at) + 1 else ${atMs} end
        from obs_day o left join obs_revision r on r.series_id = o.series_id and r.ts = o.ts
        where o.series_id = ${series}
        group by o.series_id, o.ts, o.rate, o.body_id`.execute(transaction);
      await sql`delete from obs_flag where series_id = ${series}`.execute(transaction);
      await sql`delete from obs_day where series_id = ${series}`.execute(transaction);
      await transaction
        .updateTable('quarantine')
        .set({ state: 'rejected', decided_at: atMs, decided_by: 'rule' })
        .where('state', '=', 'held')
        .where('source', '=', source)
        .where('base', '=', base)
        .where('quote', '=', quote)
        .execute();
    }
    await transaction.deleteFrom('backfill_part').where('source', '=', source).execute();
    await raiseRates(transaction, source);
  });
}
