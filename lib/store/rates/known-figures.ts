import { type Kysely, sql } from 'kysely';
import { isPossibleRate } from '#lib/domain/validation/figure-rules';
import type { Schema } from '#lib/store/engine/schema';
import { readEarlierFigures } from './earlier-figures.ts';
import { type NewestPublications, type PublicationRow, readBodies } from './publications.ts';
import { SERIES_LIMIT } from './series.ts';
import type { SeriesSpan, StoredSeries } from './series-history.ts';

/** Which publications are read: of each source those after an instant and not after another, as they were known at a third one. */
export interface KnownQuery {
  readonly sources: readonly { readonly source: string; readonly afterMs: number }[];
  readonly notAfterMs: number;
  readonly knownAtMs: number;
}

/**
 * Reads publications by source, newest first, as this service knew them at an instant: figures that it had by then, each in the
 * revision of then, without those that were held for review or withheld.
 */
export async function readPublicationsKnownAt(
  db: Kysely<Schema>,
  { sources: spans, notAfterMs, knownAtMs }: KnownQuery,
): Promise<ReadonlyMap<string, NewestPublications>> {
  const sources = spans.map(({ source }) => source);
  if (sources.length === 0) return new Map();
  // series_of_source.
  const series = await db
    .selectFrom('series')
    .select(['source', 'base', 'quote'])
    .where('source', 'in', sources)
    .limit(SERIES_LIMIT)
    .execute();
  const afterMsOfSource = sql.join(
    spans.map((span) => sql`when ${span.source} then cast(${span.afterMs} as bigint)`),
    sql` `,
  );
  // Said besides of all sources together: by what each source says of itself alone, PostgreSQL would look at every day that there is.
  const afterMs = Math.min(...spans.map((span) => span.afterMs));
  // series_of_source, then some days of obs_day_pkey in each series, with the revisions of each figure by their key.
  const { rows } = await sql<KnownRow>`
    select f.source, f.base, f.quote, f.ts, f.rate, f.body_id
    from (${knownFigures(
      sql`s.source in (${sql.join(sources)}) and d.ts > ${afterMs} and d.ts <= ${notAfterMs}
        and d.ts > case s.source ${afterMsOfSource} end`,
      knownAtMs,
    )}) as f
    order by f.ts desc`.execute(db);
  const earlier = await readEarlierFigures(
    db,
    sources,
    [...new Set(rows.map(({ ts }) => Number(ts)))],
    knownAtMs,
  );
  const ids = new Set([...rows.map(({ body_id: id }) => id), ...earlier.map(({ bodyId }) => bodyId)]);
  const bodies = await readBodies(db, [...ids]);
  return new Map(
    sources.map((source) => {
      const isOf = (row: { readonly source: string }) => row.source === source;
      const pairs = series.filter(isOf).map(({ base, quote }) => `${base}/${quote}`);
      const publications = publicationsOf(rows.filter(isOf));
      return [source, { pairs, publications, earlier: earlier.filter(isOf), bodies }];
    }),
  );
}

function publicationsOf(rows: readonly KnownRow[]): readonly PublicationRow[] {
  return [...Map.groupBy(rows, ({ ts }) => Number(ts))].map(([observedAtMs, figures]) => ({
    observedAtMs,
    figures: figures.map(({ base, quote, rate, body_id: bodyId }) => ({ base, quote, rate, bodyId })),
  }));
}

/** Reads the newest figures of a span as they were known at an instant, ascending. */
export async function readSeriesKnownAt(
  db: Kysely<Schema>,
  { source, base, quote, fromMs, toMs, limit }: SeriesSpan,
  knownAtMs: number,
): Promise<StoredSeries> {
  // The key of the series, then obs_day_pkey within the span, with the revisions of each figure by their key.
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
  readonly source: string;
  readonly ts: number;
  readonly base: string;
  readonly quote: string;
  readonly rate: number;
  readonly body_id: number;
}

/**
 * The figures that fit a condition on series `s` and days `d`, each as it was known at an instant, where it was: those that are
 * stored, and those that were withdrawn later.
 */
export function knownFigures(condition: ReturnType<typeof sql>, knownAtMs: number) {
  const firstReplacedAfter = sql`(
    select min(n.replaced_at) from obs_revision n
    where n.series_id = d.series_id and n.ts = d.ts and n.replaced_at > ${knownAtMs}
  )`;
  return sql`
    select f.source, f.base, f.quote, f.ts, f.rate, f.body_id
    from (
        select s.source, s.base, s.quote, d.ts, coalesce(o.rate, d.rate) as rate, coalesce(o.body_id, d.body_id) as body_id
        from series s
          join obs_day d on d.series_id = s.id
          left join obs_revision o
            on o.series_id = d.series_id and o.ts = d.ts and o.replaced_at = ${firstReplacedAfter}
        where ${condition}
        union all
        select s.source, s.base, s.quote, d.ts, d.rate, d.body_id
        from series s
          join obs_revision d on d.series_id = s.id
        where ${condition} and d.replaced_at = ${firstReplacedAfter}
          and not exists (select 1 from obs_day c where c.series_id = d.series_id and c.ts = d.ts)
      ) as f
      join body b on b.id = f.body_id
    where b.fetched_at <= ${knownAtMs}
      and (f.source, f.base, f.quote, f.ts, f.rate) not in (
        select q.source, q.base, q.quote, q.observed_at, q.rate from held q
        where q.kind != 'document' and q.state = 'released' and q.decided_at > ${knownAtMs} and q.first_seen_at <= ${knownAtMs}
      )
      and (f.source, b.sha256) not in (
        select w.source, w.sha256 from held w
        where w.kind = 'document' and w.state = 'released' and w.decided_at > ${knownAtMs} and w.first_seen_at <= ${knownAtMs}
      )`;
}
