import { sha256 } from '@noble/hashes/sha2.js';
import { type Checkpoint, parseCheckpoint } from '#lib/domain/log/checkpoint';
import { type LogLeaf, parseLeafText } from '#lib/domain/log/log-leaf';
import { provesInclusion, treeHasher } from '#lib/domain/log/merkle-tree';
import type { ReceiptLeg, ReceiptLog, ReceiptPayload } from './receipt.ts';

const HASHER = treeHasher(sha256);

/** The figures that a proof is for, and the instant as of which they were known, in epoch milliseconds. */
export interface LoggedFigures extends Pick<ReceiptPayload, 'legs'> {
  readonly knownAtMs: number;
}

/**
 * What a proof is wrong about, in a sentence; null where each entry says what its figure says, was made by the instant, and leads to
 * the root of the checkpoint. The checkpoint's own signature is not looked at.
 */
export function faultInLog(log: ReceiptLog, { legs, knownAtMs }: LoggedFigures): string | null {
  const head = parseCheckpoint(log.checkpoint);
  if (head === null) return 'The receipt holds a checkpoint that cannot be read.';
  const root = bytesOf(head.root);
  for (const { leg: place, index, text, proof } of log.entries) {
    const [leg, leaf] = [legs[place], parseLeafText(text)];
    if (!leg || leaf === null || !isEntryOf(leaf, leg))
      return `Entry ${index} of the log is not that of figure ${place + 1}.`;
    if (!(leaf.seenAtMs <= knownAtMs))
      return `Entry ${index} of the log was made after the receipt says that figure ${place + 1} was known.`;
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

/** As of when the figures of a receipt were known, in epoch milliseconds: `knownAt` of the question, else when it was issued. */
export function figuresKnownAtMs({
  question,
  issuedAt,
}: Pick<ReceiptPayload, 'question' | 'issuedAt'>): number {
  return Date.parse(question.parameters['knownAt'] ?? issuedAt);
}

/** The checkpoint that a receipt holds; null where it holds none. */
export function checkpointOf(log: ReceiptPayload['log']): Checkpoint | null {
  return log ? parseCheckpoint(log.checkpoint) : null;
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
}
