import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Kysely, sql, type Transaction } from 'kysely';
import { raiseRevision } from './revisions.ts';
import type { NewBody, Schema } from './schema.ts';
import type { WriteDatabase } from './write-database.ts';

/** Larger documents are not kept; the rows taken from them are. */
const KEPT_DOCUMENT_BYTES = 64 * 1024;

/** The document that brought the figures. */
export interface FixingDocument {
  readonly source: string;
  readonly url: string;
  readonly fetchedAtMs: number;
  readonly body: Uint8Array;
}

/** Accepted fixings of one document, a column each; `seriesIndexes` points into `series`. */
export interface FixingBatch {
  readonly document: FixingDocument;
  readonly series: readonly { readonly base: string; readonly quote: string }[];
  readonly seriesIndexes: Uint32Array;
  readonly instantsMs: Float64Array;
  /** One unit of base in quote, as published. */
  readonly rates: Float64Array;
}

/** What a load changed: figures that were not there, and figures that differ from the stored ones. */
export interface LoadCounts {
  readonly imported: number;
  readonly revised: number;
}

/**
 * Stores the fixings of one document in one transaction: all of it becomes visible at once or nothing does. A figure that
 * differs from the stored one becomes its newest revision and the older one is kept; a document that brings nothing new
 * leaves no trace.
 */
export async function storeFixings(store: WriteDatabase, batch: FixingBatch): Promise<LoadCounts> {
  const nothing: LoadCounts = { imported: 0, revised: 0 };
  if (batch.rates.length === 0) return nothing;
  return store.db.transaction().execute(async (transaction) => {
    const seriesIds = await seriesIdsOf(transaction, batch);
    await store.stageFixings(transaction, {
      seriesIds: Int32Array.from(batch.seriesIndexes, (index) => seriesIds[index] ?? -1),
      instantsMs: batch.instantsMs,
      rates: batch.rates,
    });
    const counts = await mergeStaged(transaction, batch.document);
    await sql`drop table staged_fixing`.execute(transaction);
    return counts;
  });
}

async function mergeStaged(transaction: Transaction<Schema>, document: FixingDocument): Promise<LoadCounts> {
  const differing = await countDiffering(transaction);
  if (differing.missing === 0 && differing.revised === 0) return { imported: 0, revised: 0 };
  const bodyId = await insertBody(transaction, document);
  await keepReplaced(transaction, document.fetchedAtMs);
  await sql`
    insert into obs_day (series_id, ts, rate, body_id)
    select series_id, ts, rate, ${bodyId} from staged_fixing where true order by series_id, ts
    on conflict (series_id, ts) do update set rate = excluded.rate, body_id = excluded.body_id
    where obs_day.rate <> excluded.rate`.execute(transaction);
  await raiseRevision(transaction, 'rates');
  return { imported: differing.missing, revised: differing.revised };
}

/**
 * Keeps the figures that the staged ones replace. Later revisions of a figure sort after earlier ones even when the clock
 * stood still or went back, as it does between two imports under one `CLOCK`.
 */
async function keepReplaced(transaction: Transaction<Schema>, replacedAtMs: number): Promise<void> {
  // obs_day_key and obs_revision_key: both are walked in primary-key order.
  await sql`
    insert into obs_revision (series_id, ts, rate, body_id, replaced_at)
    select o.series_id, o.ts, o.rate, o.body_id,
           case when max(r.replaced_at) >= ${replacedAtMs} then max(r.replaced_at) + 1 else ${replacedAtMs} end
    from staged_fixing s
      join obs_day o on o.series_id = s.series_id and o.ts = s.ts
      left join obs_revision r on r.series_id = s.series_id and r.ts = s.ts
    where o.rate <> s.rate
    group by o.series_id, o.ts, o.rate, o.body_id`.execute(transaction);
}

async function countDiffering(
  transaction: Transaction<Schema>,
): Promise<{ readonly missing: number; readonly revised: number }> {
  // obs_day_key, a look-up a staged row.
  const { rows } = await sql<{ missing: number; revised: number }>`
    select count(*) - count(o.series_id) as missing,
           coalesce(sum(case when o.rate <> s.rate then 1 else 0 end), 0) as revised
    from staged_fixing s left join obs_day o on o.series_id = s.series_id and o.ts = s.ts`.execute(
    transaction,
  );
  return { missing: Number(rows[0]?.missing ?? 0), revised: Number(rows[0]?.revised ?? 0) };
}

async function insertBody(transaction: Transaction<Schema>, document: FixingDocument): Promise<number> {
  const kept = document.body.byteLength <= KEPT_DOCUMENT_BYTES;
  const body: NewBody = {
    source: document.source,
    url: document.url,
    fetched_at: document.fetchedAtMs,
    sha256: createHash('sha256').update(document.body).digest('hex'),
    size: document.body.byteLength,
    content: kept ? gzipSync(document.body) : null,
  };
  const { id } = await transaction.insertInto('body').values(body).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function seriesIdsOf(
  transaction: Transaction<Schema>,
  batch: FixingBatch,
): Promise<readonly (number | undefined)[]> {
  const { source } = batch.document;
  const known = await seriesIds(transaction, source);
  const missing = batch.series.filter(({ base, quote }) => !known.has(`${base}/${quote}`));
  if (missing.length === 0) return batch.series.map(({ base, quote }) => known.get(`${base}/${quote}`));
  // Only those: in PostgreSQL even a row that is there already takes a number, and there are two thousand million.
  await transaction
    .insertInto('series')
    .values(missing.map(({ base, quote }) => ({ source, base, quote })))
    .execute();
  const all = await seriesIds(transaction, source);
  return batch.series.map(({ base, quote }) => all.get(`${base}/${quote}`));
}

async function seriesIds(
  transaction: Transaction<Schema>,
  source: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await listSeries(transaction, source);
  return new Map(rows.map(({ base, quote, id }) => [`${base}/${quote}`, id]));
}

/** Series of one source; far above what any source publishes. */
const SERIES_LIMIT = 20_000;

/** Every series that a source ever carried, by the index `series_of_source`. */
export async function listSeries(
  db: Kysely<Schema>,
  source: string,
): Promise<readonly { readonly id: number; readonly base: string; readonly quote: string }[]> {
  return db
    .selectFrom('series')
    .select(['id', 'base', 'quote'])
    .where('source', '=', source)
    .limit(SERIES_LIMIT)
    .execute();
}
