import { gunzipSync, gzipSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import { joinEntries, splitEntries } from '#lib/domain/log/entry-bundle';
import { HASH_BYTES, type HashedTree, rootOf, treeHasher } from '#lib/domain/log/merkle-tree';
import {
  TILE_WIDTH,
  type TileFile,
  type TilePlace,
  tileWidth,
  treeInTiles,
} from '#lib/domain/log/tree-tiles';
import { sha256 } from '#lib/platform/sha256';
import type { Schema } from '#lib/store/engine/schema';

/** A tree of entries: how many, and its root. */
export interface LogTree {
  readonly size: number;
  readonly root: Uint8Array;
}

/** How many entries are hashed. */
export async function readLogSize(db: Kysely<Schema>): Promise<number> {
  // log_bundle's key, the last one.
  const newest = await db
    .selectFrom('log_bundle')
    .select(['bundle', 'leaves'])
    .orderBy('bundle', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? newest.bundle * TILE_WIDTH + newest.leaves : 0;
}

/** The tree of the first `size` entries, or of all that are hashed. */
export async function readLogTree(db: Kysely<Schema>, size?: number): Promise<LogTree> {
  const wanted = size ?? (await readLogSize(db));
  return { size: wanted, root: await rootOf(storedTree(db), wanted) };
}

/** The log's tree with the hashes that are stored. */
export function storedTree(db: Kysely<Schema>): HashedTree {
  return treeInTiles(treeHasher(sha256), async (place) => {
    const tile = await readTile(db, place);
    if (!tile) throw new Error(`the log has no tile ${place.level}/${place.index}`);
    return tile;
  });
}

/**
 * A file of the log as its readers ask for it: hashes behind each other, or gzip of entries. Null where the log does not reach so
 * far.
 */
export async function readLogFile(
  db: Kysely<Schema>,
  { level, index, width }: TileFile,
): Promise<Uint8Array | null> {
  // No column holds the number of a file that no log has.
  const place = { level: level === 'entries' ? 0 : level, index };
  if (tileWidth(place, await readLogSize(db)) < width) return null;
  if (level === 'entries') return readEntries(db, index, width);
  const tile = await readTile(db, { level, index });
  const wanted = width * HASH_BYTES;
  return tile && tile.length >= wanted ? tile.subarray(0, wanted) : null;
}

/** What lies where in a bundle of entries. */
export interface StoredBundle {
  readonly bundle: number;
  readonly content: Uint8Array;
}

/** The entries of a bundle. Throws when it does not hold what was stored. */
export function entriesOf({ bundle, content }: StoredBundle): readonly Uint8Array[] {
  const entries = splitEntries(gunzipSync(content));
  if (!entries) throw new Error(`the log's entries ${bundle} are cut short`);
  return entries;
}

async function readEntries(db: Kysely<Schema>, index: number, width: number): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('log_bundle')
    .select(['bundle', 'leaves', 'content'])
    .where('bundle', '=', index)
    .executeTakeFirst();
  if (!row || row.leaves < width) return null;
  return row.leaves === width ? row.content : gzipSync(joinEntries(entriesOf(row).slice(0, width)));
}

async function readTile(db: Kysely<Schema>, { level, index }: TilePlace): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('log_tile')
    .select('hashes')
    .where('level', '=', level)
    .where('tile', '=', index)
    .executeTakeFirst();
  return row?.hashes ?? null;
}
