import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { newestInstantBefore } from './publications.ts';
import type { Schema } from '#lib/store/engine/schema';

/** Publications of a source that a digest is of: those that current rates are made from. */
const PUBLICATIONS = 3;

/** Readings that a commit may cut into before a difference is believed. */
const READINGS = 5;

/** Sources that have a digest. */
const SOURCES_MAX = 100;

/** Keeps the digest of a source's newest figures, within the transaction that has changed them. */
export async function keepDigest(transaction: Transaction<Schema>, source: string): Promise<void> {
  const sha256 = await digestOf(transaction, source);
  await sql`
    insert into figure_digest (source, sha256) values (${source}, ${sha256})
    on conflict (source) do update set sha256 = excluded.sha256`.execute(transaction);
}

/** Newest figures that are not those that were stored: something else than this program changed them. */
export interface AlteredFigures {
  /** The sources that have such figures. */
  readonly sources: readonly string[];
  /** The same as a sentence; null where there are none. */
  readonly fault: DatabaseUnavailable | null;
}

/** Compares the newest figures of every source with what was stored; `place` is where the database is, in words. */
export async function findAltered(db: Kysely<Schema>, place: string): Promise<AlteredFigures> {
  const sources: string[] = [];
  for (const source of (await readDigests(db)).keys()) {
    if (await isAltered(db, source)) sources.push(source);
  }
  if (sources.length === 0) return { sources, fault: null };
  const sentence = `The newest figures of ${sources.join(', ')} in the database ${place} are not those that were stored; put a backup in its place, or fetch them again with npm run backfill, and start the service again.`;
  return { sources, fault: new DatabaseUnavailable(sentence, 'damaged') };
}

/** A commit between two statements makes a difference that is none; then both are read again. */
async function isAltered(db: Kysely<Schema>, source: string): Promise<boolean> {
  for (let reading = 1; reading <= READINGS; reading += 1) {
    const before = (await readDigests(db)).get(source);
    const found = await digestOf(db, source);
    if (before === found) return false;
    const after = (await readDigests(db)).get(source);
    if (before === after) return true;
  }
  return false;
}

async function readDigests(db: Kysely<Schema>): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('figure_digest')
    .select(['source', 'sha256'])
    .orderBy('source')
    .limit(SOURCES_MAX)
    .execute();
  return new Map(rows.map(({ source, sha256 }) => [source, sha256]));
}

interface DigestRow {
  readonly base: string;
  readonly quote: string;
  readonly at: number;
  readonly rate: number;
}

/** By the pairs' names, so that it is the same after a copy to another database. */
async function digestOf(db: Kysely<Schema>, source: string): Promise<string> {
  const hash = createHash('sha256');
  for (const rows of [await newestFixings(db, source), await newestTicks(db, source)]) {
    for (const { base, quote, at, rate } of rows) hash.update(`${base} ${quote} ${at} ${rate}\n`);
  }
  return hash.digest('hex');
}

async function newestFixings(db: Kysely<Schema>, source: string): Promise<readonly DigestRow[]> {
  const newest: DigestRow[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (let count = 0; count < PUBLICATIONS; count += 1) {
    const atMs = await newestInstantBefore(db, source, before);
    if (atMs === null) break;
    // series_of_source, then obs_day_key once a series.
    const { rows } = await sql<DigestRow>`
      select s.base, s.quote, o.ts as at, o.rate from series s join obs_day o on o.series_id = s.id and o.ts = ${atMs}
      where s.source = ${source} order by s.base, s.quote`.execute(db);
    newest.push(...rows);
    before = atMs;
  }
  return newest;
}

async function newestTicks(db: Kysely<Schema>, source: string): Promise<readonly DigestRow[]> {
  // series_of_source, then tick_newest by its key.
  const { rows } = await sql<DigestRow>`
    select s.base, s.quote, n.observed_at as at, n.rate from series s join tick_newest n on n.series_id = s.id
    where s.source = ${source} order by s.base, s.quote`.execute(db);
  return rows;
}
