import type { Transaction } from 'kysely';
import { mergeBars } from '#lib/store/rates/bars';
import { mergeFixings } from '#lib/store/rates/fixings';
import { raiseRates, raiseRevision } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import { bucketStart } from '#lib/store/rates/tick-tables';
import { mergeTicks } from '#lib/store/rates/ticks';
import type { WriteDatabase } from '#lib/store/engine/write-database';
import { findHeldFigure, type HeldFigureRow } from './held.ts';

/** What an operator decides about what is held; a document is released by the load that stores it. */
export interface OperatorDecision {
  readonly id: number;
  readonly decision: 'release' | 'reject';
  readonly atMs: number;
}

/**
 * Releases a held figure or rejects what is held, in one transaction; false when none of the number is held, and for the release
 * of a document. A released figure is stored as an accepted one would be: a fixing or a closing price as the newest revision of
 * its day, a live quote in its minute, and as the newest one unless a newer one came since. Of a day's low and high nothing is
 * held. Either way the pair is no longer held for it, which is announced with the source's rates.
 */
export async function decideHeld(
  store: WriteDatabase,
  { id, decision, atMs }: OperatorDecision,
): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const figure = await findHeldFigure(transaction, id);
    if (figure === null && decision === 'release') return false;
    const state = decision === 'release' ? 'released' : 'rejected';
    if (!(await markDecided(transaction, { id, state, atMs }))) return false;
    if (figure === null) return true;
    if (decision === 'release') await storeReleased(store, transaction, { figure, atMs });
    await raiseRates(transaction, figure.source);
    return true;
  });
}

/** Marks what is held as decided by the operator, within the transaction that carries the decision out; false when it is not held. */
export async function markDecided(
  transaction: Transaction<Schema>,
  {
    id,
    state,
    atMs,
  }: { readonly id: number; readonly state: 'released' | 'rejected'; readonly atMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('held')
    // Of a decided document the hash is enough to know it again.
    .set({ state, decided_at: atMs, decided_by: 'operator', content: null })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await raiseRevision(transaction, 'states');
  return true;
}

/** Stores a held figure as an accepted one would be. */
export async function storeReleased(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  { figure, atMs }: { readonly figure: HeldFigureRow; readonly atMs: number },
): Promise<void> {
  const { source, base, quote, bodyId } = figure;
  if (bodyId === null) throw new Error(`the held figure ${figure.id} has no document`);
  const columns = {
    source,
    series: [{ base, quote }],
    seriesIndexes: Uint32Array.of(0),
    instantsMs: Float64Array.of(figure.observedAtMs),
    rates: Float64Array.of(figure.rate),
  };
  if (figure.kind === 'fixing') {
    await mergeFixings(store, transaction, { ...columns, seenAtMs: atMs, bodyId: async () => bodyId });
    return;
  }
  if (figure.kind === 'bar') {
    await mergeBars(store, transaction, {
      ...columns,
      daysMs: Float64Array.of(bucketStart('day', figure.observedAtMs)),
      lows: Float64Array.of(Number.NaN),
      highs: Float64Array.of(Number.NaN),
      seenAtMs: atMs,
      bodyId: async () => bodyId,
    });
    return;
  }
  await mergeTicks(store, transaction, {
    ...columns,
    polledAtMs: Math.max(figure.lastSeenAtMs, await newestPollMs(transaction, figure)),
    bodyIds: async (rows) => new Map(rows.map((row) => [row, bodyId])),
  });
}

/** A release is no poll: what was polled since stays polled then. */
async function newestPollMs(
  transaction: Transaction<Schema>,
  { source, base, quote }: HeldFigureRow,
): Promise<number> {
  const row = await transaction
    .selectFrom('series')
    .innerJoin('tick_newest', 'tick_newest.series_id', 'series.id')
    .select('polled_at')
    .where('source', '=', source)
    .where('base', '=', base)
    .where('quote', '=', quote)
    .executeTakeFirst();
  return Number(row?.polled_at ?? 0);
}
