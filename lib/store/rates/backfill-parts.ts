import type { Kysely } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** A part of a source's history that was fetched whole: a month, a page, a pair, as its adapter divides it. */
export interface DonePart {
  readonly part: string;
  /** When it was done. */
  readonly atMs: number;
  /** Figures that were not there before, and figures that differed from the stored ones. */
  readonly observations: number;
  readonly revised: number;
}

/** Notes that a part is done; when it is done again, the newer note counts. */
export async function notePart(
  store: WriteDatabase,
  { source, part, atMs, observations, revised }: DonePart & { readonly source: string },
): Promise<void> {
  const newest = { done_at: atMs, observations, revised };
  await store.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('backfill_part')
      .values({ source, part, ...newest })
      .onConflict((conflict) => conflict.columns(['source', 'part']).doUpdateSet(newest))
      .execute();
  });
}

/** Parts of one source: every day of 50 years, or a part for each of its series. */
const PARTS_LIMIT = 50_000;

/** The parts of a source's history that are done, by name. */
export async function readBackfill(db: Kysely<Schema>, source: string): Promise<readonly DonePart[]> {
  // backfill_part_pkey.
  return db
    .selectFrom('backfill_part')
    .select(['part', 'done_at as atMs', 'observations', 'revised'])
    .where('source', '=', source)
    .orderBy('part')
    .limit(PARTS_LIMIT)
    .execute();
}
