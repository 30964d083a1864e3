import { type Kysely, sql } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';

/** A figure that another one has replaced: one unit of base was `rate` units of quote. */
export interface EarlierFigureRow {
  readonly base: string;
  readonly quote: string;
  /** The fixing instant, or 00:00 UTC of a market's day; epoch milliseconds, as are all instants. */
  readonly atMs: number;
  readonly rate: number;
  readonly bodyId: number;
  /** When the newer one was first seen here. */
  readonly replacedAtMs: number;
}

/** Reads what the figures of a source at some instants were before, as far as they had been replaced by `knownAtMs`; oldest first. */
export async function readEarlierFigures(
  db: Kysely<Schema>,
  source: string,
  instantsMs: readonly number[],
  knownAtMs = Number.MAX_SAFE_INTEGER,
): Promise<readonly EarlierFigureRow[]> {
  if (instantsMs.length === 0) return [];
  // series_of_source, then obs_revision_key once an instant in each series; next to no figure is ever replaced.
  const { rows } = await sql<{
    base: string;
    quote: string;
    ts: number;
    rate: number;
    body_id: number;
    replaced_at: number;
  }>`
    select s.base, s.quote, v.ts, v.rate, v.body_id, v.replaced_at
    from series s join obs_revision v on v.series_id = s.id and v.ts in (${sql.join([...new Set(instantsMs)])})
    where s.source = ${source} and v.replaced_at <= ${knownAtMs}
    order by v.replaced_at`.execute(db);
  return rows.map(({ base, quote, ts, rate, body_id: bodyId, replaced_at }) => ({
    base,
    quote,
    atMs: Number(ts),
    rate,
    bodyId,
    replacedAtMs: Number(replaced_at),
  }));
}
