import type { Transaction } from 'kysely';
import { type BarBatch, mergeBars } from './bars.ts';
import { keepDocument } from './documents.ts';
import { keepFlags } from './figure-flags.ts';
import { type FixingBatch, type LoadCounts, mergeFixings } from './fixings.ts';
import type { QuarantineChanges } from './quarantine.ts';
import { keepQuarantine } from './quarantine-polls.ts';
import { readRatesRevision } from './revisions.ts';
import type { Schema } from './schema.ts';
import { decideWithheld, keepWithheld, type NewWithheldDocument } from './withheld-documents.ts';
import type { WriteDatabase } from './write-database.ts';

/** Everything that one document of a backfill or an import brought. */
export interface LoadRecord {
  readonly source: string;
  readonly atMs: number;
  /**
   * The source's count of commits of rates (`rateSources`) before the figures were judged by what was stored; null where what
   * was stored does not matter.
   */
  readonly judgedAt: number | null;
  /** Where it was read. */
  readonly url: string;
  /** Null where nothing of it may be stored. */
  readonly fixings: FixingBatch | null;
  readonly bars: BarBatch | null;
  readonly quarantine: QuarantineChanges;
  readonly withheld: readonly NewWithheldDocument[];
  /** The withheld document that an operator releases by this load. */
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
  const { source, atMs, judgedAt, url, withheld, releases } = load;
  return store.db.transaction().execute(async (transaction) => {
    if (judgedAt !== null && judgedAt !== (await readRatesRevision(transaction, source))) return 'overtaken';
    const state = 'released';
    if (releases !== null && !(await decideWithheld(transaction, { id: releases, state, atMs })))
      return 'not-held';
    const counts = await mergeFigures(store, transaction, load);
    await keepQuarantine(store, transaction, { source, atMs, changes: load.quarantine });
    await keepWithheld(transaction, { source, atMs, withheld, settled: [url] });
    return counts;
  });
}

async function mergeFigures(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  { source, fixings, bars }: LoadRecord,
): Promise<LoadCounts> {
  const batch = bars ?? fixings;
  if (batch === null || batch.rates.length === 0) return { imported: 0, revised: 0 };
  const { document, flags = [] } = batch;
  const origin = {
    source,
    seenAtMs: document.fetchedAtMs,
    bodyId: () => keepDocument(transaction, document),
  };
  const counts = bars
    ? await mergeBars(store, transaction, { ...bars, ...origin })
    : await mergeFixings(store, transaction, { ...batch, ...origin });
  await keepFlags(store, transaction, { source, flags });
  return counts;
}
