import type { Transaction } from 'kysely';
import { type BarBatch, mergeBars } from '#lib/store/rates/bars';
import { keepDocument } from '#lib/store/rates/documents';
import { keepFlags } from '#lib/store/rates/figure-flags';
import { type FixingBatch, type LoadCounts, mergeFixings } from '#lib/store/rates/fixings';
import { type HeldChanges, keepHeld } from '#lib/store/validation/held-changes';
import { markDecided } from '#lib/store/validation/held-decisions';
import { readRatesRevision } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** Everything that one document of a backfill or an import brought. */
export interface LoadRecord {
  readonly source: string;
  readonly atMs: number;
  /**
   * The source's count of commits of rates (`rateSources`) before the figures were judged by what was stored; null where what
   * was stored does not matter.
   */
  readonly judgedAt: number | null;
  /** Null where nothing of it may be stored. */
  readonly fixings: FixingBatch | null;
  readonly bars: BarBatch | null;
  readonly held: HeldChanges;
  /** The held document that an operator releases by this load. */
  readonly releases: number | null;
}

/**
 * What a load changed, or why nothing of it was stored: the source's figures changed since they were judged, or it releases a
 * document that is no longer held.
 */
export type LoadOutcome = LoadCounts | 'overtaken' | 'not-held';

/**
 * Stores a document of history in one transaction: its figures, what of them is held back, and whether it is withheld as a
 * whole become visible at once or not at all. One that brings nothing new leaves no trace.
 */
export async function storeLoad(store: WriteDatabase, load: LoadRecord): Promise<LoadOutcome> {
  const { source, atMs, judgedAt, held, releases } = load;
  return store.db.transaction().execute(async (transaction) => {
    if (judgedAt !== null && judgedAt !== (await readRatesRevision(transaction, source))) return 'overtaken';
    const state = 'released';
    if (releases !== null && !(await markDecided(transaction, { id: releases, state, atMs })))
      return 'not-held';
    const counts = await mergeFigures(store, transaction, load);
    await keepHeld(store, transaction, { source, atMs, changes: held });
    return counts;
  });
}

async function mergeFigures(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  { source, fixings, bars, releases, atMs }: LoadRecord,
): Promise<LoadCounts> {
  const batch = bars ?? fixings;
  if (batch === null || batch.rates.length === 0) return { imported: 0, revised: 0 };
  const { document, flags = [] } = batch;
  const origin = {
    source,
    // What was withheld gives way to its document only now.
    seenAtMs: releases === null ? document.fetchedAtMs : atMs,
    bodyId: () => keepDocument(transaction, document),
  };
  const counts = bars
    ? await mergeBars(store, transaction, { ...bars, ...origin })
    : await mergeFixings(store, transaction, { ...batch, ...origin });
  await keepFlags(store, transaction, { source, flags });
  return counts;
}
