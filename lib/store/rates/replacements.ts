import { sql, type Transaction } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';

/** A load between its staged rows and the table that they are merged into. */
export interface Merge {
  readonly staged: 'staged_fixing' | 'staged_bar';
  readonly stored: 'obs_day' | 'tick_day';
}

/** Staged figures that are not there, and those that differ from the stored ones. */
export async function countDiffering(
  transaction: Transaction<Schema>,
  { staged, stored }: Merge,
): Promise<{ readonly missing: number; readonly revised: number }> {
  // The key of the stored table, a look-up a staged row.
  const { rows } = await sql<{ missing: number; revised: number }>`
    select count(*) - count(o.series_id) as missing,
           coalesce(sum(case when o.series_id is not null and o.rate is distinct from s.rate then 1 else 0 end), 0) as revised
    from ${sql.table(staged)} s
      left join ${sql.table(stored)} o on o.series_id = s.series_id and o.ts = s.ts`.execute(transaction);
  return { missing: Number(rows[0]?.missing ?? 0), revised: Number(rows[0]?.revised ?? 0) };
}

/**
 * Keeps the figures that the staged ones replace. Later revisions of a figure sort after earlier ones even when the clock
 * stood still or went back, as it does between two imports under one `CLOCK`.
 */
export async function keepReplaced(
  transaction: Transaction<Schema>,
  { staged, stored }: Merge,
  replacedAtMs: number,
): Promise<void> {
  // The stored table's key and obs_revision_pkey: both are walked in primary-key order.
  await sql`
    insert into obs_revision (series_id, ts, rate, body_id, replaced_at)
    select o.series_id, o.ts, o.rate, o.body_id,
           case when max(r.replaced_at) >= ${replacedAtMs} then max(r.replaced_at) + 1 else ${replacedAtMs} end
    from ${sql.table(staged)} s
      join ${sql.table(stored)} o on o.series_id = s.series_id and o.ts = s.ts
      left join obs_revision r on r.series_id = s.series_id and r.ts = s.ts
    where o.rate <> s.rate
    group by o.series_id, o.ts, o.rate, o.body_id`.execute(transaction);
}

/** Removes what the validation said of the figures that the staged ones replace: it was said of those alone. */
export async function dropFlagsOfReplaced(
  transaction: Transaction<Schema>,
  { staged, stored }: Merge,
): Promise<void> {
  // The stored table's key and obs_flag_pkey, a look-up a replaced figure.
  await sql`
    delete from obs_flag
    where (series_id, ts) in (
      select o.series_id, o.ts
      from ${sql.table(staged)} s
        join ${sql.table(stored)} o on o.series_id = s.series_id and o.ts = s.ts
      where o.rate <> s.rate
    )`.execute(transaction);
}
