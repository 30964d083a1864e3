import { type Kysely, sql } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';

/** A figure that its publisher replaced: one unit of base was `rate` units of quote, then `replacedBy`. */
export interface ReplacedFigure {
  readonly base: string;
  readonly quote: string;
  /** The fixing instant, or 00:00 UTC of a market's day; epoch milliseconds, as are all instants. */
  readonly atMs: number;
  readonly rate: number;
  readonly replacedBy: number | null;
  /** When the newer one was first seen here. */
  readonly replacedAtMs: number;
  /** The document that brought the older one. */
  readonly url: string | null;
  readonly sha256: string | null;
  readonly fetchedAtMs: number | null;
}

/** Which replaced figures of a source, or of one pair as it publishes it, are read: those replaced at an instant or later, in that order, without the first `skip`. */
export interface ReplacedQuery {
  readonly source: string;
  /** Null for all. */
  readonly pair: { readonly base: string; readonly quote: string } | null;
  readonly sinceMs: number;
  readonly skip: number;
  readonly limit: number;
}

/** Reads figures that were replaced, by when, then by pair and day. */
export async function readReplacedFigures(
  db: Kysely<Schema>,
  { source, pair, sinceMs, skip, limit }: ReplacedQuery,
): Promise<readonly ReplacedFigure[]> {
  const ofPair = pair === null ? sql`` : sql`and s.base = ${pair.base} and s.quote = ${pair.quote}`;
  // series_of_source, then all of obs_revision of each series by its key; of the few that are left, the newer figure and the document by their keys.
  const { rows } = await sql<{
    base: string;
    quote: string;
    ts: number;
    rate: number;
    replaced_at: number;
    replaced_by: number | null;
    url: string | null;
    sha256: string | null;
    fetched_at: number | null;
  }>`
    select r.base, r.quote, r.ts, r.rate, r.replaced_at, b.url, b.sha256, b.fetched_at,
      coalesce(
        (select n.rate from obs_revision n
         where n.series_id = r.series_id and n.ts = r.ts and n.replaced_at > r.replaced_at
         order by n.replaced_at limit 1),
        (select d.rate from obs_day d where d.series_id = r.series_id and d.ts = r.ts),
        (select t.rate from tick_day t where t.series_id = r.series_id and t.ts = r.ts)
      ) as replaced_by
    from (
      select s.base, s.quote, v.series_id, v.ts, v.rate, v.body_id, v.replaced_at
      from series s join obs_revision v on v.series_id = s.id
      where s.source = ${source} ${ofPair} and v.replaced_at >= ${sinceMs}
      order by v.replaced_at, s.base, s.quote, v.ts
      limit ${limit} offset ${skip}
    ) as r
      left join body b on b.id = r.body_id
    order by r.replaced_at, r.base, r.quote, r.ts`.execute(db);
  return rows.map((row) => ({
    base: row.base,
    quote: row.quote,
    atMs: Number(row.ts),
    rate: row.rate,
    replacedBy: row.replaced_by,
    replacedAtMs: Number(row.replaced_at),
    url: row.url,
    sha256: row.sha256,
    fetchedAtMs: row.fetched_at === null ? null : Number(row.fetched_at),
  }));
}
