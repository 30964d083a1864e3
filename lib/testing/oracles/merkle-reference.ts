import { createHash } from 'node:crypto';

/*
 * The definitions of RFC 9162, sections 2.1.1, 2.1.3.1 and 2.1.4.1, word for word: every hash is made anew from the leaves below
 * it, which takes long and can hardly be wrong.
 */

/** MTH(D): the root over leaves. */
export function hashOfTree(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (!first) return sha256Of();
  if (leaves.length === 1) return sha256Of(Buffer.of(0), first);
  const k = largestPowerBelow(leaves.length);
  return sha256Of(Buffer.of(1), hashOfTree(leaves.slice(0, k)), hashOfTree(leaves.slice(k)));
}

/** PATH(m, D). */
export function pathByRule(m: number, leaves: readonly Uint8Array[]): readonly Uint8Array[] {
  if (leaves.length === 1) return [];
  const k = largestPowerBelow(leaves.length);
  return m < k
    ? [...pathByRule(m, leaves.slice(0, k)), hashOfTree(leaves.slice(k))]
    : [...pathByRule(m - k, leaves.slice(k)), hashOfTree(leaves.slice(0, k))];
}

/** PROOF(m, D). */
export function consistencyByRule(m: number, leaves: readonly Uint8Array[]): readonly Uint8Array[] {
  return subproof(m, leaves, true);
}

function subproof(m: number, leaves: readonly Uint8Array[], b: boolean): readonly Uint8Array[] {
  if (m === leaves.length) return b ? [] : [hashOfTree(leaves)];
  const k = largestPowerBelow(leaves.length);
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), b), hashOfTree(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), hashOfTree(leaves.slice(0, k))];
}

/** k: the largest power of two smaller than n. */
function largestPowerBelow(n: number): number {
  return 2 ** (Math.ceil(Math.log2(n)) - 1);
}

function sha256Of(...parts: readonly Uint8Array[]): Uint8Array {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}
