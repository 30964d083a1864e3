import { describe, expect, it } from 'vitest';
import { checkpointText } from '#lib/domain/log/checkpoint';
import { leafText } from '#lib/domain/log/log-leaf';
import { inclusionProof, rootOf, treeHasher } from '#lib/domain/log/merkle-tree';
import { sha256 } from '#lib/platform/sha256';
import { aReceiptPayload, signedReceipt } from '#lib/testing/builders/receipts';
import type { ReceiptLog, ReceiptLogEntry, ReceiptPayload } from './receipt.ts';
import { receiptSummary } from './receipt-summary.ts';
import { verifyReceipt } from './verify-receipt.ts';

const HASHER = treeHasher(sha256);

const EURO_DOLLAR = { base: 'EUR', quote: 'USD', figure: 1.1684, inverted: true };
const EURO_YEN = { base: 'EUR', quote: 'JPY', figure: 186.75, inverted: false };

/** What stands in a log of seven entries; the third and the sixth are those of the receipt. */
const ENTRIES = 7;
const PLACES = [2, 5] as const;

/** What a receipt may say wrongly of the log, and what is said of it. */
const WRONG: readonly (readonly [string, (log: ReceiptLog) => unknown, string])[] = [
  [
    'the root of the checkpoint',
    (log) => ({ ...log, checkpoint: checkpointText(head(HASHER.empty())) }),
    'Figure 1 is not entry 2 of the log that the checkpoint stands for.',
  ],
  [
    'the place of an entry',
    ({ entries: [first, ...others], ...log }) => ({ ...log, entries: [{ ...first, index: 3 }, ...others] }),
    'Figure 1 is not entry 3 of the log that the checkpoint stands for.',
  ],
  [
    'an entry beyond the checkpoint',
    ({ entries: [first, ...others], ...log }) => ({ ...log, entries: [{ ...first, index: 9 }, ...others] }),
    'Figure 1 is not entry 9 of the log that the checkpoint stands for.',
  ],
  [
    'the figure of an entry',
    changedText((text) => text.replace('1.1684', '1.1685')),
    'Entry 2 of the log is not that of figure 1.',
  ],
  [
    'what became of a figure',
    changedText((text) => text.replace('accepted', 'withdrawn')),
    'Entry 2 of the log is not that of figure 1.',
  ],
  [
    'the document of an entry',
    changedText((text) => text.replace('abab', 'cdcd')),
    'Entry 2 of the log is not that of figure 1.',
  ],
  [
    'when a figure was known',
    changedText((text) => text.replace('2026-04-13T14:02:11', '2026-04-13T15:00:01')),
    'Entry 2 of the log was made after the receipt says that figure 1 was known.',
  ],
  [
    'whether it proves anything',
    (log) => ({ ...log, entries: [] }),
    'The receipt is signed but cannot be read: its member log is not as it should be.',
  ],
  [
    'when a figure was seen',
    changedText((text) => text.replace('14:02:11', '14:02:12')),
    'Figure 1 is not entry 2 of the log that the checkpoint stands for.',
  ],
  [
    'whose entry it is',
    ({ entries: [first, ...others], ...log }) => ({ ...log, entries: [{ ...first, leg: 1 }, ...others] }),
    'Entry 2 of the log is not that of figure 2.',
  ],
  [
    'a hash on the way',
    ({ entries: [first, ...others], ...log }) => ({
      ...log,
      entries: [{ ...first, proof: first?.proof.toReversed() }, ...others],
    }),
    'Figure 1 is not entry 2 of the log that the checkpoint stands for.',
  ],
  [
    'its checkpoint',
    (log) => ({ ...log, checkpoint: '' }),
    'The receipt holds a checkpoint that cannot be read.',
  ],
  [
    'its form',
    () => ({ checkpoint: '', entries: [{ leg: 0, index: 0, text: '', proof: ['!'] }] }),
    'The receipt is signed but cannot be read: its member log is not as it should be.',
  ],
];

