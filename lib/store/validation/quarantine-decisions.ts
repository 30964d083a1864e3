import type { Transaction } from 'kysely';
import { mergeBars } from '#lib/store/rates/bars';
import { mergeFixings } from '#lib/store/rates/fixings';
import { findQuarantined, type QuarantinedFigure } from './quarantine.ts';
import { raiseRates, raiseRevision } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import { bucketStart } from '#lib/store/rates/tick-tables';
import { mergeTicks } from '#lib/store/rates/ticks';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** What an operator decides about a held figure. */
export interface OperatorDecision {
  readonly id: number;
  readonly decision: 'release' | 'reject';
  readonly atMs: number;
}

/** What became of a decision: carried out, or refused because the figure is not held or not known. */
export type DecisionOutcome = 'released' | 'rejected' | 'decided-before' | 'unknown';

/**
 * Releases or rejects a held figure in one transaction. A released one is stored as an accepted one would be: a fixing or a
 * closing price as the newest revision of its day, a live quote in its minute, and as the newest one unless a newer one came
 * since. Of a day's low and high nothing is held. Either way the pair is no longer held for it, which is announced with the
 * source's rates.
 */
export async function decideQuarantine(
  store: WriteDatabase,
  { id, decision, atMs }: OperatorDecision,
): Promise<DecisionOutcome> {
  return store.db.transaction().execute(async (transaction) => {
    const figure = await findQuarantined(transaction, id);
    if (!figure) return 'unknown';
    if (figure.state !== 'held') return 'decided-before';
    const state = decision === 'release' ? 'released' : 'rejected';
    await transaction
      .updateTable('quarantine')
      .set({ state, decided_at: atMs, decided_by: 'operator' })
      .where('id', '=', id)
      .execute();
    if (decision === 'release') await storeReleased(store, transaction, { figure, atMs });
    await raiseRates(transaction, figure.source);
    await raiseRevision(transaction, 'states');
    return state;
  });
}

/** Stores a held figure as an accepted one would be. */
export async function storeReleased(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  { figure, atMs }: { readonly figure: QuarantinedFigure; readonly atMs: number },
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
  { source, base, quote }: QuarantinedFigure,
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
