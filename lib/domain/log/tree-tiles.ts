import { HASH_BYTES, type HashedTree, type TreeHasher } from './merkle-tree.ts';

/** Hashes of a full tile, and entries of a full bundle, as https://c2sp.org/tlog-tiles has them. */
export const TILE_WIDTH = 256;

/** Levels of the tree that one tile spans. */
const TILE_HEIGHT = 8;

/** Where a tile stands: level 0 has the hashes of leaves, each level above the roots of full tiles below. */
export interface TilePlace {
  readonly level: number;
  readonly index: number;
}

/** Which file of a log: a tile of hashes, or the entries of the tile of level 0 that has the same index. */
export interface TileFile {
  readonly level: number | 'entries';
  readonly index: number;
  /** 1 to 256; 256 is a full one. */
  readonly width: number;
}

/** How many hashes a tile has in a tree of `size` leaves: 0 where there is none, 256 where it is full. */
export function tileWidth({ level, index }: TilePlace, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH;
  return Math.max(0, Math.min(TILE_WIDTH, hashes));
}

/** The tree whose hashes lie in tiles. `readTile` gives a tile with all hashes that the wanted tree has there; each is read once. */
export function treeInTiles(
  hasher: TreeHasher,
  readTile: (place: TilePlace) => Promise<Uint8Array>,
): HashedTree {
  const known = new Map<string, Promise<Uint8Array>>();
  const tileAt = (level: number, index: number) => {
    const key = `${level}/${index}`;
    const tile = known.get(key) ?? readTile({ level, index });
    known.set(key, tile);
    return tile;
  };
  return {
    hasher,
    subtree: async (height, index) => {
      const level = Math.floor(height / TILE_HEIGHT);
      const count = 2 ** (height - level * TILE_HEIGHT);
      const first = index * count;
      const tileIndex = Math.floor(first / TILE_WIDTH);
      const tile = await tileAt(level, tileIndex);
      return foldHashes(hasher, hashesIn(tile, first - tileIndex * TILE_WIDTH, count));
    },
  };
}

/** The root over a full tile, which is a hash of the level above. */
export function rootOfFullTile(hasher: TreeHasher, tile: Uint8Array): Uint8Array {
  return foldHashes(hasher, hashesIn(tile, 0, TILE_WIDTH));
}

/** `8/x001/234`, without `tile/` before it; a partial tile ends in `.p/` and its width. */
export function tilePath({ level, index, width }: TileFile): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = padded.match(/.{3}/g) ?? [];
  const number = groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join('/');
  return `${level}/${number}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** Seven groups and more would be an index above 10^15, which no number counts exactly any more. */
const TILE_PATH = /^(entries|[1-5]?\d|6[0-3])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** What a path after `tile/` names; null where it is not written as {@link tilePath} writes it. */
export function parseTilePath(path: string): TileFile | null {
  const [, level = '', number = '', width] = TILE_PATH.exec(path) ?? [];
  if (level === '') return null;
  const file: TileFile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(number.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  return tilePath(file) === path ? file : null;
}

function hashesIn(tile: Uint8Array, first: number, count: number): readonly Uint8Array[] {
  if (tile.length < (first + count) * HASH_BYTES) throw new Error('a tile lacks hashes that its tree has');
  return Array.from({ length: count }, (_, place) =>
    tile.subarray((first + place) * HASH_BYTES, (first + place + 1) * HASH_BYTES),
  );
}

/** The root over a power of two of hashes. */
function foldHashes({ node }: TreeHasher, hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) {
    level = Array.from({ length: level.length / 2 }, (_, place) => {
      const [left, right] = [level[2 * place], level[2 * place + 1]];
      if (!left || !right) throw new Error('a tile without a pair of hashes');
      return node(left, right);
    });
  }
  const [root] = level;
  if (!root) throw new Error('a tile without hashes');
  return root;
}
