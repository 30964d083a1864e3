import { type Kysely, sql } from 'kysely';
import { listSeries } from './fixings.ts';
import type { Schema } from './schema.ts';

/** One figure of a publication: one unit of base in quote, as published. */
export interface StoredFigure {
  readonly base: string;
  readonly quote: string;
  readonly rate: number;
}

/** All figures of a source at one fixing instant. */
export interface PublicationRow {
  readonly observedAtMs: number;
  readonly figures: readonly StoredFigure[];
}

/** The newest publications of a source, newest first, and every pair it ever carried as `BASE/QUOTE`. */
export interface NewestPublications {
  readonly pairs: readonly string[];
  readonly publications: readonly PublicationRow[];
}

/** Reads the `count` newest publications of a source. */
export async function readNewestPublications(
  db: Kysely<Schema>,
  source: string,
  count: number,
): Promise<NewestPublications> {
  const series = await listSeries(db, source);
  const publications: PublicationRow[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  while (publications.length < count) {
    const observedAtMs = await newestInstantBefore(db, source, before);
    if (observedAtMs === null) break;
    publications.push({ observedAtMs, figures: await figuresAt(db, source, observedAtMs) });
    before = observedAtMs;
  }
  return { pairs: series.map(({ base, quote }) => `${base}/${quote}`), publications };
}

async function newestInstantBefore(
  db: Kysely<Schema>,
  source: string,
  before: number,
): Promise<number | null> {
  // obs_day_key: one step back from the end of each series.
  const { rows } = await sql<{ newest: number | null }>`
    select max(newest) as newest from (
      select (select max(o.ts) from obs_day o where o.series_id = s.id and o.ts < ${before}) as newest
      from series s where s.source = ${source}
    ) as newest_of_series`.execute(db);
  const newest = rows[0]?.newest ?? null;
  return newest === null ? null : Number(newest);
}

async function figuresAt(
  db: Kysely<Schema>,
  source: string,
  observedAtMs: number,
): Promise<readonly StoredFigure[]> {
  // series_of_source, then obs_day_key once a series.
  return db
    .selectFrom('series')
    .innerJoin('obs_day', (join) =>
      join.onRef('obs_day.series_id', '=', 'series.id').on('obs_day.ts', '=', observedAtMs),
    )
    .select(['series.base', 'series.quote', 'obs_day.rate'])
    .where('series.source', '=', source)
    .execute();
}
