import { sha256 } from '@noble/hashes/sha2.js';
import { type Checkpoint, parseCheckpoint } from '#lib/domain/log/checkpoint';
import { type LogLeaf, parseLeafText } from '#lib/domain/log/log-leaf';
import { provesInclusion, treeHasher } from '#lib/domain/log/merkle-tree';
import type { ReceiptLeg, ReceiptPayload } from './receipt.ts';

const HASHER = treeHasher(sha256);

/**
 * What a receipt says wrongly of the log of figures, in a sentence; null where each of its entries says what its figure says and
 * leads to the root of the checkpoint, and where it has none. The checkpoint's own signature is not looked at.
 */
export function faultInLog({ log, legs }: Pick<ReceiptPayload, 'log' | 'legs'>): string | null {
  if (!log) return null;
  const head = parseCheckpoint(log.checkpoint);
  if (head === null) return 'The receipt holds a checkpoint that cannot be read.';
  const root = bytesOf(head.root);
  for (const { leg: place, index, text, proof } of log.entries) {
    const [leg, leaf] = [legs[place], parseLeafText(text)];
    if (!leg || leaf === null || !isEntryOf(leaf, leg))
      return `Entry ${index} of the log is not that of figure ${place + 1}.`;
    const leafHash = HASHER.leaf(new TextEncoder().encode(text));
    if (!provesInclusion(HASHER, { leafHash, index, size: head.size, root }, proof.map(bytesOf)))
      return `Figure ${place + 1} is not entry ${index} of the log that the checkpoint stands for.`;
  }
  return null;
}

/** Whether an entry of the log says that a figure is served, as a receipt has it. */
export function isEntryOf(leaf: LogLeaf, leg: ReceiptLeg): boolean {
  return (
    leaf.kind !== 'withdrawn' &&
    leaf.source === leg.source &&
    leaf.base === leg.base &&
    leaf.quote === leg.quote &&
    leaf.rate === Number(leg.figure) &&
    leaf.observedAtMs === Date.parse(leg.observedAt) &&
    leaf.sha256 === leg.document?.sha256
  );
}

/** The checkpoint that a receipt holds; null where it holds none. */
export function checkpointOf(log: ReceiptPayload['log']): Checkpoint | null {
  return log ? parseCheckpoint(log.checkpoint) : null;
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
}
