import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** A pair of currency codes as a source publishes it: one unit of base in quote. */
export interface SeriesPair {
  readonly base: string;
  readonly quote: string;
}

/** Series of one source; far above what any source publishes. */
export const SERIES_LIMIT = 20_000;

/** Every series that a source ever carried, by the index `series_of_source`. */
export async function listSeries(
  db: Kysely<Schema>,
  source: string,
): Promise<readonly (SeriesPair & { readonly id: number })[]> {
  return db
    .selectFrom('series')
    .select(['id', 'base', 'quote'])
    .where('source', '=', source)
    .limit(SERIES_LIMIT)
    .execute();
}

/** The numbers of a source's series by `BASE/QUOTE`, of which the missing ones of `pairs` are made. */
export async function ensureSeries(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  { source, pairs }: { readonly source: string; readonly pairs: readonly SeriesPair[] },
): Promise<ReadonlyMap<string, number>> {
  const known = await seriesIds(transaction, source);
  const named = new Map(pairs.map((pair) => [pairText(pair), pair]));
  const missing = [...named].filter(([text]) => !known.has(text)).map(([, pair]) => pair);
  if (missing.length === 0) return known;
  // Only those: in PostgreSQL even a row that is there already takes a number, and there are two thousand million.
  await store.writeRows(transaction, {
    table: 'series',
    columns: [
      { name: 'source', type: 'text', values: missing.map(() => source) },
      { name: 'base', type: 'text', values: missing.map(({ base }) => base) },
      { name: 'quote', type: 'text', values: missing.map(({ quote }) => quote) },
    ],
    onConflict: '',
  });
  return seriesIds(transaction, source);
}

/** A column of series numbers for rows that name their series by its place in `series`; -1 for a place that is not there. */
export function seriesColumn(
  ids: ReadonlyMap<string, number>,
  { series, seriesIndexes }: { readonly series: readonly SeriesPair[]; readonly seriesIndexes: Uint32Array },
): Int32Array {
  const places = series.map((pair) => ids.get(pairText(pair)) ?? -1);
  const column = new Int32Array(seriesIndexes.length);
  for (const [row, index] of seriesIndexes.entries()) column[row] = places[index] ?? -1;
  return column;
}

/** `BASE/QUOTE`. */
export function pairText({ base, quote }: SeriesPair): string {
  return `${base}/${quote}`;
}

async function seriesIds(
  transaction: Transaction<Schema>,
  source: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await listSeries(transaction, source);
  return new Map(rows.map((row) => [pairText(row), row.id]));
}

/** The number of a series; null if there is none. */
export async function findSeries(
  db: Kysely<Schema>,
  { source, base, quote }: SeriesPair & { readonly source: string },
): Promise<number | null> {
  // series_of_source.
  const row = await db
    .selectFrom('series')
    .select('id')
    .where('source', '=', source)
    .where('base', '=', base)
    .where('quote', '=', quote)
    .executeTakeFirst();
  return row?.id ?? null;
}
