import { gunzipSync, gzipSync } from 'node:zlib';
import { sql, type Transaction } from 'kysely';
import { joinEntries, splitEntries } from '#lib/domain/log/entry-bundle';
import { leafText } from '#lib/domain/log/log-leaf';
import { HASH_BYTES, treeHasher } from '#lib/domain/log/merkle-tree';
import { rootOfFullTile, TILE_WIDTH } from '#lib/domain/log/tree-tiles';
import { sha256 } from '#lib/platform/sha256';
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

/** So few that a step takes less than 10 ms of the thread that does it, which for PostgreSQL is the one that answers. */
const ENTRIES_A_STEP = 128;

/** Takes the next entries into the log in one transaction: each gets its index, and is hashed into the tiles. */
export function extendLog(store: WriteDatabase): Promise<LogProgress> {
  return store.db.transaction().execute(async (transaction) => {
    const entries = await takePendingEntries(transaction, ENTRIES_A_STEP);
    if (entries.length === 0) return { hashed: 0, isDone: true };
    const hashes: Uint8Array[] = [];
    let rest = await leavesOf(transaction, entries);
    while (rest.length > 0) {
      const taken = await fillBundle(transaction, rest);
      hashes.push(...taken);
      rest = rest.slice(taken.length);
    }
    await appendHashes(transaction, 0, hashes);
    return { hashed: entries.length, isDone: !(await hasPendingEntries(transaction)) };
  });
}

/** Adds as many entries to the newest bundle as fit, or begins the next one; the hashes of those that were added. */
async function fillBundle(
  transaction: Transaction<Schema>,
  pending: readonly NumberedLeaf[],
): Promise<readonly Uint8Array[]> {
  // log_bundle's key, the last one.
  const newest = await transaction
    .selectFrom('log_bundle')
    .select(['bundle', 'leaves', 'series_first', 'series_last', 'ts_first', 'ts_last', 'content'])
    .orderBy('bundle', 'desc')
    .limit(1)
    .executeTakeFirst();
  const open = newest && newest.leaves < TILE_WIDTH ? newest : null;
  const leaves = pending.slice(0, TILE_WIDTH - (open?.leaves ?? 0));
  const texts = leaves.map(({ leaf }) => new TextEncoder().encode(leafText(leaf)));
  const before = open ? (splitEntries(gunzipSync(open.content)) ?? []) : [];
  const series = leaves.map(({ seriesId }) => seriesId);
  const instants = leaves.map(({ leaf }) => leaf.observedAtMs);
  const row = {
    bundle: open?.bundle ?? (newest ? newest.bundle + 1 : 0),
    leaves: before.length + texts.length,
    series_first: Math.min(...series, open?.series_first ?? Number.POSITIVE_INFINITY),
    series_last: Math.max(...series, open?.series_last ?? Number.NEGATIVE_INFINITY),
    ts_first: Math.min(...instants, Number(open?.ts_first ?? Number.POSITIVE_INFINITY)),
    ts_last: Math.max(...instants, Number(open?.ts_last ?? Number.NEGATIVE_INFINITY)),
    content: gzipSync(joinEntries([...before, ...texts])),
  };
  await transaction
    .insertInto('log_bundle')
    .values(row)
    .onConflict((conflict) => conflict.column('bundle').doUpdateSet(row))
    .execute();
  return texts.map(HASHER.leaf);
}

/** Adds hashes to the tiles of a level; the root of each tile that gets full is added to the level above. */
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
  const isOpen = newest !== undefined && newest.hashes.length < TILE_WIDTH * HASH_BYTES;
  let tile = newest ? newest.tile + (isOpen ? 0 : 1) : 0;
  let filled: readonly Uint8Array[] = isOpen ? [newest.hashes] : [];
  let room = TILE_WIDTH - (isOpen ? newest.hashes.length / HASH_BYTES : 0);
  const roots: Uint8Array[] = [];
  for (let start = 0; start < hashes.length;) {
    const added = hashes.slice(start, start + room);
    const whole = Buffer.concat([...filled, ...added]);
    await sql`
      insert into log_tile (level, tile, hashes) values (${level}, ${tile}, ${whole})
      on conflict (level, tile) do update set hashes = excluded.hashes`.execute(transaction);
    if (added.length === room) roots.push(rootOfFullTile(HASHER, whole));
    start += added.length;
    [tile, filled, room] = [tile + 1, [], TILE_WIDTH];
  }
  if (roots.length > 0) await appendHashes(transaction, level + 1, roots);
}