describe('a receipt with its place in the log', () => {
  it('is good, and says where its figures are', async () => {
    const payload = await payloadWithLog();
    const { jws, keys } = await signedReceipt(payload);
    const verified = await verifyReceipt(jws, keys);
    expect(verified).toMatchObject({ ok: true, value: { payload } });
    const places =
      'Log: ecb EUR/USD is entry 2, ecb EUR/JPY is entry 5 (counted from 0) of crossrate/log/test';
    expect(receiptSummary(payload, 'a key')).toContain(
      `${places}, whose checkpoint has 7 entries. The checkpoint’s own signature was not checked.`,
    );
    expect(receiptSummary(payload, 'a key', 'LOG')).toContain(
      `${places}, whose checkpoint has 7 entries. LOG signed the checkpoint.`,
    );
  });

  it('names the figures that it does not prove', async () => {
    const { log, ...payload } = await payloadWithLog();
    const half = { ...payload, log: { ...log, entries: log.entries.slice(1) } };
    const { jws, keys } = await signedReceipt(half);
    expect(await verifyReceipt(jws, keys)).toMatchObject({ ok: true });
    expect(receiptSummary(half, 'a key')).toContain('Log: not proven: ecb EUR/USD.');
  });

  it.each(WRONG)(
    'is refused though it is signed, when it is wrong about %s',
    async (_what, alter, sentence) => {
      const payload = await payloadWithLog();
      const { jws, keys } = await signedReceipt({ ...payload, log: alter(payload.log) });
      expect(await verifyReceipt(jws, keys)).toMatchObject({ ok: false, error: { sentence } });
    },
  );

  it('may be without one', async () => {
    const payload = aReceiptPayload([EURO_DOLLAR, EURO_YEN]);
    const { jws, keys } = await signedReceipt(payload);
    expect(await verifyReceipt(jws, keys)).toMatchObject({ ok: true });
    expect(receiptSummary(payload, 'a key').join(' ')).not.toContain('Log:');
  });
});

/** A change of the text of the first entry. */
function changedText(change: (text: string) => string) {
  return ({ entries: [first, ...others], ...log }: ReceiptLog) => ({
    ...log,
    entries: [{ ...first, text: change(first?.text ?? '') }, ...others],
  });
}

function head(root: Uint8Array) {
  return { origin: 'crossrate/log/test', size: ENTRIES, root: Buffer.from(root).toString('base64') };
}

async function payloadWithLog(): Promise<ReceiptPayload & { readonly log: ReceiptLog }> {
  const payload = aReceiptPayload([EURO_DOLLAR, EURO_YEN]);
  const texts = Array.from({ length: ENTRIES }, (_, index) => `an entry, ${index}`);
  for (const [leg, place] of PLACES.entries()) texts[place] = textOf(payload, leg);
  const hashes = texts.map((text) => HASHER.leaf(new TextEncoder().encode(text)));
  const tree = {
    hasher: HASHER,
    subtree: (height: number, index: number) => Promise.resolve(fold(hashes, height, index)),
  };
  const entries = PLACES.map(async (index, leg): Promise<ReceiptLogEntry> => {
    const proof = await inclusionProof(tree, { index, size: ENTRIES });
    return {
      leg,
      index,
      text: texts[index] ?? '',
      proof: proof.map((hash) => Buffer.from(hash).toString('base64')),
    };
  });
  const checkpoint = checkpointText(head(await rootOf(tree, ENTRIES)));
  return { ...payload, log: { checkpoint, entries: await Promise.all(entries) } };
}

function textOf({ legs }: ReceiptPayload, place: number): string {
  const leg = legs[place];
  if (!leg) throw new Error('the receipt has no such figure');
  return leafText({
    source: leg.source,
    base: leg.base,
    quote: leg.quote,
    observedAtMs: Date.parse(leg.observedAt),
    rate: Number(leg.figure),
    sha256: leg.document?.sha256 ?? '',
    kind: 'accepted',
    seenAtMs: Date.parse('2026-04-13T14:02:11.000Z'),
  });
}

function fold(hashes: readonly Uint8Array[], height: number, index: number): Uint8Array {
  if (height === 0) return hashes[index] ?? HASHER.empty();
  return HASHER.node(fold(hashes, height - 1, 2 * index), fold(hashes, height - 1, 2 * index + 1));
}
