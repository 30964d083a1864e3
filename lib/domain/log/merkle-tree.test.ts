import { describe, expect, it } from 'vitest';
import { sha256 } from '#lib/platform/sha256';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import {
  consistencyProof,
  type HashedTree,
  inclusionProof,
  provesConsistency,
  provesInclusion,
  rootOf,
  treeHasher,
} from './merkle-tree.ts';
import { consistencyByRule, hashOfTree, pathByRule } from '#lib/testing/oracles/merkle-reference';

const HASHER = treeHasher(sha256);

/** Of the tests that come with Certificate Transparency, which RFC 6962 describes. */
const KNOWN_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'));

const SIZE_MAX = 300;

describe('the tree of RFC 6962', () => {
  it('has the roots that are known of some trees', async () => {
    const rootHex = async (leaves: readonly Uint8Array[]) =>
      Buffer.from(await rootOf(treeOf(leaves), leaves.length)).toString('hex');
    expect(await rootHex([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(await rootHex(KNOWN_LEAVES.slice(0, 1))).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
    expect(await rootHex(KNOWN_LEAVES)).toBe(
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    );
  });

  it(seeded('has the root and the proofs that the definition gives'), async () => {
    await fc.assert(
      fc.asyncProperty(sizeAndPart(), async ([size, part]) => {
        const leaves = leavesTo(size);
        const tree = treeOf(leaves);
        expect(await rootOf(tree, size)).toEqual(hashOfTree(leaves));
        expect(await inclusionProof(tree, { index: part - 1, size })).toEqual(pathByRule(part - 1, leaves));
        expect(await consistencyProof(tree, { first: part, second: size })).toEqual(
          consistencyByRule(part, leaves),
        );
      }),
      propertyRuns(2000, 100),
    );
  });
});

describe('a proof in the tree of RFC 6962', () => {
  it(
    seeded(
      'proves each leaf and each earlier tree, and nothing with a hash, a place or a size that is another',
    ),
    async () => {
      await fc.assert(
        fc.asyncProperty(sizeAndPart(), fc.nat(), async ([size, part], other) => {
          const leaves = leavesTo(size);
          const tree = treeOf(leaves);
          const root = await rootOf(tree, size);
          const index = part - 1;
          const path = await inclusionProof(tree, { index, size });
          const included = { leafHash: HASHER.leaf(leaves[index] ?? new Uint8Array(0)), index, size, root };
          expect(provesInclusion(HASHER, included, path)).toBe(true);
          expect(provesInclusion(HASHER, { ...included, leafHash: root }, path)).toBe(size === 1);
          expect(provesInclusion(HASHER, { ...included, index: (index + 1) % (size + 1) }, path)).toBe(false);
          expect(provesInclusion(HASHER, included, altered(path, other))).toBe(false);

          const proof = await consistencyProof(tree, { first: part, second: size });
          const firstRoot = await rootOf(tree, part);
          const continued = { first: part, firstRoot, second: size, secondRoot: root };
          expect(provesConsistency(HASHER, continued, proof)).toBe(true);
          expect(provesConsistency(HASHER, { ...continued, firstRoot: HASHER.empty() }, proof)).toBe(false);
          expect(provesConsistency(HASHER, { ...continued, secondRoot: HASHER.empty() }, proof)).toBe(false);
          expect(provesConsistency(HASHER, { ...continued, first: size + 1 }, proof)).toBe(false);
          expect(provesConsistency(HASHER, continued, altered(proof, other))).toBe(false);
        }),
        propertyRuns(2000, 100),
      );
    },
  );

  it('continues the empty tree, by an empty proof alone', async () => {
    const leaves = leavesTo(3);
    const root = hashOfTree(leaves);
    const continued = { first: 0, firstRoot: HASHER.empty(), second: 3, secondRoot: root };
    expect(provesConsistency(HASHER, continued, [])).toBe(true);
    expect(provesConsistency(HASHER, { ...continued, firstRoot: root }, [])).toBe(false);
    expect(provesConsistency(HASHER, continued, [root])).toBe(false);
  });
});

function sizeAndPart(): fc.Arbitrary<readonly [size: number, part: number]> {
  return fc
    .integer({ min: 1, max: SIZE_MAX })
    .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 1, max: size })));
}

function leavesTo(size: number): readonly Uint8Array[] {
  return Array.from({ length: size }, (_, index) => Buffer.from(`leaf ${index}`));
}

/** With every subtree hashed by the definition when it is asked for. */
function treeOf(leaves: readonly Uint8Array[]): HashedTree {
  return {
    hasher: HASHER,
    subtree: async (height, index) =>
      hashOfTree(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)),
  };
}

/** One hash of a proof changed, or one added where there is none. */
function altered(proof: readonly Uint8Array[], other: number): readonly Uint8Array[] {
  if (proof.length === 0) return [HASHER.empty()];
  return proof.map((hash, place) => (place === other % proof.length ? HASHER.leaf(hash) : hash));
}
