import { type Kysely, sql } from 'kysely';
import type { LogLeaf } from '#lib/domain/log/log-leaf';
import type { Schema } from '#lib/store/engine/schema';
import type { PendingEntry } from './pending-entries.ts';

/** An entry of the log, and the number of its series. */
export interface NumberedLeaf {
  readonly seriesId: number;
  readonly leaf: LogLeaf;
}

/** What entries that wait will be in the log: with the names of their series and the SHA-256 of their documents. */
export async function leavesOf(
  db: Kysely<Schema>,
  entries: readonly PendingEntry[],
): Promise<readonly NumberedLeaf[]> {
  if (entries.length === 0) return [];
  const series = await seriesById(db, [...new Set(entries.map(({ seriesId }) => seriesId))]);
  const documents = await documentsById(db, [...new Set(entries.map(({ bodyId }) => bodyId))]);
  return entries.map(({ seriesId, bodyId, observedAtMs, rate, kind, seenAtMs }) => {
    const pair = series.get(seriesId);
    const sha256 = documents.get(bodyId);
    if (!pair || sha256 === undefined) {
      throw new Error(`the log names the series ${seriesId} or the document ${bodyId}, which are not there`);
    }
    return { seriesId, leaf: { ...pair, observedAtMs, rate, sha256, kind, seenAtMs } };
  });
}

async function seriesById(db: Kysely<Schema>, ids: readonly number[]) {
  // series' key.
  const rows = await db
    .selectFrom('series')
    .select(['id', 'source', 'base', 'quote'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...pair }) => [id, pair]));
}

async function documentsById(db: Kysely<Schema>, ids: readonly number[]) {
  // body's key.
  const { rows } = await sql<{ id: number; sha256: string }>`
    select id, sha256 from body where id in (${sql.join(ids)})`.execute(db);
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}
