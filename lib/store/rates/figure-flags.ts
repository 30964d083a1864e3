import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import { ensureSeries, pairText } from './series.ts';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** A figure that a rule finds remarkable though it is stored: `large_move`. */
export interface FigureFlag {
  readonly base: string;
  readonly quote: string;
  /** The instant of the figure. */
  readonly atMs: number;
  readonly rule: string;
}

/** A flag with the figure's source. */
export interface StoredFlag extends FigureFlag {
  readonly source: string;
}

/** Keeps flags within the transaction that stores their figures; one that is there already stays as it is. */
export async function keepFlags(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  { source, flags }: { readonly source: string; readonly flags: readonly FigureFlag[] },
): Promise<void> {
  if (flags.length === 0) return;
  const ids = await ensureSeries(store, transaction, { source, pairs: flags });
  await store.writeRows(transaction, {
    table: 'obs_flag',
    columns: [
      { name: 'series_id', type: 'integer', values: flags.map((flag) => ids.get(pairText(flag)) ?? null) },
      { name: 'ts', type: 'bigint', values: flags.map(({ atMs }) => atMs) },
      { name: 'rule', type: 'text', values: flags.map(({ rule }) => rule) },
    ],
    onConflict: 'on conflict do nothing',
  });
}

/** Reads the newest flags of a source's figures from an instant on, newest first. */
export async function readFlags(
  db: Kysely<Schema>,
  query: { readonly source: string; readonly sinceMs: number; readonly limit: number },
): Promise<readonly StoredFlag[]> {
  // series_of_source, then obs_flag_pkey from the instant on in each series.
  const rows = await db
    .selectFrom('series')
    .innerJoin('obs_flag', 'obs_flag.series_id', 'series.id')
    .select(['series.source', 'series.base', 'series.quote', 'obs_flag.ts', 'obs_flag.rule'])
    .where('series.source', '=', query.source)
    .where('obs_flag.ts', '>=', query.sinceMs)
    .orderBy('obs_flag.ts', 'desc')
    .orderBy('series.id')
    .orderBy('obs_flag.rule')
    .limit(query.limit)
    .execute();
  return rows.map(({ source, base, quote, ts, rule }) => ({ source, base, quote, atMs: Number(ts), rule }));
}
