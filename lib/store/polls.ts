import { isoDayOf } from '#lib/domain/iso-day';
import { keepDocument } from '#lib/store/rates/documents';
import { type RuleRefusals, keepRefusals } from '#lib/store/validation/refusals';
import { type FigureFlag, keepFlags } from '#lib/store/rates/figure-flags';
import { type FixingBatch, type LoadCounts, mergeFixings } from '#lib/store/rates/fixings';
import { type CheckRecord, keepCheck } from '#lib/store/health/health-records';
import { type HeldChanges, keepHeld } from '#lib/store/validation/held-changes';
import { mergeTicks, rowsOfBatch, type TickBatch } from '#lib/store/rates/ticks';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** Everything that one poll of a source brought, a failed one included. */
export interface PollRecord {
  readonly source: string;
  /** One a document; none when the poll brought no fixings. */
  readonly fixings: readonly FixingBatch[];
  readonly ticks: TickBatch | null;
  readonly held: HeldChanges;
  readonly refusals: readonly RuleRefusals[];
  readonly flags: readonly FigureFlag[];
  readonly check: CheckRecord;
}

/**
 * Stores a poll in one transaction: its figures, what the validation did, and what the check says become visible at once or not at
 * all. Counts fixings that were not there and live quotes that made a row as imported.
 */
export async function storePoll(store: WriteDatabase, poll: PollRecord): Promise<LoadCounts> {
  const { source, check } = poll;
  return store.db.transaction().execute(async (transaction) => {
    let imported = 0;
    let revised = 0;
    for (const batch of poll.fixings) {
      const { document } = batch;
      const counts = await mergeFixings(store, transaction, {
        ...batch,
        source,
        seenAtMs: document.fetchedAtMs,
        bodyId: () => keepDocument(transaction, document),
      });
      await keepFlags(store, transaction, { source, flags: batch.flags ?? [] });
      imported += counts.imported;
      revised += counts.revised;
    }
    if (poll.ticks) {
      imported += await mergeTicks(
        store,
        transaction,
        rowsOfBatch(transaction, { source, batch: poll.ticks }),
      );
    }
    await keepHeld(store, transaction, { source, atMs: check.atMs, changes: poll.held });
    await keepFlags(store, transaction, { source, flags: poll.flags });
    await keepRefusals(transaction, {
      source,
      day: isoDayOf(new Date(check.atMs)),
      refusals: poll.refusals,
    });
    await keepCheck(transaction, source, check);
    return { imported, revised };
  });
}
