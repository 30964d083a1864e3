import { type Kysely, sql } from 'kysely';
import { type EarlierFigureRow, readEarlierFigures } from './earlier-figures.ts';
import { listSeries } from './series.ts';
import type { Schema } from '#lib/store/engine/schema';

/** One figure of a publication: one unit of base in quote, as published. */
export interface StoredFigure {
  readonly base: string;
  readonly quote: string;
  readonly rate: number;
  readonly bodyId: number;
}

/** A document that figures came from. */
export interface StoredBody {
  readonly id: number;
  readonly url: string;
  readonly sha256: string;
  readonly fetchedAtMs: number;
}

/** All figures of a source at one fixing instant. */
export interface PublicationRow {
  readonly observedAtMs: number;
  readonly figures: readonly StoredFigure[];
}

/** Some publications of a source, and the documents that their figures came from. */
export interface Publications {
  readonly publications: readonly PublicationRow[];
  /** What some of the figures were before, oldest first. */
  readonly earlier: readonly EarlierFigureRow[];
  readonly bodies: readonly StoredBody[];
}

/** The newest publications of a source, newest first, and every pair it ever carried as `BASE/QUOTE`. */
export interface NewestPublications extends Publications {
  readonly pairs: readonly string[];
}

/** Publications of a source after an instant, oldest first. */
export interface NextPublications extends Publications {
  /** The instant of the first one after these; null where there is none. */
  readonly nextAtMs: number | null;
}

/** Reads the `count` newest publications of a source that are not after an instant. */
export async function readNewestPublications(
  db: Kysely<Schema>,
  source: string,
  count: number,
  notAfterMs: number = Number.MAX_SAFE_INTEGER - 1,
): Promise<NewestPublications> {
  const series = await listSeries(db, source);
  const publications: PublicationRow[] = [];
  let before = notAfterMs + 1;
  while (publications.length < count) {
    const observedAtMs = await newestInstantBefore(db, source, before);
    if (observedAtMs === null) break;
    publications.push({ observedAtMs, figures: await figuresAt(db, source, observedAtMs) });
    before = observedAtMs;
  }
  return {
    pairs: series.map(({ base, quote }) => `${base}/${quote}`),
    ...(await withOrigins(db, source, publications)),
  };
}

/** Reads the first `count` publications of a source after an instant. */
export async function readNextPublications(
  db: Kysely<Schema>,
  source: string,
  count: number,
  afterMs: number,
): Promise<NextPublications> {
  const publications: PublicationRow[] = [];
  let nextAtMs = await firstInstantAfter(db, source, afterMs);
  while (nextAtMs !== null && publications.length < count) {
    publications.push({ observedAtMs: nextAtMs, figures: await figuresAt(db, source, nextAtMs) });
    nextAtMs = await firstInstantAfter(db, source, nextAtMs);
  }
  return { nextAtMs, ...(await withOrigins(db, source, publications)) };
}

/** Publications with what their figures were before, and every document of either. */
async function withOrigins(
  db: Kysely<Schema>,
  source: string,
  publications: readonly PublicationRow[],
): Promise<Publications> {
  const instantsMs = publications.map(({ observedAtMs }) => observedAtMs);
  const earlier = await readEarlierFigures(db, [source], instantsMs);
  const figures = [...publications.flatMap((publication) => publication.figures), ...earlier];
  const ids = new Set(figures.map(({ bodyId }) => bodyId));
  return { publications, earlier, bodies: await readBodies(db, [...ids]) };
}

/** The documents of these numbers, by the key. */
export async function readBodies(db: Kysely<Schema>, ids: readonly number[]): Promise<readonly StoredBody[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('body')
    .select(['id', 'url', 'sha256', 'fetched_at as fetchedAtMs'])
    .where('id', 'in', ids)
    .execute();
}

/** The newest fixing instant of a source before an instant; null when there is none. */
export async function newestInstantBefore(
  db: Kysely<Schema>,
  source: string,
  before: number,
): Promise<number | null> {
  // obs_day_pkey: one step back from the end of each series.
  const { rows } = await sql<{ newest: number | null }>`
    select max(newest) as newest from (
      select (select max(o.ts) from obs_day o where o.series_id = s.id and o.ts < ${before}) as newest
      from series s where s.source = ${source}
    ) as newest_of_series`.execute(db);
  const newest = rows[0]?.newest ?? null;
  return newest === null ? null : Number(newest);
}

async function firstInstantAfter(db: Kysely<Schema>, source: string, after: number): Promise<number | null> {
  // obs_day_pkey: one step forward from the instant in each series.
  const { rows } = await sql<{ first: number | null }>`
    select min(first) as first from (
      select (select min(o.ts) from obs_day o where o.series_id = s.id and o.ts > ${after}) as first
      from series s where s.source = ${source}
    ) as first_of_series`.execute(db);
  const first = rows[0]?.first ?? null;
  return first === null ? null : Number(first);
}

async function figuresAt(
  db: Kysely<Schema>,
  source: string,
  observedAtMs: number,
): Promise<readonly StoredFigure[]> {
  // series_of_source, then obs_day_pkey once a series.
  return db
    .selectFrom('series')
    .innerJoin('obs_day', (join) =>
      join.onRef('obs_day.series_id', '=', 'series.id').on('obs_day.ts', '=', observedAtMs),
    )
    .select(['series.base', 'series.quote', 'obs_day.rate', 'obs_day.body_id as bodyId'])
    .where('series.source', '=', source)
    .execute();
}
