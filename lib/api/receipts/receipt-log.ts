import type { ReceiptContent, ReceiptLeg, ReceiptLog } from '#lib/domain/receipts/receipt';
import { isEntryOf } from '#lib/domain/receipts/receipt-log';
import { listSources } from '#lib/sources/registry';
import type { Store } from '#lib/store/store';

/** The sources whose figures are in the log, whichever exchange is read: those that publish once a period. */
const LOGGED: ReadonlySet<string> = new Set(
  listSources('kraken').flatMap((source) =>
    'cadence' in source && source.cadence === 'fixing' ? [source.id] : [],
  ),
);

/**
 * Which figures of a receipt the newest checkpoint proves, as they were known at `knownAtMs` (epoch milliseconds); null where it
 * proves none, as for a minute after a figure came. Rejects where the database cannot be read.
 */
export async function receiptLog(
  reads: Pick<Store, 'readInclusionProofs'>,
  { legs }: Pick<ReceiptContent, 'legs'>,
  knownAtMs: number,
): Promise<ReceiptLog | null> {
  const logged = legs.flatMap((leg, place) => (LOGGED.has(leg.source) ? [{ leg, place }] : []));
  if (logged.length === 0) return null;
  const proven = await reads.readInclusionProofs(logged.map(({ leg }) => askedFigure(leg, knownAtMs)));
  const entries = logged.flatMap(({ leg, place }, position) => {
    const found = proven?.proofs[position];
    // A figure that was corrected since the answer was made has a later entry, which is not its own.
    if (!found || !isEntryOf(found.leaf, leg)) return [];
    const { index, text, proof } = found;
    return [{ leg: place, index, text, proof: proof.map((hash) => Buffer.from(hash).toString('base64')) }];
  });
  return proven && entries.length > 0 ? { checkpoint: proven.head.note, entries } : null;
}

function askedFigure({ source, base, quote, observedAt }: ReceiptLeg, knownAtMs: number) {
  return { source, base, quote, observedAtMs: Date.parse(observedAt), knownAtMs };
}
