/** SHA-256 of bytes; handed in, because this room does not know what it runs on. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** The two hashes of a Merkle tree (RFC 9162, section 2.1.1, the same as RFC 6962), each of 32 bytes. */
export interface TreeHasher {
  /** SHA-256 of 0x00 and the leaf. */
  readonly leaf: (leaf: Uint8Array) => Uint8Array;
  /** SHA-256 of 0x01 and both hashes. */
  readonly node: (left: Uint8Array, right: Uint8Array) => Uint8Array;
  /** The root of a tree without leaves: SHA-256 of nothing. */
  readonly empty: () => Uint8Array;
}

/** Bytes of a hash. */
export const HASH_BYTES = 32;

const LEAF_PREFIX = 0;
const NODE_PREFIX = 1;

/** Makes a tree's hashes from SHA-256. */
export function treeHasher(sha256: Sha256): TreeHasher {
  const pair = new Uint8Array(1 + 2 * HASH_BYTES);
  pair[0] = NODE_PREFIX;
  return {
    leaf: (leaf) => {
      const prefixed = new Uint8Array(1 + leaf.length);
      prefixed[0] = LEAF_PREFIX;
      prefixed.set(leaf, 1);
      return sha256(prefixed);
    },
    node: (left, right) => {
      pair.set(left, 1);
      pair.set(right, 1 + HASH_BYTES);
      return sha256(pair);
    },
    empty: () => sha256(new Uint8Array(0)),
  };
}

/** What proofs are made from: the root of the whole subtree over the leaves from `index * 2 ** height` on, `2 ** height` of them. */
export interface HashedTree {
  readonly hasher: TreeHasher;
  readonly subtree: (height: number, index: number) => Promise<Uint8Array>;
}

/** The root of the first `size` leaves. */
export function rootOf(tree: HashedTree, size: number): Promise<Uint8Array> {
  return size === 0 ? Promise.resolve(tree.hasher.empty()) : rangeRoot(tree, 0, size);
}

/** The hashes that lead from a leaf to the root of the first `size` leaves (RFC 9162, section 2.1.3.1), the lowest first. */
export function inclusionProof(
  tree: HashedTree,
  { index, size }: { readonly index: number; readonly size: number },
): Promise<readonly Uint8Array[]> {
  const path = async (start: number, end: number): Promise<readonly Uint8Array[]> => {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    return index < middle
      ? [...(await path(start, middle)), await rangeRoot(tree, middle, end)]
      : [...(await path(middle, end)), await rangeRoot(tree, start, middle)];
  };
  return path(0, size);
}

/** The hashes that show that a tree of `second` leaves begins with one of `first` (RFC 9162, section 2.1.4.1); `first` is at least 1. */
export function consistencyProof(
  tree: HashedTree,
  { first, second }: { readonly first: number; readonly second: number },
): Promise<readonly Uint8Array[]> {
  const path = async (start: number, end: number, isKnown: boolean): Promise<readonly Uint8Array[]> => {
    if (end === first) return isKnown ? [] : [await rangeRoot(tree, start, end)];
    const middle = start + splitOf(end - start);
    return first <= middle
      ? [...(await path(start, middle, isKnown)), await rangeRoot(tree, middle, end)]
      : [...(await path(middle, end, false)), await rangeRoot(tree, start, middle)];
  };
  return path(0, second, true);
}

/** That a leaf stands at an index of the tree of `size` leaves that has a root. */
export interface Inclusion {
  readonly leafHash: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether a proof shows an inclusion (RFC 9162, section 2.1.3.2). */
export function provesInclusion(
  { node }: TreeHasher,
  { leafHash, index, size, root }: Inclusion,
  proof: readonly Uint8Array[],
): boolean {
  if (index >= size) return false;
  let place = index;
  let last = size - 1;
  let hash = leafHash;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      hash = node(sibling, hash);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = node(hash, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && isSameHash(hash, root);
}

/** That the tree of `second` leaves begins with the one of `first`. */
export interface Consistency {
  readonly first: number;
  readonly firstRoot: Uint8Array;
  readonly second: number;
  readonly secondRoot: Uint8Array;
}

/** Whether a proof shows a consistency (RFC 9162, section 2.1.4.2). Every tree continues an empty one. */
export function provesConsistency(
  { node, empty }: TreeHasher,
  { first, firstRoot, second, secondRoot }: Consistency,
  proof: readonly Uint8Array[],
): boolean {
  if (first > second) return false;
  if (first === second) return proof.length === 0 && isSameHash(firstRoot, secondRoot);
  if (first === 0) return proof.length === 0 && isSameHash(firstRoot, empty());
  const [start, ...rest] = splitOf(2 * first) === first ? [firstRoot, ...proof] : proof;
  if (!start) return false;
  let place = first - 1;
  let last = second - 1;
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  let older = start;
  let newer = start;
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      older = node(sibling, older);
      newer = node(sibling, newer);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      newer = node(newer, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && isSameHash(older, firstRoot) && isSameHash(newer, secondRoot);
}

/** Whether two hashes are the same. */
export function isSameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

/** The root of the leaves from `start` to `end`, where `start` is a multiple of the greatest power of two that they hold. */
async function rangeRoot(tree: HashedTree, start: number, end: number): Promise<Uint8Array> {
  const count = end - start;
  const left = splitOf(count);
  if (2 * left === count || count === 1) return tree.subtree(Math.log2(count), start / count);
  return tree.hasher.node(
    await rangeRoot(tree, start, start + left),
    await rangeRoot(tree, start + left, end),
  );
}

/** The greatest power of two below a count; 1 stays 1. By doubling, because bit operations end at 2^31. */
function splitOf(count: number): number {
  let power = 1;
  while (2 * power < count) power *= 2;
  return power;
}

function isOdd(place: number): boolean {
  return place % 2 === 1;
}

function half(place: number): number {
  return Math.floor(place / 2);
}
