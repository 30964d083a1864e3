import { type Kysely, sql } from 'kysely';
import { isPossibleRate } from '#lib/domain/validation/figure-rules';
import type { Schema } from '#lib/store/engine/schema';
import {
  type NewestPublications,
  type PublicationRow,
  type StoredFigure,
  withOrigins,
} from './publications.ts';
import { listSeries } from './series.ts';
import type { SeriesSpan, StoredSeries } from './series-history.ts';

/** Older fixings than this are past the hard limit of every bank. */
const LOOK_BACK_MS = 45 * 86_400_000;

/** Which publications are read: the `count` newest not after an instant, as they were known at another one. */
export interface KnownQuery {
  readonly source: string;
  readonly count: number;
  readonly notAfterMs: number;
  readonly knownAtMs: number;
}

/**
 * Reads the newest publications of a source as this service knew them at an instant: figures that it had by then, each in the
 * revision of then, without those that were held for review or withheld.
 */
export async function readPublicationsKnownAt(
  db: Kysely<Schema>,
  { source, count, notAfterMs, knownAtMs }: KnownQuery,
): Promise<NewestPublications> {
  const series = await listSeries(db, source);
  // series_of_source, then a few weeks of obs_day_key in each series, with the revisions of each figure by their key.
  const { rows } = await sql<{ ts: number } & KnownRow>`
    select f.ts, f.base, f.quote, f.rate, f.body_id
    from (${knownFigures(
      sql`s.source = ${source} and d.ts > ${notAfterMs - LOOK_BACK_MS} and d.ts <= ${notAfterMs}`,
      knownAtMs,
    )}) as f
    order by f.ts desc`.execute(db);
  const byInstant = new Map<number, StoredFigure[]>();
  for (const { ts, base, quote, rate, body_id: bodyId } of rows) {
    const figures = byInstant.get(Number(ts)) ?? [];
    if (figures.length === 0 && byInstant.size === count) break;
    figures.push({ base, quote, rate, bodyId });
    byInstant.set(Number(ts), figures);
  }
  const publications = [...byInstant].map(([observedAtMs, figures]): PublicationRow => ({
    observedAtMs,
    figures,
  }));
  return {
    pairs: series.map(({ base, quote }) => `${base}/${quote}`),
    ...(await withOrigins(db, source, publications, knownAtMs)),
  };
}

/** Reads the newest figures of a span as they were known at an instant, ascending. */
export async function readSeriesKnownAt(
  db: Kysely<Schema>,
  { source, base, quote, fromMs, toMs, limit }: SeriesSpan,
  knownAtMs: number,
): Promise<StoredSeries> {
  // The key of the series, then obs_day_key within the span, with the revisions of each figure by their key.
  const { rows } = await sql<{ ts: number; rate: number }>`
    select f.ts, f.rate
    from (${knownFigures(
      sql`s.source = ${source} and s.base = ${base} and s.quote = ${quote} and d.ts >= ${fromMs} and d.ts <= ${toMs}`,
      knownAtMs,
    )}) as f
    order by f.ts desc limit ${limit}`.execute(db);
  const sound = rows.filter(({ rate }) => isPossibleRate(rate)).reverse();
  return { instantsMs: sound.map(({ ts }) => Number(ts)), rates: sound.map(({ rate }) => rate) };
}

/** When the first document of a source that figures came from was fetched, in epoch milliseconds; null where there is none. */
export async function readFirstSight(db: Kysely<Schema>, source: string): Promise<number | null> {
  const row = await db
    .selectFrom('body')
    .select(({ fn }) => fn.min('fetched_at').as('first'))
    .where('source', '=', source)
    // Documents of fixings have no tier.
    .where('tier', 'is', null)
    .executeTakeFirst();
  return row?.first === null || row?.first === undefined ? null : Number(row.first);
}

interface KnownRow {
  readonly base: string;
  readonly quote: string;
  readonly rate: number;
  readonly body_id: number;
}

/** The figures that fit a condition on series `s` and days `d`, each as it was known at an instant, where it was. */
export function knownFigures(condition: ReturnType<typeof sql>, knownAtMs: number) {
  return sql`
    select s.base, s.quote, d.ts, coalesce(o.rate, d.rate) as rate, coalesce(o.body_id, d.body_id) as body_id
    from series s
      join obs_day d on d.series_id = s.id
      left join obs_revision o on o.series_id = d.series_id and o.ts = d.ts and o.replaced_at = (
        select min(n.replaced_at) from obs_revision n
        where n.series_id = d.series_id and n.ts = d.ts and n.replaced_at > ${knownAtMs}
      )
      join body b on b.id = coalesce(o.body_id, d.body_id)
    where ${condition} and b.fetched_at <= ${knownAtMs}
      and not exists (
        select 1 from quarantine q
        where q.source = s.source and q.base = s.base and q.quote = s.quote and q.observed_at = d.ts
          and q.state = 'released' and q.decided_at > ${knownAtMs} and q.rate = coalesce(o.rate, d.rate)
      )
      and not exists (
        select 1 from withheld_document w
        where w.source = s.source and w.state = 'released' and w.sha256 = b.sha256 and w.decided_at > ${knownAtMs}
      )`;
}
