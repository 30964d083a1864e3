import type { Kysely, Transaction } from 'kysely';
import { type FixingDocument, keepDocument } from './documents.ts';
import { raiseRates } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import { ensureSeries, pairText, seriesColumn, type SeriesPair } from './series.ts';
import { type KnownTick, type TickChange, tickChange } from './tick-changes.ts';
import { readNewestRows } from './tick-history.ts';
import { bucketStart, mergeClause } from './tick-tables.ts';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** Live quotes on their way in, a column each; at most one quote a series. `seriesIndexes` points into `series`. */
export interface TickColumns {
  readonly series: readonly SeriesPair[];
  readonly seriesIndexes: Uint32Array;
  /** The source's own time of each quote, or the instant of the fetch; whole milliseconds. */
  readonly instantsMs: Float64Array;
  /** One unit of base in quote, as published. */
  readonly rates: Float64Array;
}

/** The accepted live quotes of one poll; `documentIndexes` says which of `documents` brought each. */
export interface TickBatch extends TickColumns {
  readonly documents: readonly FixingDocument[];
  readonly documentIndexes: Uint32Array;
  readonly polledAtMs: number;
}

/** Live quotes within a transaction, wherever they come from. */
export interface TickRows extends TickColumns {
  readonly source: string;
  readonly polledAtMs: number;
  /** The number of the document of each row of `rows`, which are those that make a row; not asked when there are none. */
  readonly bodyIds: (rows: readonly number[]) => Promise<ReadonlyMap<number, number>>;
}

/** The accepted quotes of a poll as {@link mergeTicks} takes them: a document is kept when one of its quotes makes a row. */
export function rowsOfBatch(
  transaction: Transaction<Schema>,
  { source, batch }: { readonly source: string; readonly batch: TickBatch },
): TickRows {
  const bodyIds = async (rows: readonly number[]) => {
    const ids = new Map<number, number>();
    for (const [place, document] of batch.documents.entries()) {
      const own = rows.filter((row) => batch.documentIndexes[row] === place);
      if (own.length === 0) continue;
      const instants = own.map((row) => batch.instantsMs[row] ?? 0);
      const oldestAtMs = instants.reduce((oldest, at) => Math.min(oldest, at), Infinity);
      const newestAtMs = instants.reduce((newest, at) => Math.max(newest, at), -Infinity);
      const id = await keepDocument(transaction, document, { oldestAtMs, newestAtMs });
      for (const row of own) ids.set(row, id);
    }
    return ids;
  };
  return { ...batch, source, bodyIds };
}

/**
 * Stores live quotes within a transaction: changed ones go to their minute, and the newest one of each series is renewed.
 * Gives how many made a row. Rejects when a quote is no number or a series has two.
 */
export async function mergeTicks(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  rows: TickRows,
): Promise<number> {
  if (rows.rates.length === 0) return 0;
  const known = await readKnownTicks(transaction, rows.source);
  const isComplete = rows.series.every((pair) => known.ids.has(pairText(pair)));
  const ids = isComplete
    ? known.ids
    : await ensureSeries(store, transaction, { source: rows.source, pairs: rows.series });
  const seriesIds = seriesColumn(ids, rows);
  refuseBroken(rows, seriesIds);
  const ticks = Array.from(seriesIds, (seriesId, row): ClassifiedTick => {
    const rate = rows.rates[row] ?? Number.NaN;
    const observedAtMs = rows.instantsMs[row] ?? Number.NaN;
    const before = known.ticks.get(seriesId) ?? null;
    const change = tickChange(before, { rate, observedAtMs, polledAtMs: rows.polledAtMs });
    return { row, seriesId, rate, observedAtMs, before, change };
  });
  const changed = ticks.filter(({ change }) => change.makesRow);
  const bodyIds = changed.length === 0 ? new Map() : await rows.bodyIds(changed.map(({ row }) => row));
  await writeMinutes(store, transaction, changed, bodyIds);
  await markHours(store, transaction, rows.source, changed);
  await writeNewest(store, transaction, { ticks, bodyIds, polledAtMs: rows.polledAtMs });
  await raiseRates(transaction, rows.source);
  return changed.length;
}

interface ClassifiedTick {
  readonly row: number;
  readonly seriesId: number;
  readonly rate: number;
  readonly observedAtMs: number;
  readonly before: KnownTick | null;
  readonly change: TickChange;
}

