import { gunzipSync, gzipSync } from 'node:zlib';
import { type Selectable, sql, type Transaction } from 'kysely';
import { joinEntries, splitEntries } from '#lib/domain/log/entry-bundle';
import { leafText } from '#lib/domain/log/log-leaf';
import { HASH_BYTES, treeHasher } from '#lib/domain/log/merkle-tree';
import { rootOfFullTile, TILE_WIDTH } from '#lib/domain/log/tree-tiles';
import { sha256 } from '#lib/platform/sha256';
import type { LogBundleTable } from '#lib/store/engine/log-schema';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';
import { leavesOf, type NumberedLeaf } from './leaves-of.ts';
import { hasPendingEntries, takePendingEntries } from './pending-entries.ts';

/** What a step of hashing did. */
export interface LogProgress {
  readonly hashed: number;
  readonly isDone: boolean;
}

const HASHER = treeHasher(sha256);

const TILE_BYTES = TILE_WIDTH * HASH_BYTES;

/** So few that a step takes some 2 ms of the thread that does it, which for PostgreSQL is the one that answers. */
const ENTRIES_A_STEP = 128;

/**
 * Takes the next entries into the log in one transaction: each gets its index, and is hashed into the tiles. No more than the
 * newest bundle has room for, so that a step packs one bundle and fills one tile of a level at most.
 */
export function extendLog(store: WriteDatabase): Promise<LogProgress> {
  return store.db.transaction().execute(async (transaction) => {
    const open = await openBundle(transaction);
    const count = Math.min(ENTRIES_A_STEP, TILE_WIDTH - open.leaves);
    const entries = await takePendingEntries(transaction, count);
    if (entries.length === 0) return { hashed: 0, isDone: true };
    const hashes = await addToBundle(transaction, open, await leavesOf(transaction, entries));
    await appendHashes(transaction, 0, hashes);
    return { hashed: entries.length, isDone: !(await hasPendingEntries(transaction)) };
  });
}

/** The newest bundle, or the empty one that follows it when it is full. */
async function openBundle(transaction: Transaction<Schema>): Promise<Selectable<LogBundleTable>> {
  // log_bundle's key, the last one.
  const newest = await transaction
    .selectFrom('log_bundle')
    .select(['bundle', 'leaves', 'series_first', 'series_last', 'ts_first', 'ts_last', 'content'])
    .orderBy('bundle', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest && newest.leaves < TILE_WIDTH) return newest;
  return {
    bundle: newest ? newest.bundle + 1 : 0,
    leaves: 0,
    series_first: Number.POSITIVE_INFINITY,
    series_last: Number.NEGATIVE_INFINITY,
    ts_first: Number.POSITIVE_INFINITY,
    ts_last: Number.NEGATIVE_INFINITY,
    content: gzipSync(joinEntries([])),
  };
}

/** Adds entries to a bundle that has room for them; their hashes. */
async function addToBundle(
  transaction: Transaction<Schema>,
  open: Selectable<LogBundleTable>,
  leaves: readonly NumberedLeaf[],
): Promise<readonly Uint8Array[]> {
  const texts = leaves.map(({ leaf }) => new TextEncoder().encode(leafText(leaf)));
  const before = splitEntries(gunzipSync(open.content)) ?? [];
  const series = leaves.map(({ seriesId }) => seriesId);
  const instants = leaves.map(({ leaf }) => leaf.observedAtMs);
  const row = {
    bundle: open.bundle,
    leaves: before.length + texts.length,
    series_first: Math.min(...series, open.series_first),
    series_last: Math.max(...series, open.series_last),
    ts_first: Math.min(...instants, Number(open.ts_first)),
    ts_last: Math.max(...instants, Number(open.ts_last)),
    content: gzipSync(joinEntries([...before, ...texts])),
  };
  await transaction
    .insertInto('log_bundle')
    .values(row)
    .onConflict((conflict) => conflict.column('bundle').doUpdateSet(row))
    .execute();
  return texts.map(HASHER.leaf);
}

/** Adds hashes to the newest tile of a level, which has room for them; the root of a tile that gets full to the level above. */
async function appendHashes(
  transaction: Transaction<Schema>,
  level: number,
  hashes: readonly Uint8Array[],
): Promise<void> {
  // log_tile_key, the last one of the level.
  const newest = await transaction
    .selectFrom('log_tile')
    .select(['tile', 'hashes'])
    .where('level', '=', level)
    .orderBy('tile', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isOpen = newest !== undefined && newest.hashes.length < TILE_BYTES;
  const tile = newest ? newest.tile + (isOpen ? 0 : 1) : 0;
  const filled = Buffer.concat([...(isOpen ? [newest.hashes] : []), ...hashes]);
  await sql`
    insert into log_tile (level, tile, hashes) values (${level}, ${tile}, ${filled})
    on conflict (level, tile) do update set hashes = excluded.hashes`.execute(transaction);
  if (filled.length === TILE_BYTES) {
    await appendHashes(transaction, level + 1, [rootOfFullTile(HASHER, filled)]);
  }
}
