import { describe, expect, it } from 'vitest';
import { sha256 } from '#lib/platform/sha256';
import { hashOfTree } from '#lib/testing/oracles/merkle-reference';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import { joinEntries, splitEntries } from './entry-bundle.ts';
import { rootOf, treeHasher } from './merkle-tree.ts';
import {
  parseTilePath,
  rootOfFullTile,
  TILE_WIDTH,
  type TilePlace,
  tilePath,
  tileWidth,
  treeInTiles,
} from './tree-tiles.ts';

const HASHER = treeHasher(sha256);

describe('a path of a tile', () => {
  it('is written as the specification has it', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('0/x001/x234/067');
    expect(tilePath({ level: 'entries', index: 7, width: 12 })).toBe('entries/007.p/12');
  });

  it(seeded('reads as what it was written from'), () => {
    const file = fc.record({
      level: fc.oneof(fc.constant('entries' as const), fc.integer({ min: 0, max: 63 })),
      index: fc.oneof(fc.nat(2000), fc.integer({ min: 0, max: 1e12 })),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(file, (one) => {
        expect(parseTilePath(tilePath(one))).toEqual(one);
      }),
      propertyRuns(1000),
    );
  });

  it.each([
    '0/1',
    '0/0001',
    '00/001',
    '64/001',
    '0/x000/001',
    '0/001.p/0',
    '0/001.p/256',
    '0/001.p/257',
    '0/001.p/01',
    '0/x001/1',
    '-1/001',
    'entries',
    'entries/',
    '0/001/',
    '0/001.p/',
    '0/../001',
    'x/001',
    '0/x001/x002/x003/x004/x005/006',
  ])('is none where it says %s', (path) => {
    expect(parseTilePath(path)).toBeNull();
  });
});

it('counts the tiles of 70,000 leaves as the specification does', () => {
  const widths = (level: number, indexes: readonly number[]) =>
    indexes.map((index) => tileWidth({ level, index }, 70_000));
  expect(widths(0, [0, 272, 273, 274])).toEqual([256, 256, 112, 0]);
  expect(widths(1, [0, 1, 2])).toEqual([256, 17, 0]);
  expect(widths(2, [0, 1])).toEqual([1, 0]);
  expect([tileWidth({ level: 0, index: 0 }, 256), tileWidth({ level: 1, index: 0 }, 256)]).toEqual([256, 1]);
});

it('hashes tiles to the root that the definition gives, on either side of full tiles', async () => {
  const leaves = Array.from({ length: 66_000 }, (_, index) => Buffer.from(String(index)));
  for (const size of [1, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 66_000]) {
    const tree = treeInTiles(HASHER, async (place) => tileOf(leaves.slice(0, size), place));
    expect(await rootOf(tree, size), String(size)).toEqual(hashOfTree(leaves.slice(0, size)));
  }
});

it(seeded('entries come out of a bundle as they went in, and out of one that is cut short none'), () => {
  const entries = fc.array(fc.uint8Array({ maxLength: 700 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(entries, (some) => {
      const bundle = joinEntries(some);
      expect(splitEntries(bundle)?.map((entry) => [...entry])).toEqual(some.map((entry) => [...entry]));
      expect(splitEntries(bundle.subarray(0, -1))?.length ?? null).toBe(null);
    }),
    propertyRuns(300),
  );
});

function tileOf(leaves: readonly Uint8Array[], { level, index }: TilePlace): Uint8Array {
  const width = tileWidth({ level, index }, leaves.length);
  const hashes = Array.from({ length: width }, (_, place) => {
    const hash = index * TILE_WIDTH + place;
    const leaf = leaves[hash];
    return level === 0 && leaf
      ? HASHER.leaf(leaf)
      : rootOfFullTile(HASHER, tileOf(leaves, { level: level - 1, index: hash }));
  });
  return Buffer.concat(hashes);
}