/** What the engines would not refuse alike. */
function refuseBroken({ rates, instantsMs }: TickRows, seriesIds: Int32Array): void {
  if (seriesIds.includes(-1)) throw new Error('a quote names a series that the poll does not have');
  if (new Set(seriesIds).size < seriesIds.length) throw new Error('a poll has two quotes for one series');
  if (rates.some((rate) => !Number.isFinite(rate))) throw new Error('a quote is no number');
  if (!instantsMs.every((at) => Number.isSafeInteger(at))) throw new Error('a quote has no instant');
}

/** What is known of a source before a poll: its series by `BASE/QUOTE`, and the newest quote of each. */
interface KnownSource {
  readonly ids: ReadonlyMap<string, number>;
  readonly ticks: ReadonlyMap<number, KnownTick>;
}

async function readKnownTicks(db: Kysely<Schema>, source: string): Promise<KnownSource> {
  const ids = new Map<string, number>();
  const ticks = new Map<number, KnownTick>();
  for (const row of await readNewestRows(db, source)) {
    ids.set(pairText(row), row.id);
    if (row.rate === null || row.body_id === null) continue;
    ticks.set(row.id, {
      rate: row.rate,
      observedAtMs: Number(row.observed_at),
      polledAtMs: Number(row.polled_at),
      bodyId: row.body_id,
    });
  }
  return { ids, ticks };
}

async function writeMinutes(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  ticks: readonly ClassifiedTick[],
  bodyIds: ReadonlyMap<number, number>,
): Promise<void> {
  if (ticks.length === 0) return;
  const instants = ticks.map(({ observedAtMs }) => observedAtMs);
  await store.writeRows(transaction, {
    table: 'tick_recent',
    columns: [
      { name: 'series_id', type: 'integer', values: ticks.map(({ seriesId }) => seriesId) },
      { name: 'ts', type: 'bigint', values: instants.map((at) => bucketStart('minute', at)) },
      { name: 'at', type: 'bigint', values: instants },
      { name: 'rate', type: 'double precision', values: ticks.map(({ rate }) => rate) },
      { name: 'low', type: 'double precision', values: ticks.map(({ change }) => change.low) },
      { name: 'high', type: 'double precision', values: ticks.map(({ change }) => change.high) },
      { name: 'n', type: 'integer', values: ticks.map(() => 1) },
      { name: 'body_id', type: 'integer', values: ticks.map(({ row }) => bodyIds.get(row) ?? null) },
    ],
    onConflict: mergeClause('tick_recent', 'added'),
  });
}

/** The hours whose coarser tiers lag behind, mostly one a poll. */
async function markHours(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  source: string,
  ticks: readonly ClassifiedTick[],
): Promise<void> {
  const hours = [...new Set(ticks.map(({ observedAtMs }) => bucketStart('hour', observedAtMs)))];
  if (hours.length === 0) return;
  await store.writeRows(transaction, {
    table: 'tick_unrolled',
    columns: [
      { name: 'hour', type: 'bigint', values: hours },
      { name: 'source', type: 'text', values: hours.map(() => source) },
    ],
    onConflict: 'on conflict do nothing',
  });
}

interface NewestWrite {
  readonly ticks: readonly ClassifiedTick[];
  readonly bodyIds: ReadonlyMap<number, number>;
  readonly polledAtMs: number;
}

/** A quote that did not change was seen again all the same; its document stays the one that brought the figure. */
async function writeNewest(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  { ticks, bodyIds, polledAtMs }: NewestWrite,
): Promise<void> {
  const newest = ticks.map(({ row, seriesId, rate, observedAtMs, before, change }) => {
    const bodyId = bodyIds.get(row) ?? before?.bodyId ?? null;
    if (change.becomesNewest || !before) return { seriesId, rate, observedAtMs, bodyId };
    return { seriesId, ...before };
  });
  await store.writeRows(transaction, {
    table: 'tick_newest',
    columns: [
      { name: 'series_id', type: 'integer', values: newest.map(({ seriesId }) => seriesId) },
      { name: 'rate', type: 'double precision', values: newest.map(({ rate }) => rate) },
      { name: 'observed_at', type: 'bigint', values: newest.map(({ observedAtMs }) => observedAtMs) },
      { name: 'polled_at', type: 'bigint', values: newest.map(() => polledAtMs) },
      { name: 'body_id', type: 'integer', values: newest.map(({ bodyId }) => bodyId) },
    ],
    onConflict: `on conflict (series_id) do update set rate = excluded.rate, observed_at = excluded.observed_at,
      polled_at = excluded.polled_at, body_id = excluded.body_id`,
  });
}
