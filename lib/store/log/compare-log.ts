import { gunzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { splitEntries } from '#lib/domain/log/entry-bundle';
import { parseLeafText } from '#lib/domain/log/log-leaf';
import { HASH_BYTES, isSameHash, rootOf, treeHasher } from '#lib/domain/log/merkle-tree';
import { rootOfFullTile, TILE_WIDTH } from '#lib/domain/log/tree-tiles';
import { sha256 } from '#lib/platform/sha256';
import type { Schema } from '#lib/store/engine/schema';
import { createFigureLedger, type FigureLedger } from './figure-ledger.ts';
import { leavesOf } from './leaves-of.ts';
import { readLogHeads } from './log-heads.ts';
import { readLogSize, storedTree } from './log-reads.ts';
import { readPendingEntries } from './pending-entries.ts';

/** What a comparison of the log with itself and with the figures found. */
export interface LogComparison {
  /** Entries that are hashed, and those that wait to be. */
  readonly hashed: number;
  readonly waiting: number;
  readonly heads: number;
  /** Figures that were replaced and are not as the log has them: those of a damage that was mended stay so. */
  readonly replacedOtherwise: number;
  /** The first thing that differs, as a sentence; null when nothing does. */
  readonly difference: string | null;
}

const HASHER = treeHasher(sha256);

/** Heads that are read at once. */
const HEADS_A_READ = 1000;

/**
 * Hashes every entry again, compares hashes, tiles and all signed roots, and then the figures with what the entries say, all as
 * they are at one instant, while others go on writing. Keeps some 60 bytes a figure in memory.
 */
export function readLogComparison(db: Kysely<Schema>): Promise<LogComparison> {
  // SQLite reads one instant in any transaction, and has no other isolation.
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(compareNow);
}

async function compareNow(db: Kysely<Schema>): Promise<LogComparison> {
  const hashed = await readLogSize(db);
  const ledger = createFigureLedger();
  const inTree = (await compareEntries(db, hashed, ledger)) ?? (await compareTiles(db, hashed));
  // Without their tiles roots cannot be told.
  const { heads, difference: inHeads } =
    inTree === null ? await compareHeads(db, hashed) : { heads: 0, difference: null };
  const waiting = await addWaiting(db, hashed, ledger);
  const inFigures = await ledger.compareWith(db);
  return {
    hashed,
    waiting,
    heads,
    replacedOtherwise: inFigures.replacedOtherwise,
    difference: inTree ?? inHeads ?? inFigures.difference,
  };
}

/** Compares entries with the hashes of their leaves; the ledger learns of every entry. */
async function compareEntries(
  db: Kysely<Schema>,
  size: number,
  ledger: FigureLedger,
): Promise<string | null> {
  for (let bundle = 0; bundle * TILE_WIDTH < size; bundle += 1) {
    // log_bundle's key and log_tile_key.
    const { rows } = await sql<{ content: Uint8Array; hashes: Uint8Array | null }>`
      select b.content, t.hashes from log_bundle b left join log_tile t on t.level = 0 and t.tile = b.bundle
      where b.bundle = ${bundle}`.execute(db);
    const [row] = rows;
    const entries = row && entriesIn(row.content);
    if (!row || !entries) return `Entry ${bundle * TILE_WIDTH} of the log is missing.`;
    for (const [place, entry] of entries.entries()) {
      const index = bundle * TILE_WIDTH + place;
      const hash = row.hashes?.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
      if (!hash || !isSameHash(HASHER.leaf(entry), hash))
        return `Entry ${index} of the log is not what was hashed.`;
      const leaf = parseLeafText(new TextDecoder().decode(entry));
      if (!leaf) return `Entry ${index} of the log cannot be read.`;
      ledger.add(index, leaf);
    }
    if (entries.length !== Math.min(TILE_WIDTH, size - bundle * TILE_WIDTH)) {
      return `Entry ${bundle * TILE_WIDTH + entries.length} of the log is missing.`;
    }
  }
  return null;
}

function entriesIn(content: Uint8Array): readonly Uint8Array[] | null {
  try {
    return splitEntries(gunzipSync(content));
  } catch {
    return null;
  }
}

/** Compares the hashes of each level above the leaves with the tiles that they are of. */
async function compareTiles(db: Kysely<Schema>, size: number): Promise<string | null> {
  const tileAt = async (level: number, tile: number) => {
    const row = await db
      .selectFrom('log_tile')
      .select('hashes')
      .where('level', '=', level)
      .where('tile', '=', tile)
      .executeTakeFirst();
    return row?.hashes ?? new Uint8Array(0);
  };
  let below = size;
  for (let level = 1; below >= TILE_WIDTH; level += 1) {
    below = Math.floor(below / TILE_WIDTH);
    for (let index = 0; index < below; index += 1) {
      const place = index % TILE_WIDTH;
      const above = await tileAt(level, Math.floor(index / TILE_WIDTH));
      const hash = above.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
      const tile = await tileAt(level - 1, index);
      if (tile.length !== TILE_WIDTH * HASH_BYTES || !isSameHash(rootOfFullTile(HASHER, tile), hash)) {
        return `The tile ${level - 1}/${index} of the log is not what was hashed.`;
      }
    }
  }
  return null;
}

/** Compares every root that was signed with that of so many entries. */
async function compareHeads(
  db: Kysely<Schema>,
  size: number,
): Promise<{ readonly heads: number; readonly difference: string | null }> {
  let heads = 0;
  let afterSize = 0;
  for (;;) {
    const some = await readLogHeads(db, { afterSize, limit: HEADS_A_READ });
    for (const head of some) {
      if (head.size > size) {
        return {
          heads,
          difference: `Entry ${size} of the log is missing: a checkpoint of ${head.size} entries was signed.`,
        };
      }
      const root = Buffer.from(await rootOf(storedTree(db), head.size)).toString('base64');
      if (root !== head.root) {
        return {
          heads,
          difference: `The first ${head.size} entries of the log are not those that were signed.`,
        };
      }
      heads += 1;
      afterSize = head.size;
    }
    if (some.length < HEADS_A_READ) return { heads, difference: null };
  }
}

/** What is entered and not hashed yet counts as well. */
async function addWaiting(db: Kysely<Schema>, size: number, ledger: FigureLedger): Promise<number> {
  let waiting = 0;
  let afterId = 0;
  for (;;) {
    const { entries, lastId } = await readPendingEntries(db, afterId);
    if (lastId === null) return waiting;
    for (const { leaf } of await leavesOf(db, entries)) {
      ledger.add(size + waiting, leaf);
      waiting += 1;
    }
    afterId = lastId;
  }
}
