import { type Kysely, sql } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';

/** A figure that another one has replaced: one unit of base was `rate` units of quote. */
export interface EarlierFigureRow {
  readonly source: string;
  readonly base: string;
  readonly quote: string;
  /** The fixing instant, or 00:00 UTC of a market's day; epoch milliseconds, as are all instants. */
  readonly atMs: number;
  readonly rate: number;
  readonly bodyId: number;
  /** When the newer one was first seen here. */
  readonly replacedAtMs: number;
}

/** Reads what the figures of sources at some instants were before, as far as they had been replaced by `knownAtMs`; oldest first. */
export async function readEarlierFigures(
  db: Kysely<Schema>,
  sources: readonly string[],
  instantsMs: readonly number[],
  knownAtMs = Number.MAX_SAFE_INTEGER,
): Promise<readonly EarlierFigureRow[]> {
  if (sources.length === 0 || instantsMs.length === 0) return [];
  // series_of_source, then obs_revision_pkey once an instant in each series; next to no figure is ever replaced.
  const { rows } = await sql<{
    source: string;
    base: string;
    quote: string;
    ts: number;
    rate: number;
    body_id: number;
    replaced_at: number;
  }>`
    select s.source, s.base, s.quote, v.ts, v.rate, v.body_id, v.replaced_at
    from series s join obs_revision v on v.series_id = s.id and v.ts in (${sql.join([...new Set(instantsMs)])})
    where s.source in (${sql.join(sources)}) and v.replaced_at <= ${knownAtMs}
    order by v.replaced_at`.execute(db);
  return rows.map(({ source, base, quote, ts, rate, body_id: bodyId, replaced_at }) => ({
    source,
    base,
    quote,
    atMs: Number(ts),
    rate,
    bodyId,
    replacedAtMs: Number(replaced_at),
  }));
}
